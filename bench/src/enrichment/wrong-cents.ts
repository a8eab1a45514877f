import { checkLedgers } from '@tamis/api/dist/modules/tenancy/billing/index.js';
import type pg from 'pg';

/**
 * Cents that are not where they belong: between what was charged and the prices of delivered results, what is reserved for executions
 * that ended, and what the ledgers' own check finds.
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
