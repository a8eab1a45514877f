import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;

// What a periodic job may set to `expired`. `expired_for` is the `expires_at` that was acted upon: whoever brings the entity back
// is not overruled by the same date again.
const expires = `expires_at is not null and deleted_at is null and not status_locked
  and status not in ('expired', 'blocked', 'suspended', 'rejected', 'deleted') and expired_for is distinct from expires_at`;

const statements = [
  `alter table entities
     alter column country_code drop not null,
     add column email text,
     add column phone text,
     add column metadata json,
     add column risk_matrix_ids uuid[] not null default '{}',
     add column risk_level text not null default 'LOW' check (risk_level in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
     add column manual_risk json,
     add column current_evaluation jsonb,
     add column status_locked boolean not null default false,
     add column status_reason text,
     add column expires_at timestamptz(3),
     add column expired_for timestamptz(3)`,
  // The external id of a deleted entity is free again.
  `drop index entities_external_id`,
  `create unique index entities_external_id on entities (organization_id, external_id)
     where external_id is not null and deleted_at is null`,
  `create index entities_type on entities (organization_id, type, created_at, id) where deleted_at is null`,
  `create index entities_country on entities (organization_id, country_code, created_at, id) where deleted_at is null`,
  // What has expired is found for all organizations at once, and changed as each of them.
  `create index entities_expiring on entities (expires_at) where ${expires}`,
  `drop policy tenant on entities`,
  ...rowSecurity('entities', {
    visible: `${own} or (${currentLookupSql} = 'expired entities' and ${expires} and expires_at <= now())`,
    writable: own,
  }),
  `create table entity_status_history (
     organization_id uuid not null references organizations (id),
     entity_id uuid not null,
     id uuid not null,
     status text not null,
     previous_status text,
     reason text,
     changed_by jsonb not null,
     source text not null check (source in ('api', 'dashboard', 'rule', 'automation', 'kyc', 'system')),
     changed_at timestamptz(3) not null,
     primary key (organization_id, entity_id, id))`,
  ...rowSecurity('entity_status_history'),
];

/** The whole record of an entity, and the history of its status. */
export class EntityRecord1795195900000 implements MigrationInterface {
  readonly name = 'EntityRecord1795195900000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table entity_status_history');
    for (const command of ['read', 'insert', 'update', 'delete']) {
      await runner.query(`drop policy tenant_${command} on entities`);
    }
    await runner.query('drop index entities_expiring, entities_country, entities_type, entities_external_id');
    await runner.query(
      `alter table entities drop column email, drop column phone, drop column metadata, drop column risk_matrix_ids,
         drop column risk_level, drop column manual_risk, drop column current_evaluation, drop column status_locked,
         drop column status_reason, drop column expires_at, drop column expired_for`,
    );
    await runner.query(
      'create unique index entities_external_id on entities (organization_id, external_id) where external_id is not null',
    );
    for (const statement of rowSecurity('entities')) await runner.query(statement);
  }
}
