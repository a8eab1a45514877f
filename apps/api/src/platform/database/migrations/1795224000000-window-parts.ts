import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, rowSecurity } from '../row-security.js';

const ended = `${currentLookupSql} = 'ended window parts'`;

const ofTenants = [
  // Totals of the records of a window in one piece of time. `seen`: all transactions with lesser numbers were over.
  `create table window_parts (
     organization_id uuid not null,
     key uuid not null,
     starts timestamptz(3) not null,
     ends timestamptz(3) not null,
     row_count bigint not null,
     known bigint not null,
     matching bigint not null,
     value_count bigint not null,
     odd bigint not null,
     number numeric,
     items text[],
     seen bigint not null)`,
  'create index window_parts_of on window_parts (organization_id, key, starts, ends, seen)',
  // That a record changed, came or went that happened in an hour that had ended: for each value it is found by, by which transaction.
  `create table window_changes (
     organization_id uuid not null,
     source text not null,
     key text not null,
     happened_at timestamptz(3) not null,
     changed_by bigint not null)`,
  'create index window_changes_of on window_changes (organization_id, source, key, changed_by)',
  ...['window_parts', 'window_changes'].flatMap((table) => [
    ...rowSecurity(table),
    // What has expired is removed for all organizations at once.
    `create policy ended_read on ${table} for select using (${ended})`,
    `create policy ended_delete on ${table} for delete using (${ended})`,
  ]),
  // Hours that have ended, each with the number of a transaction that began after its end. What has seen less than a floor holds no more,
  // whatever the hour. Of no organization.
  `create table window_marks (ended timestamptz(3) not null, fence bigint not null, is_floor boolean not null default false)`,
];

interface Noted {
  readonly table: string;
  readonly source: string;
  readonly time: string;
  /** By whose values a change is noted. */
  readonly keys: readonly string[];
  /** What windows link by, filter and add up, besides. */
  readonly read: readonly string[];
}

const noted: readonly Noted[] = [
  {
    table: 'transactions',
    source: 'transactions',
    time: 'transacted_at',
    keys: ['origin_entity_id', 'destination_entity_id', 'device_id'],
    read: [
      'type', 'status', 'reason', 'payment_method', 'channel', 'category', 'currency', 'decision', 'flagged', 'amount',
      'amount_in_usd', 'risk_score', 'device_address',
    ], // prettier-ignore
  },
  {
    table: 'user_events',
    source: 'userEvents',
    time: 'occurred_at',
    keys: ['entity_id', 'user_id', 'device_id', 'destination_account_id'],
    read: [
      'event_type',
      'event_date',
      'country',
      'is_vpn',
      'is_proxy',
      'is_new_device',
      'failed_attempts_count',
      'address',
    ],
  },
];

const notes = ({ table, source, time, keys }: Noted): string => {
  const note = (row: string): string => `insert into window_changes
       select distinct ${row}.organization_id, '${source}', key, ${row}.${time}, pg_current_xact_id()::text::bigint
       from unnest(array[${keys.map((key) => `${row}.${key}::text`).join(', ')}]) key where key is not null;`;
  // Records that move to another partition stay what they are.
  return `create function note_${table}() returns trigger language plpgsql as $$ begin
     if current_setting('tamis.records_stay', true) = 'on' then return null; end if;
     if tg_op <> 'INSERT' then ${note('old')} end if;
     if tg_op <> 'DELETE' then ${note('new')} end if;
     return null;
   end $$`;
};

// A condition of the trigger costs a record of the present hour next to nothing.
const triggers = ({ table, time, keys, read }: Noted): readonly string[] => {
  const hasEnded = (row: string): string => `${row}.${time} < date_trunc('hour', clock_timestamp(), 'UTC')`;
  const values = (row: string): string =>
    `(${['organization_id', time, ...keys, ...read].map((column) => `${row}.${column}`).join(', ')})`;
  const conditions = {
    insert: hasEnded('new'),
    update: `(${hasEnded('old')} or ${hasEnded('new')}) and ${values('old')} is distinct from ${values('new')}`,
    delete: hasEnded('old'),
  };
  return Object.entries(conditions).map(
    ([event, condition]) => `create trigger note_${event} after ${event} on ${table} for each row
       when (${condition}) execute function note_${table}()`,
  );
};

/** Totals of windows with many records are kept in parts, and changes of records noted that parts may have counted. */
export class WindowParts1795224000000 implements MigrationInterface {
  readonly name = 'WindowParts1795224000000';

  async up(runner: QueryRunner): Promise<void> {
    const ofRecords = noted.flatMap((each) => [notes(each), ...triggers(each)]);
    for (const statement of [...ofTenants, ...ofRecords]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of noted) {
      for (const event of ['insert', 'update', 'delete']) await runner.query(`drop trigger note_${event} on ${table}`);
      await runner.query(`drop function note_${table}`);
    }
    for (const table of ['window_marks', 'window_changes', 'window_parts']) await runner.query(`drop table ${table}`);
  }
}
