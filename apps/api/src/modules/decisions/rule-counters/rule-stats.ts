import type { RuleLabelCounts } from '../../casework/alerts/index.js';
import { type TimedCounts, zeroCounts, ratesOf, type RuleCounts, sumCounts } from './rule-counts.js';
import { quantileOf } from './time-buckets.js';

type LabelCounts = Pick<RuleLabelCounts, 'confirmed' | 'falsePositives'>;

const sumLabels = (labels: readonly LabelCounts[]): LabelCounts => ({
  confirmed: labels.reduce((sum, { confirmed }) => sum + confirmed, 0),
  falsePositives: labels.reduce((sum, { falsePositives }) => sum + falsePositives, 0),
});

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Statistics of a rule in a period, as shown in responses. */
export interface RuleStatsFigures extends LabelCounts {
  readonly executions: number;
  readonly hits: number;
  readonly unknowns: number;
  readonly rejects: number;
  readonly alerts: number;
  readonly suppressed: number;
  readonly skipped: number;
  readonly p50Micros: number | null;
  readonly p99Micros: number | null;
}

function figures({ microsCounts, ...counts }: RuleCounts, labels: readonly LabelCounts[]): RuleStatsFigures {
  const { executions, hits, unknowns, rejects, alerts, suppressed, skipped } = counts;
  return {
    ...{ executions, hits, unknowns, rejects, alerts, suppressed, skipped },
    ...sumLabels(labels),
    p50Micros: quantileOf(microsCounts, 0.5),
    p99Micros: quantileOf(microsCounts, 0.99),
  };
}

export interface StatsTotals extends RuleStatsFigures {
  readonly hitRate: number | null;
  readonly unknownRate: number | null;
  /** Share of confirmed alerts among those that people decided on. */
  readonly precision: number | null;
  readonly latencyShare: number | null;
}

export function totalsOf(times: readonly TimedCounts[], labels: readonly LabelCounts[]): StatsTotals {
  const counts = sumCounts(times.map((each) => each.counts));
  const { confirmed, falsePositives } = sumLabels(labels);
  return {
    ...figures(counts, labels),
    ...ratesOf(counts),
    precision: ratio(confirmed, confirmed + falsePositives),
  };
}

export type StatsPoint = RuleStatsFigures & { readonly at: string };

/** Returns one point for each unit of time in which the rule was evaluated or its alerts were raised. */
export function seriesOf(times: readonly TimedCounts[], labels: readonly RuleLabelCounts[]): readonly StatsPoint[] {
  const moments = [...new Set([...times, ...labels].map(({ at }) => at.getTime()))].sort((a, b) => a - b);
  return moments.map((moment) => {
    const own = times.filter(({ at }) => at.getTime() === moment).map(({ counts }) => counts);
    const labelsThen = labels.filter(({ at }) => at.getTime() === moment);
    return { at: new Date(moment).toISOString(), ...figures(sumCounts(own), labelsThen) };
  });
}

/** `stats` of a rule over the last 14 days. */
export interface RuleStatsView {
  readonly executions: number;
  readonly hits: number;
  readonly unknowns: number;
  readonly hitRate: number | null;
  readonly unknownRate: number | null;
  readonly lastExecutedAt: string | null;
  readonly lastHitAt: string | null;
  /** The last entry is today, in UTC days. */
  readonly hitsPerDay: readonly number[];
  readonly alertsPerDay: number;
  readonly falsePositiveRate: number | null;
}

const statsDays = 14;
const dayMs = 86_400_000;

/** Returns the start of the period that `statsView` shows. */
export const statsFrom = (now: Date): Date => new Date((Math.floor(now.getTime() / dayMs) - statsDays + 1) * dayMs);

/** Returns the `stats` of a rule. `times` are counts per UTC day since `statsFrom(now)`. */
export function statsView(times: readonly TimedCounts[], labels: readonly LabelCounts[], now: Date): RuleStatsView {
  const counts = times.length === 0 ? zeroCounts : sumCounts(times.map((each) => each.counts));
  const { confirmed, falsePositives } = sumLabels(labels);
  const { hitRate, unknownRate } = ratesOf(counts);
  const first = statsFrom(now).getTime();
  const hitsOn = (day: number): number =>
    times.filter(({ at }) => at.getTime() === first + day * dayMs).reduce((sum, each) => sum + each.counts.hits, 0);
  return {
    executions: counts.executions,
    hits: counts.hits,
    unknowns: counts.unknowns,
    hitRate,
    unknownRate,
    lastExecutedAt: counts.lastAt?.toISOString() ?? null,
    lastHitAt: counts.lastHitAt?.toISOString() ?? null,
    hitsPerDay: Array.from({ length: statsDays }, (_, day) => hitsOn(day)),
    alertsPerDay: counts.alerts / statsDays,
    falsePositiveRate: ratio(falsePositives, confirmed + falsePositives),
  };
}
