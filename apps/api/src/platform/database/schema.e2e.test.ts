import { getDataSourceToken } from '@nestjs/typeorm';
import { createTestDatabase } from '@tamis/testkit';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { DataSource } from 'typeorm';

import { EarlierDatabaseError, migrate } from './index.js';
import { readSchema } from '../../../../../packages/tooling/src/schema/read-schema.mjs';
import { schemaText } from '../../../../../packages/tooling/src/schema/schema-text.mjs';
import { tablesOfOwners } from '../../../../../packages/tooling/table-owners.mjs';
import { startTestApi, type TestApi } from '../../../test/support/start-test-api.js';

/** Tables that do not belong to a tenant: organizations themselves, migrations that have run, and people. */
const shared = [
  'organizations',
  'schema_migrations',
  'dropped_periods',
  'process_leases',
  'provided_rates',
  'rate_fetches',
  'register_versions',
  'register_facts',
  'watchlist_datasets',
  'watchlist_versions',
  'watchlist_entries',
  'watchlist_changes',
  'watchlist_clusters',
  'watchlist_chunks',
  'dataset_fetches',
  'master_keys',
  'provider_budgets',
  'api_key_checksum',
  'window_marks',
  'users',
  'sessions',
  'sign_in_attempts',
  'person_emails',
  'outgoing_emails',
  'sign_in_links',
  'person_windows',
];

/** Indexes used for queries across organizations, with the reason. */
const acrossOrganizations: Readonly<Record<string, string>> = {
  data_keys_master: 'a rotation finds all keys that a master key wraps',
  api_keys_key_hash: 'a request names its key before anyone knows its organization',
  members_user: 'a person is asked where they may act',
  members_invitation: 'an invitation is accepted by whoever holds its secret',
  idempotent_answers_created: 'what has expired is removed for all at once',
  child_shares_of: 'a parent is asked with which of its children it shares',
  entities_expiring: 'what has expired is found for all at once',
  api_keys_expiring: 'what has expired is found for all at once',
};

describe('database schema', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  it('matches schema.sql; `npm run generate` regenerates it', async () => {
    const shown = readFileSync(path.join(__dirname, '../../../generated/schema.sql'), 'utf8');
    const database = await createTestDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    const text = schemaText(await readSchema(client), tablesOfOwners);
    await client.end();
    await database.drop();
    expect(text).toBe(shown);
  });

  it('has every mapped column with the mapped nullability', async () => {
    const { rows } = await api.pool.query<{ column: string; nullable: boolean }>(
      `select table_name || '.' || column_name as column, is_nullable = 'YES' as nullable
       from information_schema.columns where table_schema = 'public'`,
    );
    const stored = new Map(rows.map(({ column, nullable }) => [column, nullable]));
    const mapped = api.app
      .get<DataSource>(getDataSourceToken())
      .entityMetadatas.flatMap((entity) =>
        entity.columns.map((column): [string, boolean] => [
          `${entity.tableName}.${column.databaseName}`,
          column.isNullable,
        ]),
      );
    expect(mapped.length).toBeGreaterThan(60);
    expect(mapped.map(([column]) => [column, stored.get(column)])).toEqual(mapped);
  });

  it('starts every index of a tenant table with the organization', async () => {
    const { rows } = await api.pool.query<{ table: string; index: string; definition: string }>(
      `select tablename as table, indexname as index, indexdef as definition from pg_indexes where schemaname = 'public'`,
    );
    const tenant = rows.filter(({ table, index }) => !shared.includes(table) && !(index in acrossOrganizations));
    expect(tenant.length).toBeGreaterThan(10);
    const others = tenant.filter(({ definition }) => !/\(organization_id\b/.test(definition));
    expect(others.map(({ index }) => index)).toEqual([]);
  });

  it('stores every timestamp with its time zone', async () => {
    const { rows } = await api.pool.query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type = 'timestamp without time zone'`,
    );
    expect(rows).toEqual([]);
  });

  it('is not applied to a database created before the first release, and the error says what to do', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(`update schema_migrations set name = 'Base1763600000000'`);
    await expect(migrate(database.url)).rejects.toThrow(new EarlierDatabaseError('Base1763600000000'));
    await client.end();
    await database.drop();
  });
});
