import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql } from '../row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;
const outboxRead = (lookups: string): readonly string[] => [
  'drop policy tenant_read on outbox',
  `create policy tenant_read on outbox for select using (${own} or ${currentLookupSql} in (${lookups}))`,
];

const statements = [
  // What was over when it was switched on: it is sent what is committed later, and nothing else.
  `alter table webhooks add column since pg_snapshot not null default pg_current_snapshot()`,
  `create function begin_webhook() returns trigger language plpgsql as $body$
   begin
     new.since := pg_current_snapshot();
     new.failing_since := null;
     return new;
   end $body$`,
  `create trigger begin_webhook before update on webhooks for each row
     when (new.enabled and new.status = 'active' and not (old.enabled and old.status = 'active')) execute function begin_webhook()`,
  // What is being read: all that was over in `until`, up to the row `after` of it.
  `alter table webhook_cursors add column until text, add column after bigint not null default 0`,
  `alter table webhook_deliveries add column attempt int not null default 0`,
  'drop index webhook_deliveries_due',
  `create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_id, next_attempt_at)
     where next_attempt_at is not null`,
  `create index webhook_deliveries_leased on webhook_deliveries (organization_id, webhook_id) where leased_until is not null`,
  // Whoever makes deliveries asks which organizations have new events.
  ...outboxRead(`'old events', 'webhooks'`),
];

/** How events become deliveries, and how these are sent. */
export class WebhookDeliveries1795258800000 implements MigrationInterface {
  readonly name = 'WebhookDeliveries1795258800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of outboxRead(`'old events'`)) await runner.query(statement);
    await runner.query('drop index webhook_deliveries_leased, webhook_deliveries_due');
    await runner.query(
      `create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status in ('pending', 'failed')`,
    );
    await runner.query('alter table webhook_deliveries drop column attempt');
    await runner.query('alter table webhook_cursors drop column until, drop column after');
    await runner.query('drop trigger begin_webhook on webhooks');
    await runner.query('drop function begin_webhook');
    await runner.query('alter table webhooks drop column since');
  }
}
