import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Named {
  readonly entity: string;
  readonly externalId: string;
}

interface Recorded {
  readonly table: string;
  readonly source: string;
  readonly time: string;
  readonly named: readonly Named[];
  readonly keys: string;
  /** By whose values a change is noted. */
  readonly noted: readonly string[];
  /** What windows link by, filter and add up, besides. */
  readonly read: readonly string[];
}

const recorded: readonly Recorded[] = [
  {
    table: 'transactions',
    source: 'transactions',
    time: 'transacted_at',
    named: ['origin', 'destination'].map((side) => ({
      entity: `${side}_entity_id`,
      externalId: `${side}_external_id`,
    })),
    keys: 'transaction_keys',
    noted: ['origin_entity_id', 'destination_entity_id', 'device_id'],
    read: [
      'type', 'status', 'reason', 'payment_method', 'channel', 'category', 'currency', 'decision', 'flagged', 'amount',
      'amount_in_usd', 'risk_score', 'device_address',
    ], // prettier-ignore
  },
  {
    table: 'user_events',
    source: 'userEvents',
    time: 'occurred_at',
    named: [{ entity: 'entity_id', externalId: 'entity_external_id' }],
    keys: 'user_event_keys',
    noted: ['entity_id', 'user_id', 'device_id', 'destination_account_id'],
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

const isNamed = ({ entity, externalId }: Named): string =>
  `new.${entity} is not null and new.${externalId} is not null`;

const settleTrigger = (table: string, condition: string): readonly string[] => [
  `drop trigger settle_external_ids on ${table}`,
  `create trigger settle_external_ids before insert on ${table} for each row ${condition} execute function settle_${table}()`,
];

// The arrival number is drawn again: that of the row was drawn before the locks were granted, and tells nothing. To evaluate an
// expression costs a hundredth of what a statement does, or a condition of the trigger, which is read anew with each insert.
const lockEach = ({ table, named }: Recorded): readonly string[] => [
  `create or replace function settle_${table}() returns trigger language plpgsql as $$
   declare
     locked boolean := false;
   begin
     ${named
       .map(
         (each) => `if ${isNamed(each)} then
       locked := pg_advisory_xact_lock_shared(external_id_lock(new.organization_id, new.${each.entity})) is not null;
     end if;`,
       )
       .join('\n     ')}
     if locked then new.seq := nextval('${table}_seq_seq'); end if;
     return new;
   end $$`,
  ...settleTrigger(table, ''),
];

const settleEach = ({ table, named }: Recorded): readonly string[] => [
  `create or replace function settle_${table}() returns trigger language plpgsql as $$ begin
     ${named
       .map(
         (each) => `if ${isNamed(each)} then
       new.${each.externalId} := settle_external_id(new.organization_id, new.${each.entity}, new.${each.externalId});
     end if;`,
       )
       .join('\n     ')}
     new.seq := nextval('${table}_seq_seq');
     return new;
   end $$`,
  ...settleTrigger(table, `when (${named.map(isNamed).join(' or ')})`),
];

const keepKeys = ({ keys, time }: Recorded): string =>
  `insert into ${keys} (organization_id, external_id, id, ${time})
       select organization_id, external_id, id, ${time} from added where external_id is not null`;

// All locks are held, and a statement of a volatile function looks anew: what those who held them alone committed is visible.
const keepAndSettle = (each: Recorded): string => `create or replace function keep_${each.keys}() returns trigger
   language plpgsql as $$
   declare
     has_former boolean;
   begin
     with kept as (${keepKeys(each)})
     select exists (
       select from added a
       cross join lateral (values ${each.named.map(({ entity, externalId }) => `(a.${entity}, a.${externalId})`).join(', ')})
         as named (entity_id, external_id)
       join former_external_ids f on f.organization_id = a.organization_id and f.entity_id = named.entity_id
         and f.external_id = named.external_id) into has_former;
     if has_former then
       update ${each.table} r set ${each.named
         .map(
           ({ entity, externalId }) =>
             `${externalId} = settle_external_id(r.organization_id, r.${entity}, r.${externalId})`,
         )
         .join(', ')}
       from added a where r.organization_id = a.organization_id and r.id = a.id and r.${each.time} = a.${each.time};
     end if;
     return null;
   end $$`;

const keepAlone = (each: Recorded): string => `create or replace function keep_${each.keys}() returns trigger
   language plpgsql as $$ begin
     ${keepKeys(each)};
     return null;
   end $$`;

const values = (row: string, { time, noted, read }: Recorded): string =>
  `(${['organization_id', time, ...noted, ...read].map((column) => `${row}.${column}`).join(', ')})`;

const note = (each: Recorded, comparison: string): string => {
  const { table, source, time, noted } = each;
  const written = (row: string): string => `insert into window_changes
       select distinct ${row}.organization_id, '${source}', key, ${row}.${time}, pg_current_xact_id()::text::bigint
       from unnest(array[${noted.map((key) => `${row}.${key}::text`).join(', ')}]) key where key is not null;`;
  return `create or replace function note_${table}() returns trigger language plpgsql as $$ begin
     if current_setting('tamis.records_stay', true) = 'on' then return null; end if;
     ${comparison}
     if tg_op <> 'INSERT' then ${written('old')} end if;
     if tg_op <> 'DELETE' then ${written('new')} end if;
     return null;
   end $$`;
};

const noteUpdate = ({ table, time }: Recorded, further: string): readonly string[] => {
  const hasEnded = (row: string): string => `${row}.${time} < date_trunc('hour', clock_timestamp(), 'UTC')`;
  return [
    `drop trigger note_update on ${table}`,
    `create trigger note_update after update on ${table} for each row
       when ((${hasEnded('old')} or ${hasEnded('new')})${further}) execute function note_${table}()`,
  ];
};

// Each insert copies the conditions of all triggers of the table: a long one costs more there than where it is asked.
const compareInside = (each: Recorded): readonly string[] => [
  note(
    each,
    `if tg_op = 'UPDATE' then
       if ${values('old', each)} is not distinct from ${values('new', each)} then return null; end if;
     end if;`,
  ),
  ...noteUpdate(each, ''),
];

const compareBefore = (each: Recorded): readonly string[] => [
  note(each, ''),
  ...noteUpdate(each, ` and ${values('old', each)} is distinct from ${values('new', each)}`),
];

/** Former external ids are looked for once a statement, whatever the number of its rows, and triggers cost an insert less. */
export class SettledTogether1795233900000 implements MigrationInterface {
  readonly name = 'SettledTogether1795233900000';

  async up(runner: QueryRunner): Promise<void> {
    for (const each of recorded)
      for (const statement of [...lockEach(each), keepAndSettle(each), ...compareInside(each)])
        await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of recorded)
      for (const statement of [...settleEach(each), keepAlone(each), ...compareBefore(each)])
        await runner.query(statement);
  }
}
