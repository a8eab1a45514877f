import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;
const deliverable = { visible: `${own} or ${currentLookupSql} = 'webhooks'`, writable: own };

const sharedTypes = (types: string): readonly string[] => [
  `alter table child_shares drop constraint child_shares_resource_type_check`,
  `alter table child_shares add constraint child_shares_resource_type_check check (resource_type in (${types}))`,
];

const statements = [
  // `headers` are sealed with the secrets: receivers are told credentials in them.
  `create table webhooks (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     name text not null,
     description text,
     url text not null,
     events text[] not null,
     filters json not null,
     enabled boolean not null,
     status text not null check (status in ('active', 'disabled_by_failures')),
     headers bytea,
     api_version text,
     timeout_ms int not null,
     secret bytea not null,
     secret_preview text not null,
     previous_secret bytea,
     previous_secret_expires_at timestamptz(3),
     failing_since timestamptz(3),
     last_delivery_at timestamptz(3),
     last_status_code int,
     created_by text not null,
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     primary key (organization_id, id))`,
  // `body` is exactly what is signed and sent.
  `create table webhook_deliveries (
     organization_id uuid not null,
     id uuid not null,
     webhook_id uuid not null,
     event_id text not null,
     event text not null,
     body text not null,
     status text not null check (status in ('pending', 'delivered', 'failed', 'exhausted', 'simulated')),
     attempts json not null default '[]',
     next_attempt_at timestamptz(3),
     leased_until timestamptz(3),
     created_at timestamptz(3) not null,
     primary key (organization_id, id),
     foreign key (organization_id, webhook_id) references webhooks on delete cascade)`,
  `create index webhook_deliveries_of on webhook_deliveries (organization_id, webhook_id, created_at, id) include (status)`,
  `create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status in ('pending', 'failed')`,
  // How far the outbox of an organization was read, as its reader says it.
  `create table webhook_cursors (
     organization_id uuid primary key references organizations (id),
     snapshot text not null)`,
  ...['webhooks', 'webhook_deliveries', 'webhook_cursors'].flatMap((table) => rowSecurity(table, deliverable)),
  ...sharedTypes(`'risk_matrix', 'data_list', 'webhook'`),
];

/** Webhooks, what is sent to them, and how far that has come. */
export class Webhooks1795255200000 implements MigrationInterface {
  readonly name = 'Webhooks1795255200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Of all organizations: their policies bind the owner of the table as well.
    await runner.query('alter table child_shares no force row level security');
    await runner.query(`delete from child_shares where resource_type = 'webhook'`);
    await runner.query('alter table child_shares force row level security');
    for (const statement of sharedTypes(`'risk_matrix', 'data_list'`)) await runner.query(statement);
    await runner.query('drop table webhook_cursors, webhook_deliveries, webhooks');
  }
}
