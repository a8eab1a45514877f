import { insertWindowFloorSql } from './shared-sql/events.js';
import type { QueryRunner } from 'typeorm';

import { appRole } from './roles/app-role.js';
import { minIdAt } from './new-id.js';

interface PartitionedTable {
  /** Partition key column. */
  readonly keyColumn: string;
  /** Set if the key consists of ids that begin with their creation time, rather than times. */
  readonly isId?: true;
  /** Storage settings of each partition, since partitions do not inherit them from their table. */
  readonly settings?: string;
}

/** Tables with one partition per quarter (UTC), plus one for all other rows. */
export const partitionedTables: Readonly<Record<string, PartitionedTable>> = {
  transactions: { keyColumn: 'transacted_at' },
  user_events: { keyColumn: 'occurred_at' },
  // Keeps an evaluation in one piece: three of them fill a page.
  evaluations: { keyColumn: 'id', isId: true, settings: 'toast_tuple_target = 4080' },
};

/** Number of quarters since the year 0. */
type Quarter = number;

const quartersBefore = 4;
const quartersAfter = 4;
/** Older rows in the default partition stay there. */
const maxQuartersBefore = 40;

const quarterOf = (at: Date): Quarter => at.getUTCFullYear() * 4 + Math.floor(at.getUTCMonth() / 3);
const quarterStart = (quarter: Quarter): Date => new Date(Date.UTC(Math.floor(quarter / 4), (quarter % 4) * 3));
const partitionName = (table: string, quarter: Quarter): string =>
  `${table}_${Math.floor(quarter / 4)}q${(quarter % 4) + 1}`;

const partitionBound = ({ isId }: PartitionedTable, quarter: Quarter): string =>
  `'${isId ? minIdAt(quarterStart(quarter).getTime()) : quarterStart(quarter).toISOString()}'`;

/** Returns the quarters that have a partition, oldest first. */
async function partitionedQuarters(runner: QueryRunner, table: string): Promise<readonly Quarter[]> {
  const rows = (await runner.query(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass`,
    [table],
  )) as { name: string }[];
  return rows
    .flatMap(({ name }) => {
      const [, year, quarter] = /_(\d{4})q([1-4])$/.exec(name) ?? [];
      return year === undefined ? [] : [Number(year) * 4 + Number(quarter) - 1];
    })
    .sort((a, b) => a - b);
}

/**
 * Adds missing partitions for the past, present and next quarters, and for quarters of rows in the default partition. Must be called by the
 * owner of the tables. Uses one transaction per table, and returns the names of the added partitions.
 */
export async function addPartitions(runner: QueryRunner, now: Date): Promise<readonly string[]> {
  const added: string[] = [];
  for (const [table, parted] of Object.entries(partitionedTables)) {
    await inTransaction(runner, async () => {
      const present = new Set(await partitionedQuarters(runner, table));
      for (const quarter of await requiredQuarters(runner, table, parted, now)) {
        if (present.has(quarter)) continue;
        await addPartition(runner, table, parted, quarter);
        added.push(partitionName(table, quarter));
      }
    });
  }
  return added;
}

async function inTransaction(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await runner.startTransaction();
  try {
    await work();
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

async function requiredQuarters(
  runner: QueryRunner,
  table: string,
  parted: PartitionedTable,
  now: Date,
): Promise<ReadonlySet<Quarter>> {
  const present = quarterOf(now);
  // The default partition is usually empty, and then it is not searched for older quarters.
  const least = present - ((await hasRowsInDefault(runner, table, 'true')) ? maxQuartersBefore : quartersBefore);
  const wanted = new Set<Quarter>();
  for (let quarter = least; quarter <= present + quartersAfter; quarter += 1) {
    if (
      quarter >= present - quartersBefore ||
      (await hasRowsInDefault(runner, table, quarterCondition(parted, quarter)))
    )
      wanted.add(quarter);
  }
  return wanted;
}

async function hasRowsInDefault(runner: QueryRunner, table: string, condition: string): Promise<boolean> {
  const [row] = (await runner.query(`select exists (select from ${table}_rest where ${condition}) as found`)) as {
    found: boolean;
  }[];
  return row!.found;
}

const quarterCondition = (parted: PartitionedTable, quarter: Quarter): string =>
  `${parted.keyColumn} >= ${partitionBound(parted, quarter)} and ${parted.keyColumn} < ${partitionBound(parted, quarter + 1)}`;

/**
 * Moves the rows of the quarter from the default partition to a new one. The rows are inserted before it is attached, so that no trigger
 * treats them as new.
 */
async function addPartition(
  runner: QueryRunner,
  table: string,
  parted: PartitionedTable,
  quarter: Quarter,
): Promise<void> {
  const name = partitionName(table, quarter);
  const [{ columns }] = (await runner.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )) as [{ columns: string }];
  await runner.query(
    `create table ${name} (like ${table} including defaults including generated including storage including compression)
     ${parted.settings === undefined ? '' : `with (${parted.settings})`}`,
  );
  // The partition must only be accessed through its table, which is where row-level security applies.
  await runner.query(`revoke all on ${name} from ${appRole}`);
  // The records themselves do not change, so nothing that was counted from them has to be recounted.
  await runner.query(`set local tamis.records_stay = 'on'`);
  await runner.query(
    `with moved as (delete from ${table}_rest where ${quarterCondition(parted, quarter)} returning ${columns})
     insert into ${name} (${columns}) select ${columns} from moved`,
  );
  await runner.query(`set local tamis.records_stay = 'off'`);
  await runner.query(
    `alter table ${table} attach partition ${name} for values from (${partitionBound(parted, quarter)}) to (${partitionBound(parted, quarter + 1)})`,
  );
}

/** A quarter whose rows were dropped. */
export interface DroppedPartition {
  readonly partition: string;
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

/** Drops the quarters of a table that ended before a given time, and records that they existed. Their external ids stay reserved. */
export async function dropPartitions(
  runner: QueryRunner,
  table: string,
  before: Date,
  now: Date,
): Promise<readonly DroppedPartition[]> {
  const quarters = (await partitionedQuarters(runner, table)).filter((quarter) => quarterStart(quarter + 1) <= before);
  const dropped: DroppedPartition[] = [];
  for (const quarter of quarters) {
    const [from, until] = [quarterStart(quarter), quarterStart(quarter + 1)];
    const partition = partitionName(table, quarter);
    await inTransaction(runner, async () => {
      await runner.query(`drop table ${partition}`);
      // Stored window counts that include these rows are no longer valid.
      await runner.query(insertWindowFloorSql);
      await runner.query(
        `insert into dropped_periods (record_table, dropped_from, dropped_until, dropped_at) values ($1, $2, $3, $4)
         on conflict (record_table, dropped_from) do update set dropped_at = excluded.dropped_at`,
        [table, from, until, now],
      );
    });
    dropped.push({ partition, from, until });
  }
  return dropped;
}
