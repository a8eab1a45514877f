import { type GuardLimit, type GuardMetric, guardMetrics, printGuardLimit } from '@tamis/library';

import { ratesOf, type RuleCounts } from '../../decisions/rule-counters/index.js';
import type { ExpectedCounts, StoredGuard } from '../rules/index.js';

/** Data against which a limit is checked: results of the rule in its window, since the guard was armed. */
export interface GuardMeasurement {
  readonly counts: RuleCounts;
  /** People's decisions on the rule's alerts in the window. */
  readonly labels: AlertLabels;
  /** Whether the guard was armed for the whole window. */
  readonly isFullWindow: boolean;
  /** Results of the seven days before the window, and the number of days they cover. */
  readonly baseline: { readonly counts: RuleCounts; readonly labels: AlertLabels; readonly days: number };
}

interface AlertLabels {
  readonly confirmed: number;
  readonly falsePositives: number;
}

/** A violated limit. */
export interface LimitViolation {
  readonly metric: GuardMetric;
  readonly observed: number;
  readonly limit: string;
  readonly bound: number;
}

/** With fewer alerts decided on by people, the share of false ones is not significant. */
const minLabels = 10;
/** Minimum number of expected hits for too few of them to be significant. */
const minExpectedHits = 20;

const days = { '1h': 1 / 24, '24h': 1 } as const;

/** Returns the observed metric, or `null` if too little is known. */
function observedValue(
  metric: GuardMetric,
  { minExecutions }: Pick<StoredGuard, 'minExecutions'>,
  { counts, labels }: GuardMeasurement,
): number | null {
  if (metric === 'alerts' || metric === 'hits' || metric === 'rejects') return counts[metric];
  if (counts.executions < minExecutions) return null;
  if (metric !== 'falsePositiveRate') return ratesOf(counts)[metric];
  return falseAlarmRate(labels);
}

function falseAlarmRate({ confirmed, falsePositives }: AlertLabels): number | null {
  const decided = confirmed + falsePositives;
  return decided < minLabels ? null : falsePositives / decided;
}

type Reference = Pick<RuleCounts, 'executions' | 'hits' | 'unknowns' | 'alerts'> &
  Partial<Pick<RuleCounts, 'rejects' | 'micros' | 'runMicros'>> & {
    readonly days: number;
    readonly labels?: AlertLabels;
  };

/** Returns the reference value of the metric for a window, or `null` if it is unknown. */
function referenceValue(metric: GuardMetric, window: GuardLimit['window'], reference: Reference): number | null {
  const { executions, days: counted, micros, runMicros, labels } = reference;
  if (executions === 0 || counted === 0) return null;
  if (metric === 'hitRate') return reference.hits / executions;
  if (metric === 'unknownRate') return reference.unknowns / executions;
  if (metric === 'latencyShare') return micros === undefined || !runMicros ? null : micros / runMicros;
  if (metric === 'falsePositiveRate') return labels === undefined ? null : falseAlarmRate(labels);
  const count = reference[metric];
  return count === undefined ? null : (count / counted) * days[window];
}

const referenceOf = (
  of: 'dry_run' | 'previous_7d',
  expected: ExpectedCounts | null,
  { baseline: before }: GuardMeasurement,
) => (of === 'dry_run' ? expected : { ...before.counts, labels: before.labels, days: before.days });

/** Returns the maximum and minimum that the limit allows. */
function boundsOf(
  limit: GuardLimit,
  expected: ExpectedCounts | null,
  measured: GuardMeasurement,
): { readonly most: number; readonly least: number } | null {
  const isCount = guardMetrics[limit.metric].isCount;
  if (!('of' in limit)) {
    if (limit.operator === 'lte') return { most: limit.value, least: -Infinity };
    // A count whose window is not complete may still reach the minimum.
    return { most: Infinity, least: isCount && !measured.isFullWindow ? -Infinity : limit.value };
  }
  const reference = referenceOf(limit.of, expected, measured);
  const value = reference && referenceValue(limit.metric, limit.window, reference);
  if (!reference || value === null) return null;
  const expectedHits = (reference.hits / reference.executions) * measured.counts.executions;
  // Fewer false alerts are not a reason to stop a rule.
  const isJudgedBelow =
    limit.metric !== 'falsePositiveRate' && expectedHits >= minExpectedHits && (!isCount || measured.isFullWindow);
  return { most: value * limit.withinFactor, least: isJudgedBelow ? value / limit.withinFactor : -Infinity };
}

/** Returns how a limit of a guard was violated, or `null` if it was not, or too little is known. */
export function findViolation(
  limit: GuardLimit,
  guard: Pick<StoredGuard, 'minExecutions' | 'expected'>,
  measured: GuardMeasurement,
): LimitViolation | null {
  const observed = observedValue(limit.metric, guard, measured);
  const bounds = observed === null ? null : boundsOf(limit, guard.expected, measured);
  if (observed === null || !bounds) return null;
  const { most, least } = bounds;
  if (observed <= most && observed >= least) return null;
  return { metric: limit.metric, observed, limit: printGuardLimit(limit), bound: observed > most ? most : least };
}
