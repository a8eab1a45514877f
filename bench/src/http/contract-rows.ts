import pg from 'pg';

import type { ApiOnDatabase } from '../api-server.js';
import { postgresCpuUs } from '../edge/postgres-cpu.js';
import { logMark, logSince } from './database-cost.js';

/** What PostgreSQL needs for the rows of a payment alone. */
export interface ContractRows {
  readonly perSecond: number;
  /** Of the processor, a payment. */
  readonly postgresUs: number;
  readonly walBytes: number;
}

/** Payments that share a commit, and groups at once, as the server has them at most. */
const [together, groupsAtOnce] = [64, 2];
const maxTransactions = 20_000;

/** What is stored of each payment, by how it is found from it. */
const rowsOfTransaction = {
  transactions: 't.id = p.id',
  transaction_keys: 't.external_id = p.external_id',
  evaluations: 't.id = p.evaluation_id',
  audit_events: `t.related_transaction_id = p.id::text`,
  alerts: 't.transaction_id = p.id',
};
const tables = Object.entries(rowsOfTransaction);

/**
 * Stores the rows of the payments of a run once more, in tables with the same columns and indexes: as many as are stored, from one
 * table of the server into another. Nothing is read for a decision, checked, decided, sealed, locked, sent or answered, and no policy or
 * trigger runs: what keeps these rows and waits for the disk cannot take less.
 */
export async function contractRows(
  { pool, databaseUrl, dataDir }: Pick<ApiOnDatabase, 'pool' | 'databaseUrl' | 'dataDir'>,
  runId: string,
): Promise<ContractRows> {
  await pool.query(
    `create unlogged table given_payments as
       select row_number() over (order by seq) - 1 as n, organization_id, id, external_id, last_evaluation_id as evaluation_id, transacted_at
       from transactions where external_id like '${runId}-%' order by seq limit ${maxTransactions}`,
  );
  const { rows: counted } = await pool.query<{ n: number }>('select count(*)::int as n from given_payments');
  const payments = counted[0]!.n;
  const copies: string[] = [];
  for (const [table, of] of tables) {
    const { rows: columns } = await pool.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
    );
    const names = columns.map(({ name }) => name).join(', ');
    await pool.query(`create unlogged table given_${table} as
      select p.n, t.* from given_payments p join ${table} t on t.organization_id = p.organization_id and ${of}`);
    await pool.query(`create index on given_${table} (n)`);
    await pool.query(`create table kept_${table} (like ${table} including indexes)`);
    copies.push(`insert into kept_${table} (${names}) select ${names} from given_${table} where n between $1 and $2`);
  }
  await pool.query('alter table kept_evaluations set (toast_tuple_target = 4080)');
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  const writers = new pg.Pool({ connectionString: databaseUrl, max: groupsAtOnce });
  let next = 0;
  const store = async (): Promise<void> => {
    while (next < payments) {
      const [first, last] = [next, (next += together) - 1];
      const group = copies.map((copy) => copy.replace('$1', String(first)).replace('$2', String(last)));
      await writers.query(['begin', ...group, 'commit'].join('; '));
    }
  };
  const [mark, cpu, since] = [await logMark(pool), postgresCpuUs(dataDir), performance.now()];
  await Promise.all(Array.from({ length: groupsAtOnce }, store));
  const seconds = (performance.now() - since) / 1000;
  const postgresUs = (postgresCpuUs(dataDir) - cpu) / payments;
  const { written } = await logSince(pool, mark, payments);
  await writers.end();
  return { perSecond: payments / seconds, postgresUs, walBytes: written };
}
