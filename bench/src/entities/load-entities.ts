import { companyKeys } from '@tamis/screening';
import type { Pool } from 'pg';

import { sampleEntity } from './sample-entities.js';

const batch = 5_000;

const insert = `
  insert into entities (organization_id, id, external_id, type, name, tax_id, normalized_tax_id, country_code, status, attributes)
  select $1, id, external_id, type, name, tax_id, tax_id, country_code, 'active', '{"segment": "bench"}'
  from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    as row (id, external_id, type, name, tax_id, country_code)`;

const insertKeys = 'insert into entity_match_keys select $1, * from unnest($2::text[], $3::uuid[])';

/** Returns the id of the `number`th loaded entity. */
export const sampleId = (number: number): string => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** Stores entities without the API, as left by an import years ago. */
export async function loadEntities(pool: Pool, organizationId: string, count: number, seed: number): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, count - from) }, (_, index) => from + index);
    const rows = numbers.map((number) => ({ id: sampleId(number), ...sampleEntity(number, seed) }));
    const columns = (['id', 'externalId', 'type', 'name', 'taxId', 'countryCode'] as const).map((column) =>
      rows.map((row) => row[column]),
    );
    await pool.query(insert, [organizationId, ...columns]);
    const keys = rows
      .filter(({ type }) => type === 'company')
      .flatMap(({ id, name, externalId }) => companyKeys(name, externalId).map((key) => ({ id, key })));
    await pool.query(insertKeys, [organizationId, keys.map(({ key }) => key), keys.map(({ id }) => id)]);
    if ((from / batch) % 20 === 19) console.log(`${from + batch} of ${count} loaded`);
  }
  await pool.query('vacuum analyze entities');
  await pool.query('vacuum analyze entity_match_keys');
}

/** Returns the megabytes of indexes and rows, of the entities and of the keys by which companies are found. */
export async function sizesOf(pool: Pool): Promise<{ indexMb: number; tableMb: number; keysMb: number }> {
  const { rows } = await pool.query<{ indexMb: number; tableMb: number; keysMb: number }>(
    `select round((pg_indexes_size('entities') + pg_indexes_size('entity_match_keys')) / 1e6)::int as "indexMb",
       round((pg_table_size('entities') + pg_table_size('entity_match_keys')) / 1e6)::int as "tableMb",
       round(pg_total_relation_size('entity_match_keys') / 1e6)::int as "keysMb"`,
  );
  return rows[0]!;
}
