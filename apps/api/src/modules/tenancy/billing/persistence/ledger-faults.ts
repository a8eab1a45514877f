import type { Queryable } from '../../../../platform/database/index.js';

/** A violated invariant of a ledger. */
export interface LedgerFault {
  readonly organizationId: string;
  readonly fault: 'unbalanced_entry' | 'missing_entry' | 'account_differs' | 'balance_differs' | 'lost_reserve';
  /** Sequence of the entry, account, or execution. */
  readonly at: string;
}

/** Returns the faults of one organization that can be found in its tables, with a single scan of its ledger. */
export async function findLedgerFaults(client: Queryable, organizationId: string): Promise<readonly LedgerFault[]> {
  const { rows } = await client.query<LedgerFault>(
    `with account as (select * from billing_accounts where organization_id = $1),
     entries as (select sequence, kind, amount_cents, balance_after_cents,
         sum(case when kind in ('reserve', 'release') then 0 when kind = 'charge' then -amount_cents else amount_cents end)
           over (order by sequence) as balance
       from ledger_entries where organization_id = $1),
     postings as (select sequence, account, amount_cents from ledger_postings where organization_id = $1),
     sides as (select sequence, sum(amount_cents) as total, max(abs(amount_cents)) as most, count(*) as count from postings group by sequence)
     select $1::text as "organizationId", f.fault, f.at from (
       select 'unbalanced_entry' as fault, coalesce(e.sequence, s.sequence)::text as at from entries e full join sides s using (sequence)
         where e.sequence is null or coalesce(s.total, 0) <> 0 or coalesce(s.most, 0) <> abs(e.amount_cents)
           or coalesce(s.count, 0) <> case e.amount_cents when 0 then 0 else 2 end
       union all select 'missing_entry', a.entry_count::text from account a
         where a.entry_count <> (select count(*) from entries) or a.entry_count <> (select coalesce(max(sequence), 0) from entries)
       union all select 'account_differs', 'wallet' from account a
         where a.wallet_cents <> (select coalesce(sum(amount_cents), 0) from postings where account = 'wallet')
       union all select 'account_differs', 'reserved' from account a
         where a.reserved_cents <> (select coalesce(sum(amount_cents), 0) from postings where account = 'reserved')
       union all select 'balance_differs', sequence::text from entries where balance <> balance_after_cents
     ) f order by f.fault, f.at limit 100`,
    [organizationId],
  );
  return rows;
}

export interface OpenReserve {
  readonly executionId: string;
  readonly ageSeconds: number;
}

/** Returns reservations that are not settled, oldest first; restricted to `executionIds` if given. */
export async function findOpenReserves(
  client: Queryable,
  organizationId: string,
  executionIds: readonly string[] | null = null,
): Promise<readonly OpenReserve[]> {
  const { rows } = await client.query<OpenReserve>(
    `select r.reference as "executionId", extract(epoch from now() - r.created_at)::float8 as "ageSeconds" from ledger_entries r
     where r.organization_id = $1 and r.kind = 'reserve' and ($2::text[] is null or r.reference = any($2))
       and not exists (select from ledger_entries s
         where s.organization_id = $1 and s.kind in ('charge', 'release') and s.reference = r.reference)
     order by r.sequence`,
    [organizationId, executionIds],
  );
  return rows;
}
