import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentOrganizationSql } from '../row-security.js';

/** Tables that a payment writes to, whose rows name an organization that is never deleted and was looked up before. */
const written = ['outbox', 'audit_events', 'alerts', 'inbox_changes', 'waiting_runs'] as const;

const constraint = (table: string): string => `${table}_organization_id_fkey`;

/** What filters of the trail read, each with its type and the generated expression it had. */
const filed: readonly (readonly [name: string, type: string, former: string])[] = [
  ['id', 'uuid not null', `(content ->> 'id')::uuid`],
  ['event', 'text', `content #>> '{event}'`],
  ['resource_type', 'text', `content #>> '{resourceType}'`],
  ['resource_id', 'text', `content #>> '{resourceId}'`],
  ['actor_type', 'text', `content #>> '{actor,type}'`],
  ['actor_id', 'text', `content #>> '{actor,id}'`],
  ['happened_at', 'text collate "C"', `content ->> 'timestamp'`],
  ['related_transaction_id', 'text', `content #>> '{relatedIds,transactionId}'`],
  ['related_entity_id', 'text', `content #>> '{relatedIds,entityId}'`],
];

const names = filed.map(([name]) => name).join(', ');

/** Of entries `(entry, own, place)`. One reading of the JSON for all columns: each generated column read it for itself. */
const readOnce = `insert into audit_events (organization_id, sequence, content, previous_hash, hash, ${names})
     select organization, head.sequence - cardinality(hashes) + place, entry, lag(own, 1, first_previous) over (order by place), own,
       told.id, told.event, told."resourceType", told."resourceId", told.actor ->> 'type', told.actor ->> 'id', told.timestamp,
       told."relatedIds" ->> 'transactionId', told."relatedIds" ->> 'entityId'
     from unnest(contents::json[], hashes) with ordinality as entries (entry, own, place), json_to_record(entry) as told
       (id uuid, event text, "resourceType" text, "resourceId" text, "timestamp" text, actor json, "relatedIds" json);`;

const generated = `insert into audit_events (organization_id, sequence, content, previous_hash, hash)
       select organization, head.sequence - cardinality(hashes) + place, entry::json, lag(own, 1, first_previous) over (order by place), own
       from unnest(contents, hashes) with ordinality as entries (entry, own, place);`;

const append = (insert: string): string => `
   create or replace function audit_append(organization uuid, contents text[]) returns void
   language plpgsql security definer set search_path = public, pg_catalog as $$
   declare
     head audit_heads;
     content text;
     previous text;
     first_previous text;
     hashes text[] := array[]::text[];
   begin
     if organization is distinct from ${currentOrganizationSql} then
       raise exception 'an organization appends to its own audit trail' using errcode = 'insufficient_privilege';
     end if;
     loop
       select * into head from audit_heads where organization_id = organization for update;
       exit when found;
       insert into audit_heads values (organization, 0, repeat('0', 64)) on conflict do nothing;
     end loop;
     foreach content in array contents loop
       previous := head.hash;
       head.sequence := head.sequence + 1;
       head.hash := encode(sha256(convert_to(concat_ws(e'\\n', previous, organization, head.sequence, content), 'UTF8')), 'hex');
       first_previous := coalesce(first_previous, previous);
       hashes := hashes || head.hash;
     end loop;
     ${insert}
     update audit_heads set sequence = head.sequence, hash = head.hash where organization_id = organization;
   end $$`;

const up = [
  ...written.map((table) => `alter table ${table} drop constraint ${constraint(table)}`),
  // Events are read once and removed: to compress those that fit a page costs more than to write them.
  'alter table outbox set (toast_tuple_target = 8160)',
  `alter table audit_events ${filed.map(([name]) => `alter column ${name} drop expression`).join(', ')}`,
  append(readOnce),
];

const indexes = [
  'audit_events_resource on audit_events (organization_id, resource_type, resource_id, sequence)',
  'audit_events_actor on audit_events (organization_id, actor_id, sequence)',
  'audit_events_event on audit_events (organization_id, event, sequence)',
  ...['related_transaction', 'related_entity'].map(
    (name) =>
      `audit_events_${name} on audit_events (organization_id, ${name}_id, sequence) where ${name}_id is not null`,
  ),
];

const down = [
  ...written.map(
    (table) =>
      `alter table ${table} add constraint ${constraint(table)} foreign key (organization_id) references organizations (id)`,
  ),
  'alter table outbox reset (toast_tuple_target)',
  `alter table audit_events ${filed.map(([name]) => `drop column ${name}`).join(', ')}`,
  `alter table audit_events ${filed.map(([name, type, former]) => `add column ${name} ${type} generated always as (${former}) stored`).join(', ')}`,
  ...indexes.map((index) => `create index ${index}`),
  append(generated),
];

/**
 * What a payment writes is checked and taken apart less often. Columns of the audit trail are filled by the one function that appends;
 * that they still say what the hashed content says is a part of verifying the trail.
 */
export class LighterWrites1795221600000 implements MigrationInterface {
  readonly name = 'LighterWrites1795221600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of up) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of down) await runner.query(statement);
  }
}
