import type { MigrationInterface, QueryRunner } from 'typeorm';

import { appRole } from '../app-role.js';
import { rowSecurity } from '../row-security.js';

const field = (name: string, path: string): string =>
  `${name} text generated always as (content #>> '{${path}}') stored`;

// The content is what the hash is made of. Whatever filters read is generated from it, so that it cannot be changed alone.
const tables = [
  `create table audit_heads (
     organization_id uuid primary key references organizations (id),
     sequence bigint not null,
     hash text not null) with (fillfactor = 50)`,
  `create table audit_events (
     organization_id uuid not null references organizations (id),
     sequence bigint not null,
     content json not null,
     previous_hash text not null,
     hash text not null,
     id uuid not null generated always as ((content ->> 'id')::uuid) stored,
     ${field('event', 'event')},
     ${field('resource_type', 'resourceType')},
     ${field('resource_id', 'resourceId')},
     ${field('actor_type', 'actor,type')},
     ${field('actor_id', 'actor,id')},
     happened_at text collate "C" generated always as (content ->> 'timestamp') stored,
     primary key (organization_id, sequence))`,
  `create index audit_events_resource on audit_events (organization_id, resource_type, resource_id, sequence)`,
  `create index audit_events_actor on audit_events (organization_id, actor_id, sequence)`,
  `create index audit_events_event on audit_events (organization_id, event, sequence)`,
];

// Whoever appends waits for the one before: the head is locked until the transaction ends, and goes back with one that fails.
const chain = [
  `create function audit_chain() returns trigger language plpgsql security definer set search_path = public, pg_catalog as $$
   declare head audit_heads;
   begin
     loop
       select * into head from audit_heads where organization_id = new.organization_id for update;
       exit when found;
       insert into audit_heads values (new.organization_id, 0, repeat('0', 64)) on conflict do nothing;
     end loop;
     new.sequence := head.sequence + 1;
     new.previous_hash := head.hash;
     new.hash := encode(sha256(convert_to(concat_ws(e'\\n', new.previous_hash, new.organization_id, new.sequence, new.content), 'UTF8')), 'hex');
     update audit_heads set sequence = new.sequence, hash = new.hash where organization_id = new.organization_id;
     return new;
   end $$`,
  `create trigger audit_chain before insert on audit_events for each row execute function audit_chain()`,
];

const rights = [
  `revoke update, delete, truncate on audit_events from ${appRole}`,
  `revoke insert, update, delete, truncate on audit_heads from ${appRole}`,
];

/** The audit trail: what was changed, by whom, in a chain of hashes for each organization that only grows. */
export class Audit1763652300000 implements MigrationInterface {
  readonly name = 'Audit1763652300000';

  async up(runner: QueryRunner): Promise<void> {
    const policies = [...rowSecurity('audit_heads'), ...rowSecurity('audit_events')];
    for (const statement of [...tables, ...chain, ...policies, ...rights]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_events, audit_heads');
    await runner.query('drop function audit_chain');
  }
}
