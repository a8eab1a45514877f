import { failure, ok, type Result } from '@tamis/stdx';
import type { Problem } from '../problem.js';
import type { ApiClient } from './api-client.js';

/** A rule with its recent results, and the expected ones. */
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
  /** The hits of the current day (UTC). */
  readonly today: number;
  /** The expected hits of such a day, according to a dry run; `null` if there is none for this content. */
  readonly band: { readonly low: number; readonly high: number } | null;
  /**
   * `factor` is the hit rate divided by the expected one. `input` is the path that changed most, or `null` if none did. The whole field is
   * `null` if the rule is not executed.
   */
  readonly drift: { readonly status: string; readonly factor: number | null; readonly input: string | null } | null;
}

type Totals = Pick<WatchedRule, 'ruleId' | 'key' | 'status' | 'totals'>;

interface Input {
  readonly path: string;
  readonly psi: number | null;
  readonly status: string;
}

const pageSize = 100;
/** The number of rules that are requested at the same time. */
const concurrency = 8;

const publishedStatuses: ReadonlySet<string> = new Set(['active', 'shadow']);

const inactiveFigures: Pick<WatchedRule, 'today' | 'band' | 'drift'> = { today: 0, band: null, drift: null };

/** Returns the input that changed most, ignoring stable ones. */
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

/** Returns all rules in the order of the server. */
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
