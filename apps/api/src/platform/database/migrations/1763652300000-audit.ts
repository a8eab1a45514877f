import type { MigrationInterface, QueryRunner } from 'typeorm';

import { appRole } from '../app-role.js';
import { currentOrganizationSql, rowSecurity } from '../row-security.js';

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

// Whoever appends waits for the one before: the head is locked until the transaction ends, and goes back with one that fails. It runs
// with the rights of the owner, whom row-level security may not bind, and so asks for the organization itself.
const append = `create function audit_append(organization uuid, contents text[]) returns void
   language plpgsql security definer set search_path = public, pg_catalog as $$
   declare
     head audit_heads;
     content text;
     previous text;
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
       insert into audit_events (organization_id, sequence, content, previous_hash, hash)
         values (organization, head.sequence, content::json, previous, head.hash);
     end loop;
     update audit_heads set sequence = head.sequence, hash = head.hash where organization_id = organization;
   end $$`;

const rights = [
  `revoke insert, update, delete, truncate on audit_events, audit_heads from ${appRole}`,
  `revoke execute on function audit_append from public`,
  `grant execute on function audit_append to ${appRole}`,
];

/** The audit trail: what was changed, by whom, in a chain of hashes for each organization that only grows. */
export class Audit1763652300000 implements MigrationInterface {
  readonly name = 'Audit1763652300000';

  async up(runner: QueryRunner): Promise<void> {
    const policies = [...rowSecurity('audit_heads'), ...rowSecurity('audit_events')];
    for (const statement of [...tables, append, ...policies, ...rights]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_events, audit_heads');
    await runner.query('drop function audit_append');
  }
}
