import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

// The account type has no constraint: types of former times are read, as `other`.
const tables = [
  `create table entity_accounts (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     entity_id uuid not null,
     external_account_id text,
     account_type text not null,
     legacy_account_type text,
     currency text not null,
     status text not null check (status in ('active', 'inactive', 'pending', 'blocked', 'closed')),
     is_primary boolean not null,
     cbu text,
     cvu text,
     alias text,
     iban text,
     account_number bytea,
     account_number_hash bytea,
     routing_number text,
     bank_code text,
     branch_code text,
     bank_name text,
     bic text,
     pix_key text,
     pix_key_type text,
     clabe text,
     wallet_address text,
     network text,
     country_code text,
     holder_name text,
     holder_tax_id text,
     opened_at timestamptz(3),
     closed_at timestamptz(3),
     metadata json not null default '{}',
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     deleted_at timestamptz(3),
     primary key (organization_id, id),
     foreign key (organization_id, entity_id) references entities (organization_id, id))`,
  `create index entity_accounts_entity on entity_accounts (organization_id, entity_id, created_at, id)`,
  `create unique index entity_accounts_primary on entity_accounts (organization_id, entity_id, currency)
     where is_primary and deleted_at is null`,
  // Requests of one entity follow one another and find duplicates themselves; these are for everybody else who writes.
  `create unique index entity_accounts_external_id on entity_accounts (organization_id, entity_id, external_account_id)
     where external_account_id is not null and deleted_at is null`,
  `create unique index entity_accounts_number on entity_accounts (organization_id, entity_id, account_number_hash)
     where account_number_hash is not null and deleted_at is null`,
  `create table country_activations (
     organization_id uuid not null references organizations (id),
     entity_id uuid not null,
     country_code text not null,
     status text not null
       check (status in ('deactivated', 'activation_requested', 'activation_in_progress', 'activated')),
     activated_at timestamptz(3),
     deactivated_at timestamptz(3),
     updated_at timestamptz(3) not null,
     primary key (organization_id, entity_id, country_code),
     foreign key (organization_id, entity_id) references entities (organization_id, id))`,
  `create table country_activation_changes (
     organization_id uuid not null references organizations (id),
     entity_id uuid not null,
     country_code text not null,
     id uuid not null,
     status text not null,
     previous_status text not null,
     changed_by jsonb not null,
     changed_at timestamptz(3) not null,
     primary key (organization_id, entity_id, country_code, id),
     foreign key (organization_id, entity_id) references entities (organization_id, id))`,
];

const names = ['entity_accounts', 'country_activations', 'country_activation_changes'];

/** Financial accounts of entities, and the countries they are active in. */
export class EntityAccounts1795196300000 implements MigrationInterface {
  readonly name = 'EntityAccounts1795196300000';

  async up(runner: QueryRunner): Promise<void> {
    const policies = names.flatMap((table) => rowSecurity(table));
    for (const statement of [...tables, ...policies]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table ${names.toReversed().join(', ')}`);
  }
}
