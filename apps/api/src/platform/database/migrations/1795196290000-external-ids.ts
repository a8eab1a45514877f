import type { MigrationInterface, QueryRunner } from 'typeorm';

import { appRole } from '../app-role.js';
import { rowSecurity } from '../row-security.js';

// Whoever stores an external id beside the id of its entity holds this lock, shared, until the transaction ends; whoever changes
// external ids takes it alone at the end. An organization has 128, so that a transaction of many rows never needs more.
const lock = `create function external_id_lock(organization uuid, entity uuid) returns bigint
  language sql immutable parallel safe
  return hashtextextended('external ids ' || organization::text, (hashtext(entity::text) & 127)::bigint)`;

// After the lock was granted, what the other one committed is visible: each statement of a volatile function looks anew.
const settle = `create function settle_external_id(organization uuid, entity uuid, named text) returns text
  language plpgsql volatile as $$
  declare present text;
  begin
    perform pg_advisory_xact_lock_shared(external_id_lock(organization, entity));
    if exists (select from former_external_ids f
      where f.organization_id = organization and f.entity_id = entity and f.external_id = named) then
      select e.external_id into present from entities e
        where e.organization_id = organization and e.id = entity and e.deleted_at is null;
    end if;
    return coalesce(present, named);
  end $$`;

interface Named {
  readonly entity: string;
  readonly externalId: string;
}

const tables: Readonly<Record<string, readonly Named[]>> = {
  transactions: ['origin', 'destination'].map((side) => ({
    entity: `${side}_entity_id`,
    externalId: `${side}_external_id`,
  })),
  user_events: [{ entity: 'entity_id', externalId: 'entity_external_id' }],
};

// The arrival number is drawn again: that of the row was drawn before the lock was granted, and tells nothing.
const triggersOf = ([table, columns]: readonly [string, readonly Named[]]): readonly string[] => [
  `create function settle_${table}() returns trigger language plpgsql as $$ begin
     ${columns
       .map(
         ({ entity, externalId }) => `if new.${entity} is not null and new.${externalId} is not null then
       new.${externalId} := settle_external_id(new.organization_id, new.${entity}, new.${externalId});
     end if;`,
       )
       .join('\n     ')}
     new.seq := nextval('${table}_seq_seq');
     return new;
   end $$`,
  `create trigger settle_external_ids before insert on ${table} for each row
     when (${columns.map(({ entity, externalId }) => `new.${entity} is not null and new.${externalId} is not null`).join(' or ')})
     execute function settle_${table}()`,
];

const rights = 'select, usage on sequence transactions_seq_seq, user_events_seq_seq';

const statements = [
  `create table former_external_ids (
     organization_id uuid not null,
     entity_id uuid not null,
     external_id text not null,
     changed_at timestamptz(3) not null,
     primary key (organization_id, entity_id, external_id),
     foreign key (organization_id, entity_id) references entities (organization_id, id))`,
  ...rowSecurity('former_external_ids'),
  lock,
  settle,
  ...Object.entries(tables).flatMap(triggersOf),
  // Payments that name a party which was nobody when they came: found by that name, a batch at a time.
  ...['origin', 'destination'].map(
    (side) => `create index transactions_unlinked_${side} on transactions (organization_id, ${side}_external_id, seq)
      where ${side}_entity_id is null and ${side}_external_id is not null`,
  ),
  // The arrival numbers tell which references came after a moment.
  `grant ${rights} to ${appRole}`,
];

/** Changing the external id of an entity: what finds the references to it, and what keeps new ones from bearing the former id. */
export class ExternalIds1795196290000 implements MigrationInterface {
  readonly name = 'ExternalIds1795196290000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`revoke ${rights} from ${appRole}`);
    await runner.query('drop index transactions_unlinked_origin, transactions_unlinked_destination');
    for (const table of Object.keys(tables)) {
      await runner.query(`drop trigger settle_external_ids on ${table}`);
      await runner.query(`drop function settle_${table}`);
    }
    await runner.query('drop function settle_external_id, external_id_lock');
    await runner.query('drop table former_external_ids');
  }
}
