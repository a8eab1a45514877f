import { checkLedgers } from '@tamis/api/dist/modules/tenancy/billing/index.js';
import pg from 'pg';

/** The size of the server's own pool. */
const poolSize = 10;

/**
 * Returns transactions per second, each of one INSERT and one UPDATE of the row of a balance: as many at once as executions, over a pool
 * like that of the server.
 */
export async function bareTransactions(
  databaseUrl: string,
  { seconds, inFlight, owners }: { readonly seconds: number; readonly inFlight: number; readonly owners: number },
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  await pool.query(`create table bare_charges (owner int, cents bigint)`);
  await pool.query(`create table bare_balances (owner int primary key, cents bigint)`);
  await pool.query(`insert into bare_balances select n, 0 from generate_series(0, ${owners - 1}) n`);
  const began = performance.now();
  let count = 0;
  const lane = async (number: number): Promise<void> => {
    const owner = number % owners;
    while (performance.now() < began + seconds * 1_000) {
      const client = await pool.connect();
      await client.query('begin');
      await client.query('insert into bare_charges values ($1, 7)', [owner]);
      await client.query('update bare_balances set cents = cents + 7 where owner = $1', [owner]);
      await client.query('commit');
      client.release();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, number) => lane(number)));
  const perSecond = count / ((performance.now() - began) / 1_000);
  await pool.query('drop table bare_charges, bare_balances');
  await pool.end();
  return perSecond;
}

/**
 * Returns the number of cents booked incorrectly: differences between charges and the prices of delivered results, amounts reserved for
 * ended executions, and the findings of the ledger check.
 */
export async function wrongCents(pool: pg.Pool): Promise<number> {
  const { faults } = await checkLedgers(pool, null);
  for (const fault of faults) console.error(JSON.stringify(fault));
  const { rows } = await pool.query<{ wrong: string }>(
    `select coalesce(sum(abs(charged - delivered) + abs(reserved)), 0) as wrong from (
       select a.organization_id,
         (select coalesce(sum(amount_cents), 0) from ledger_entries e
            where e.organization_id = a.organization_id and e.kind = 'charge') as charged,
         (select coalesce(sum(price_cents), 0) from enrichment_executions x
            where x.organization_id = a.organization_id and x.state = 'succeeded' and x.leader_id is null) as delivered,
         a.reserved_cents as reserved
       from billing_accounts a) accounts`,
  );
  return Number(rows[0]!.wrong) + faults.length;
}
