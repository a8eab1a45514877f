import type { Pool } from 'pg';

/** Settings that PostgreSQL has to be started with in order to break down its cost. */
export const costSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

/** Bytes of the write-ahead log. `pages` are full pages, each written once after a checkpoint. `written` is everything else. */
export interface LogBytes {
  readonly written: number;
  readonly pages: number;
}

/** Log bytes of a table, one of its indexes or its TOAST table, per payment. */
export interface RelationLog extends LogBytes {
  readonly relation: string;
  readonly records: number;
}

/** Elapsed time of a statement in PostgreSQL in microseconds, per payment. */
export interface StatementTime {
  readonly statement: string;
  readonly us: number;
  readonly calls: number;
  readonly rows: number;
}

export interface DatabaseCosts {
  readonly log: LogBytes;
  readonly relations: readonly RelationLog[];
  readonly statements: readonly StatementTime[];
}

/** Position in the log before a measured load, used to compute the log bytes per payment. */
export interface LogMark {
  readonly lsn: string;
}

export async function prepareCosts(pool: Pool): Promise<void> {
  await pool.query('create extension if not exists pg_stat_statements');
  await pool.query('create extension if not exists pg_walinspect');
  await timeStatements(pool, false);
}

export async function logMark(pool: Pool): Promise<LogMark> {
  const { rows } = await pool.query<LogMark>('select pg_current_wal_flush_lsn() as lsn');
  return rows[0]!;
}

/** Returns the log bytes since a mark. */
export async function logSince(pool: Pool, { lsn }: LogMark, payments: number): Promise<LogBytes> {
  const { rows } = await pool.query<{ written: string; pages: string }>(
    `select sum(record_size) as written, sum(fpi_size) as pages from pg_get_wal_stats($1, pg_current_wal_flush_lsn(), false)`,
    [lsn],
  );
  return { written: Number(rows[0]!.written) / payments, pages: Number(rows[0]!.pages) / payments };
}

/** Enables or disables the timing of statements, which itself takes time. */
export async function timeStatements(pool: Pool, isOn: boolean): Promise<void> {
  await pool.query(`alter system set pg_stat_statements.track = '${isOn ? 'top' : 'none'}'`);
  await pool.query('select pg_reload_conf()');
  if (isOn) await pool.query('select pg_stat_statements_reset()');
}

/** The header of a log record counts for the first of its blocks. Records without blocks are for commits, locks and similar. */
const relationsText = `
  with blocks as (
    select b.start_lsn, b.reltablespace, b.relfilenode, b.block_fpi_length as pages,
      case when b.block_id = min(b.block_id) over (partition by b.start_lsn)
        then b.record_length - sum(b.block_fpi_length + b.block_data_length) over (partition by b.start_lsn) else 0 end
        + b.block_data_length as written
    from pg_get_wal_block_info($1, pg_current_wal_flush_lsn(), false) b),
  sums as (
    select reltablespace, relfilenode, count(*) as records, sum(written) as written, sum(pages) as pages
    from blocks group by reltablespace, relfilenode)
  select coalesce(case when c.relkind = 't' then (select 'kept apart of ' || t.relname from pg_class t where t.reltoastrelid = c.oid)
      when n.nspname = 'pg_toast' then 'index of what is kept apart' else c.relname end, 'others') as relation,
    sum(records)::float8 as records, sum(written)::float8 as written, sum(pages)::float8 as pages
  from sums left join pg_class c on c.oid = pg_filenode_relation(sums.reltablespace, sums.relfilenode)
    left join pg_namespace n on n.oid = c.relnamespace
  group by 1 order by sum(written) desc`;

const statementsText = `
  select regexp_replace(left(query, 240), '\\s+', ' ', 'g') as statement, (total_exec_time + total_plan_time) * 1000 as us,
    calls::float8, rows::float8
  from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
  order by 2 desc limit 40`;

/** Returns the costs of the payments since the mark, while statements were timed. */
export async function databaseCosts(pool: Pool, mark: LogMark, payments: number): Promise<DatabaseCosts> {
  // Read first, because the following queries take time as well.
  const statements = (await pool.query<StatementTime>(statementsText)).rows;
  const log = await logSince(pool, mark, payments);
  const relations = (await pool.query<RelationLog>(relationsText, [mark.lsn])).rows;
  return {
    log,
    relations: relations.map(({ relation, records, written, pages }) => ({
      relation,
      records: records / payments,
      written: written / payments,
      pages: pages / payments,
    })),
    statements: statements.map(({ statement, us, calls, rows }) => ({
      statement,
      us: us / payments,
      calls: calls / payments,
      rows: rows / payments,
    })),
  };
}

const atLeastBytes = 20;
const atLeastUs = 3;

export function reportCosts({ log, relations, statements }: DatabaseCosts): void {
  const number = (value: number, width = 8): string => value.toFixed(0).padStart(width);
  console.log(
    `log of a payment: ${log.written.toFixed(0)} bytes, and ${log.pages.toFixed(0)} of whole pages after a checkpoint`,
  );
  console.log('   bytes   pages records');
  for (const { relation, records, written, pages } of relations)
    if (written + pages >= atLeastBytes)
      console.log(`${number(written)}${number(pages)}${records.toFixed(2).padStart(8)}  ${relation}`);
  console.log('statements of a payment, by the time they take (waiting included)');
  for (const { statement, us, calls } of statements)
    if (us >= atLeastUs)
      console.log(`${number(us)} µs ${calls.toFixed(3).padStart(7)} calls  ${statement.slice(0, 100)}`);
}
