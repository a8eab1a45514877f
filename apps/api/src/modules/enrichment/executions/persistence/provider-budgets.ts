import type { Queryable } from '../../../../platform/database/index.js';

/** How a provider is accessed: publicly, or with an organization's own key. */
export interface BudgetKey {
  readonly provider: string;
  readonly credential: string;
}

/**
 * Reserves the next `count` calls of a budget, one every `everyMs`, of which up to `burstMs` may have accumulated unused. Returns the
 * milliseconds until the first one, negative if it is already due; `null` without reserving any if the last would be later than `waitMs`
 * from now. The commit does not wait for the disk: a database crash loses reservations of less than a second.
 */
export async function takeTurns(
  client: Queryable,
  { provider, credential }: BudgetKey,
  turns: { readonly count: number; readonly everyMs: number; readonly burstMs: number; readonly waitMs: number },
): Promise<number | null> {
  const { count, everyMs, burstMs, waitMs } = turns;
  const { rows } = await client.query<{ firstMs: number }>({
    name: 'provider-budget-take',
    text: `insert into provider_budgets as b (provider, credential, next_at)
        select $1, $2, now() + make_interval(secs => ($3::float8 - $4::float8) / 1000.0)
        where $6::float8 - $4::float8 <= $5::float8
      on conflict (provider, credential) do update
        set next_at = greatest(b.next_at, now() - make_interval(secs => $4::float8 / 1000.0)) + make_interval(secs => $3::float8 / 1000.0)
        where greatest(b.next_at, now() - make_interval(secs => $4::float8 / 1000.0)) + make_interval(secs => $6::float8 / 1000.0) <= now() + make_interval(secs => $5::float8 / 1000.0)
      returning extract(epoch from next_at - now())::float8 * 1000 - $3::float8 as "firstMs", set_config('synchronous_commit', 'off', true)`,
    values: [provider, credential, count * everyMs, burstMs, waitMs, (count - 1) * everyMs],
  });
  return rows[0]?.firstMs ?? null;
}
