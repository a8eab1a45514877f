import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The events of a row, as JSON text: `[{"id", "event", "payload"}, …]`. */
const pack = [
  'alter table outbox no force row level security',
  'alter table outbox add column events text',
  `update outbox set events = json_build_array(json_build_object('id', id, 'event', event, 'payload', payload))::text`,
  'alter table outbox alter column events set not null, drop column event, drop column payload',
  // Read once and removed: to compress them costs more than to write them.
  'alter table outbox alter column events set storage external',
  'alter table outbox force row level security',
];

/** One event a row, in the order in which they were written. */
const view = `create view outbox_events with (security_invoker = true) as
  select o.organization_id, (e.told ->> 'id')::uuid as id, o.seq, e.place, e.told ->> 'event' as event, e.told -> 'payload' as payload,
    o.created_at, o.secret
  from outbox o cross join lateral json_array_elements(o.events::json) with ordinality as e (told, place)`;

const unpack = [
  'drop view outbox_events',
  'alter table outbox no force row level security',
  'alter table outbox add column event text, add column payload json, alter column events drop not null',
  `with packed as (delete from outbox returning *)
   insert into outbox (organization_id, id, event, payload, created_at, secret)
     select p.organization_id, (e.told ->> 'id')::uuid, e.told ->> 'event', e.told -> 'payload', p.created_at, p.secret
     from packed p cross join lateral json_array_elements(p.events::json) with ordinality as e (told, place) order by p.seq, e.place`,
  'alter table outbox alter column event set not null, alter column payload set not null, drop column events',
  'alter table outbox force row level security',
];

/** What one write announces is one row of the outbox: a payment announces four events or more. */
export class PackedOutbox1795235400000 implements MigrationInterface {
  readonly name = 'PackedOutbox1795235400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...pack, view]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of unpack) await runner.query(statement);
  }
}
