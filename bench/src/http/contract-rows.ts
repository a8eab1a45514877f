import pg from 'pg';

import type { ApiOnDatabase } from '../api-server.js';
import { postgresCpuUs } from '../edge/postgres-cpu.js';
import { logMark, logSince } from './database-cost.js';

/** Resources that PostgreSQL needs just for the rows of a payment. */
export interface ContractRows {
  readonly perSecond: number;
  /** Processor time per payment. */
  readonly postgresUs: number;
  readonly walBytes: number;
}

/** Number of payments that share a commit, and number of concurrent groups, both at the maximum of the server. */
const [together, groupsAtOnce] = [64, 2];
const maxTransactions = 20_000;

/** Rows that are stored for each payment, with the condition that finds them. */
const rowsOfTransaction = {
  transactions: 't.id = p.id',
  transaction_keys: 't.external_id = p.external_id',
  evaluations: 't.id = p.evaluation_id',
  audit_events: `t.related_transaction_id = p.id::text`,
  alerts: 't.transaction_id = p.id',
};
const tables = Object.entries(rowsOfTransaction);

/**
 * Stores the rows of a run's payments again, in tables with the same columns and indexes: as many rows as were stored, copied from one
 * table of the server to another. Nothing is read, checked, decided, encrypted, locked or sent, and no policy or trigger is executed. No
 * server that stores these rows and waits for the disk can take less time.
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
