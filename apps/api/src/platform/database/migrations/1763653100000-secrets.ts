import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;

const statements = [
  // Which master keys are in use, by ids that tell nothing of them: a server with another key is told at its start.
  `create table master_keys (id text primary key, created_at timestamptz(3) not null default now())`,
  `create table data_keys (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     purpose text not null check (purpose in ('seal', 'find')),
     wrapped bytea not null,
     master_key_id text not null references master_keys (id),
     created_at timestamptz(3) not null default now(),
     retired_at timestamptz(3),
     primary key (organization_id, id))`,
  `create unique index data_keys_current on data_keys (organization_id, purpose) where retired_at is null`,
  `create index data_keys_master on data_keys (master_key_id)`,
  `create table secrets (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     name text not null,
     value bytea not null,
     fingerprint bytea not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     primary key (organization_id, id))`,
  `create unique index secrets_name on secrets (organization_id, name)`,
  `create index secrets_fingerprint on secrets (organization_id, fingerprint)`,
  // A rotation finds the keys that a master key wraps; it changes each as its organization.
  ...rowSecurity('data_keys', {
    visible: `${own} or 'master key ' || master_key_id = ${currentLookupSql}`,
    writable: own,
  }),
  ...rowSecurity('secrets'),
];

/** Keys of organizations, wrapped by a master key that is not here, and what they seal. */
export class Secrets1763653100000 implements MigrationInterface {
  readonly name = 'Secrets1763653100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table secrets, data_keys, master_keys');
  }
}
