import type { MigrationInterface, QueryRunner } from 'typeorm';

import { appRole } from '../app-role.js';
import { rowSecurity } from '../row-security.js';

interface Partitioned {
  readonly table: string;
  /** Evaluations by their id, which begins with the time it was made. */
  readonly by: string;
  readonly primaryKey: string;
  /** Keeps external ids unique, which no index over partitions of another key can. */
  readonly keys?: {
    readonly table: string;
    readonly constraint: string;
    readonly dropped: string;
    readonly restored: string;
  };
  readonly hasArrival: boolean;
}

const partitioned: readonly Partitioned[] = [
  {
    table: 'transactions',
    by: 'transacted_at',
    primaryKey: 'organization_id, id, transacted_at',
    keys: {
      table: 'transaction_keys',
      constraint: 'transactions_external_id',
      dropped: 'alter table transactions drop constraint transactions_external_id',
      restored:
        'alter table transactions add constraint transactions_external_id unique (organization_id, external_id)',
    },
    hasArrival: true,
  },
  {
    table: 'user_events',
    by: 'occurred_at',
    primaryKey: 'organization_id, id, occurred_at',
    keys: {
      table: 'user_event_keys',
      constraint: 'user_events_external_id',
      dropped: 'drop index user_events_external_id',
      restored: `create unique index user_events_external_id on user_events (organization_id, external_id)
        where external_id is not null`,
    },
    hasArrival: true,
  },
  { table: 'evaluations', by: 'id', primaryKey: 'organization_id, id', hasArrival: false },
];

/** The present definitions of what hangs on a table, so that they can be made anew. */
async function definitionsOf(runner: QueryRunner, table: string): Promise<readonly string[]> {
  const found = (await runner.query(
    `select indexdef as sql from pg_indexes where schemaname = current_schema() and tablename = $1
       and indexname not in (select conname from pg_constraint where conrelid = $1::regclass)
     union all
     select pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::regclass and not tgisinternal`,
    [table],
  )) as { sql: string }[];
  return found.map(({ sql }) => sql);
}

async function columnsOf(runner: QueryRunner, table: string): Promise<string> {
  const found = (await runner.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )) as { columns: string }[];
  return found[0]!.columns;
}

/**
 * Makes a table anew, with its rows, indexes and triggers, in another form. Nothing refers to the organization any more: whose a row is
 * comes from a key that was looked up, policies let nobody write for another, and no organization is ever deleted. A check of each row
 * would lock the organization for every payment.
 */
async function rebuild(
  runner: QueryRunner,
  { table, hasArrival }: Partitioned,
  form: { readonly primaryKey: string; readonly partitionBy: string | null },
): Promise<void> {
  const definitions = await definitionsOf(runner, table);
  const columns = await columnsOf(runner, table);
  await runner.query(`alter table ${table} rename to former_rows`);
  // Its owner reads all rows of it, not those of one organization.
  await runner.query('alter table former_rows no force row level security');
  const parted = form.partitionBy === null ? '' : `partition by range (${form.partitionBy})`;
  await runner.query(`create table ${table} (like former_rows including defaults including generated) ${parted}`);
  if (parted !== '') {
    await runner.query(`create table ${table}_rest partition of ${table} default`);
    await runner.query(`revoke all on ${table}_rest from ${appRole}`);
  }
  await runner.query(`insert into ${table} (${columns}) select ${columns} from former_rows`);
  const next = hasArrival ? await nextArrival(runner) : null;
  await runner.query('drop table former_rows cascade');
  for (const statement of next === null ? [] : arrivalsOf(table, next)) await runner.query(statement);
  await runner.query(`alter table ${table} add constraint ${table}_pkey primary key (${form.primaryKey})`);
  for (const statement of definitions) await runner.query(statement);
}

async function nextArrival(runner: QueryRunner): Promise<string> {
  const found = (await runner.query('select coalesce(max(seq), 0) + 1 as next from former_rows')) as { next: string }[];
  return found[0]!.next;
}

// Partitioned tables have identity columns from PostgreSQL 17 on.
const arrivalsOf = (table: string, next: string): readonly string[] => [
  `create sequence ${table}_seq_seq start ${next} owned by ${table}.seq`,
  `alter table ${table} alter column seq set default nextval('${table}_seq_seq')`,
  `grant select, usage on sequence ${table}_seq_seq to ${appRole}`,
];

const keysOf = ({ table, by, keys }: Partitioned): readonly string[] =>
  keys === undefined
    ? []
    : [
        `create table ${keys.table} (
           organization_id uuid not null,
           external_id text not null,
           id uuid not null,
           ${by} timestamptz(3) not null,
           constraint ${keys.constraint} primary key (organization_id, external_id))`,
        `insert into ${keys.table} select organization_id, external_id, id, ${by} from ${table} where external_id is not null`,
        ...rowSecurity(keys.table),
        // Once a statement, whatever the number of its rows.
        `create function keep_${keys.table}() returns trigger language plpgsql as $$ begin
           insert into ${keys.table} (organization_id, external_id, id, ${by})
             select organization_id, external_id, id, ${by} from added where external_id is not null;
           return null;
         end $$`,
        `create trigger keep_keys after insert on ${table} referencing new table as added
           for each statement execute function keep_${keys.table}()`,
      ];

const droppedPeriods = [
  `create table dropped_periods (
     record_table text not null,
     dropped_from timestamptz(3) not null,
     dropped_until timestamptz(3) not null,
     dropped_at timestamptz(3) not null,
     primary key (record_table, dropped_from))`,
  `revoke insert, update, delete on dropped_periods from ${appRole}`,
];

/** Payments, user events and evaluations are partitioned by time: `migrate` adds the partitions. */
export class Partitions1795207860000 implements MigrationInterface {
  readonly name = 'Partitions1795207860000';

  async up(runner: QueryRunner): Promise<void> {
    for (const each of partitioned) {
      if (each.keys) await runner.query(each.keys.dropped);
      await rebuild(runner, each, { primaryKey: each.primaryKey, partitionBy: each.by });
      for (const statement of [...keysOf(each), ...rowSecurity(each.table)]) await runner.query(statement);
    }
    for (const statement of droppedPeriods) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table dropped_periods');
    for (const each of partitioned) {
      const { table, keys } = each;
      if (keys) {
        await runner.query(`drop trigger keep_keys on ${table}`);
        await runner.query(`drop table ${keys.table}`);
        await runner.query(`drop function keep_${keys.table}`);
      }
      await rebuild(runner, each, { primaryKey: 'organization_id, id', partitionBy: null });
      for (const statement of rowSecurity(table)) await runner.query(statement);
      if (keys) await runner.query(keys.restored);
    }
  }
}
