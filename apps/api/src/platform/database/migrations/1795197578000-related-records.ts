import type { MigrationInterface, QueryRunner } from 'typeorm';

// Columns, not indexes of expressions: under row-level security the planner looks nothing up by an expression that is not proven to
// tell nothing of the row, and none that reads JSON is.
const statements = [
  `alter table audit_events
     add column related_transaction_id text generated always as (content #>> '{relatedIds,transactionId}') stored,
     add column related_entity_id text generated always as (content #>> '{relatedIds,entityId}') stored`,
  `create index audit_events_related_transaction on audit_events (organization_id, related_transaction_id, sequence)
     where related_transaction_id is not null`,
  `create index audit_events_related_entity on audit_events (organization_id, related_entity_id, sequence)
     where related_entity_id is not null`,
  'drop index transactions_device',
  `alter table transactions add column device_id text generated always as (device_details ->> 'deviceId') stored`,
  `create index transactions_device on transactions (organization_id, origin_entity_id, device_id) where device_id is not null`,
];

const undo = [
  'drop index transactions_device',
  'alter table transactions drop column device_id',
  `create index transactions_device on transactions (organization_id, origin_entity_id, (device_details ->> 'deviceId'))
     where device_details ->> 'deviceId' is not null`,
  'alter table audit_events drop column related_transaction_id, drop column related_entity_id',
];

/** Entries of the audit trail by the transaction and the entity they are related to, and transactions by their device. */
export class RelatedRecords1795197578000 implements MigrationInterface {
  readonly name = 'RelatedRecords1795197578000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of undo) await runner.query(statement);
  }
}
