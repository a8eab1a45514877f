import type { Provider } from '@tamis/enrichment';

import { findEnvironment, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';
import {
  type Activity,
  findActivity,
  findBudgets,
  findExecuting,
  type StoredBudget,
} from '../persistence/execution-activity.js';

/** Performance of a provider across all production organizations. Times are null if there were none within a week. */
export interface ProviderActivity {
  /** `open` if a process rejected a call so recently that its circuit is still open. */
  readonly circuit: { readonly state: 'open' | 'closed'; readonly turnedAwayAt: Date | null };
  /** For the credential with the least remaining budget: the number of calls possible without waiting, and the delay of the next one. */
  readonly budget: { readonly credentials: number; readonly callsLeft: number; readonly waitMs: number };
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** Executions of the last 24 hours, by outcome. */
  readonly executions: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Evaluates stored executions. The circuits themselves are in the memory of each process. */
export async function providerActivity(
  pool: PgPool,
  providers: readonly Provider[],
): Promise<ReadonlyMap<string, ProviderActivity>> {
  const activities: Activity[] = [];
  for (const organizationId of await inTransaction(pool, null, findExecuting))
    await inTransaction(pool, organizationId, async (client) => {
      // A sandbox makes no calls.
      if ((await findEnvironment(client, organizationId)) !== 'production') return;
      activities.push(...(await findActivity(client, organizationId)));
    });
  const budgets = await inTransaction(pool, null, findBudgets);
  return new Map(
    providers.map((provider) => {
      const own = activities.filter(({ code }) => code === provider.code);
      const budget = budgetOf(
        provider,
        budgets.filter((each) => each.provider === provider.code),
      );
      return [provider.code, { ...activityOf(own), budget }];
    }),
  );
}

function activityOf(own: readonly Activity[]): Omit<ProviderActivity, 'budget'> {
  const turnedAwayAt = latest(own.map((each) => each.turnedAwayAt));
  const isOpen = turnedAwayAt !== null && Date.now() - turnedAwayAt.getTime() < enrichmentLimits.circuit.halfOpenMs;
  const outcomes: Record<string, number> = {};
  for (const { outcome, lastDay } of own) if (lastDay > 0) outcomes[outcome] = (outcomes[outcome] ?? 0) + lastDay;
  const ended = own.filter(({ outcome }) => outcome !== 'open');
  const [successes, failures] = [true, false].map((isSuccess) =>
    ended.filter(({ outcome }) => (outcome === 'delivered') === isSuccess),
  );
  return {
    circuit: { state: isOpen ? 'open' : 'closed', turnedAwayAt },
    lastSuccessAt: latest(successes!.map(({ lastAt }) => lastAt)),
    lastFailureAt: latest(failures!.map(({ lastAt }) => lastAt)),
    executions: own.reduce((sum, { lastDay }) => sum + lastDay, 0),
    outcomes,
  };
}

const latest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((newest, time) => (time !== null && (newest === null || time > newest) ? time : newest), null);

const minuteMs = 60_000;
/** Unused calls accumulate only this long, as in `ProviderBudgets`. */
const mostUnusedMs = 1_000;

function budgetOf({ calls }: Provider, stored: readonly StoredBudget[]): ProviderActivity['budget'] {
  const everyMs = minuteMs / calls.perMinute;
  const unusedMost = Math.max(mostUnusedMs, everyMs);
  const busiestMs = Math.max(-unusedMost, ...stored.map(({ nextInMs }) => nextInMs));
  return {
    credentials: stored.length,
    callsLeft: busiestMs > 0 ? 0 : Math.floor(-busiestMs / everyMs) + 1,
    waitMs: Math.max(0, Math.ceil(busiestMs)),
  };
}
