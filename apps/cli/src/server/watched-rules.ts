import { failure, ok, type Result } from '@tamis/stdx';
import type { Problem } from '../problem.js';
import type { ApiClient } from './api-client.js';

/** A rule with what it came to lately, and what was to be expected of it. */
export interface WatchedRule {
  readonly ruleId: string;
  readonly key: string;
  readonly status: string;
  readonly totals: {
    readonly executions: number;
    readonly hits: number;
    readonly unknowns: number;
    readonly alerts: number;
    readonly precision: number | null;
    readonly p99Micros: number | null;
    readonly latencyShare: number | null;
  };
  /** Hits of this day (UTC). */
  readonly today: number;
  /** Usual hits of such a day, by a dry run; null: there is none of this content. */
  readonly band: { readonly low: number; readonly high: number } | null;
  /** `factor`: hit rate by the one that was expected. `input`: the path that moved most; null: none did. Null: the rule does not run. */
  readonly drift: { readonly status: string; readonly factor: number | null; readonly input: string | null } | null;
}

type Totals = Pick<WatchedRule, 'ruleId' | 'key' | 'status' | 'totals'>;

interface Input {
  readonly path: string;
  readonly psi: number | null;
  readonly status: string;
}

const pageSize = 100;
/** Rules that are asked about at the same time. */
const concurrency = 8;

const publishedStatuses: ReadonlySet<string> = new Set(['active', 'shadow']);

const inactiveFigures: Pick<WatchedRule, 'today' | 'band' | 'drift'> = { today: 0, band: null, drift: null };

/** The input that is least what it was; those that are stable are none. */
function mostDriftedInput(inputs: readonly Input[]): string | null {
  const rank = ({ status, psi }: Input): number => (status === 'drifted' ? 1_000 : 0) + (psi ?? 0);
  const [first] = inputs.filter(({ status }) => status !== 'stable').sort((a, b) => rank(b) - rank(a));
  return first?.path ?? null;
}

async function fetchWatchedRule(client: ApiClient, rule: Totals): Promise<Result<WatchedRule, Problem>> {
  if (!publishedStatuses.has(rule.status)) return ok({ ...rule, ...inactiveFigures });
  const [stats, drift] = await Promise.all([
    client.request(`/rules/${rule.ruleId}/stats`),
    client.request(`/rules/${rule.ruleId}/drift`),
  ]);
  if (!stats.ok) return stats;
  if (!drift.ok) return drift;
  const { series, expectedBand: band } = stats.value as {
    readonly series: readonly { readonly at: string; readonly hits: number }[];
    readonly expectedBand: WatchedRule['band'];
  };
  const today = new Date().toISOString().slice(0, 10);
  const { status, hitRate, inputs } = drift.value as {
    readonly status: string;
    readonly hitRate: { readonly factor: number | null };
    readonly inputs: readonly Input[];
  };
  return ok({
    ...rule,
    today: series.find(({ at }) => at.startsWith(today))?.hits ?? 0,
    band: band && { low: band.low, high: band.high },
    drift: { status, factor: hitRate.factor, input: mostDriftedInput(inputs) },
  });
}

/** All rules, as the server lists them. */
export async function watchedRules(client: ApiClient): Promise<Result<readonly WatchedRule[], Problem>> {
  const found: WatchedRule[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await client.request('/rules/stats', { query: { pageSize, page } });
    if (!answer.ok) return answer;
    pages = Number(answer.value['totalPages']);
    const rules = answer.value['rules'] as readonly Totals[];
    for (let at = 0; at < rules.length; at += concurrency)
      for (const each of await Promise.all(
        rules.slice(at, at + concurrency).map((rule) => fetchWatchedRule(client, rule)),
      )) {
        if (!each.ok) return failure(each.error);
        found.push(each.value);
      }
  }
  return ok(found);
}
