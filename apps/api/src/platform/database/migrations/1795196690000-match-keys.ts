import { companyKeys } from '@tamis/screening';
import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

// A row for each key by which a company may be found again. The primary key is the index that is asked, and it answers alone. Its
// equality is one that row-level security trusts, which that of arrays and of expressions is not.
const table = [
  `create table entity_match_keys (
     organization_id uuid not null,
     key text collate "C" not null,
     entity_id uuid not null,
     primary key (organization_id, key, entity_id))`,
  ...rowSecurity('entity_match_keys'),
];

const batch = 10_000;

interface StoredCompany {
  readonly organization_id: string;
  readonly id: string;
  readonly name: string;
  readonly external_id: string | null;
}

/** The keys of companies, those that are there included. */
export class MatchKeys1795196690000 implements MigrationInterface {
  readonly name = 'MatchKeys1795196690000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of table) await runner.query(statement);
    const tables = ['entities', 'entity_match_keys'];
    for (const name of tables) await runner.query(`alter table ${name} no force row level security`);
    await fill(runner);
    for (const name of tables) await runner.query(`alter table ${name} force row level security`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table entity_match_keys');
  }
}

async function fill(runner: QueryRunner): Promise<void> {
  const nobody = '00000000-0000-0000-0000-000000000000';
  for (let after = [nobody, nobody]; ;) {
    const companies = (await runner.query(
      `select organization_id, id, name, external_id from entities
       where (organization_id, id) > ($1, $2) and type = 'company' and deleted_at is null
       order by organization_id, id limit ${batch}`,
      after,
    )) as StoredCompany[];
    const last = companies.at(-1);
    if (last === undefined) return;
    const rows = companies.flatMap((company) =>
      companyKeys(company.name, company.external_id).map((key) => [company.organization_id, key, company.id] as const),
    );
    await runner.query(
      'insert into entity_match_keys select * from unnest($1::uuid[], $2::text[], $3::uuid[])',
      [0, 1, 2].map((column) => rows.map((row) => row[column])),
    );
    after = [last.organization_id, last.id];
  }
}
