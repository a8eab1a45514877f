import type { Decision } from '@tamis/engine';
import type { CandidateReport, DryRunReport } from '../report/dry-run-report.js';

/** Result for one value of a parameter. */
export interface SweepPoint {
  /** As text of the rule language. */
  readonly value: string;
  /** Hits of the given rule. Without a rule, the records that are not approved. */
  readonly hits: number;
  /** Hits labelled as fraud, and hits labelled as cleared. */
  readonly positivesCaught: number;
  readonly falseAlarms: number;
  /** Records of the run labelled as fraud. */
  readonly positivesTotal: number;
  readonly unknown: number;
  /** For the whole set, after applying `once per`. */
  readonly alertsPerDay: number;
  readonly analystHoursPerDay: number;
  readonly decisions: Readonly<Record<Decision, number>>;
  /** Exact amounts that are not approved, by currency. */
  readonly stopped: Readonly<Record<string, string>>;
}

export interface SweepReport {
  readonly param: string;
  /** The present value in the rules, or `null` if it is not known. */
  readonly current: string | null;
  /** Key of the given rule, or `null` for all rules. */
  readonly rule: string | null;
  /** In the order of the values. */
  readonly points: readonly SweepPoint[];
  /** Values for which no other value catches at least as many with fewer false alarms, or more with the same number of false alarms. */
  readonly frontier: readonly string[];
  /** How hits change along the values. `breaksAt` contains the values at which the direction changes. It is empty unless `neither`. */
  readonly monotone: { readonly hits: 'rise' | 'fall' | 'level' | 'neither'; readonly breaksAt: readonly string[] };
}

function pointOf(candidate: CandidateReport, rule: string | null): SweepPoint {
  const { name, decisions, labels, alertsPerDay, analystHoursPerDay, stopped } = candidate;
  const figures = rule === null ? undefined : candidate.rules.find(({ key }) => key === rule);
  const ofAll = {
    hits: decisions.REVIEW_REQUIRED + decisions.HOLD + decisions.REJECT,
    positivesCaught: labels.caught,
    falseAlarms: labels.falseAlarms,
    unknown: candidate.unknown,
  };
  const ofRule = figures && {
    hits: figures.hits.candidate,
    positivesCaught: figures.fraud.candidate,
    falseAlarms: figures.cleared.candidate,
    unknown: figures.unknown.candidate,
  };
  return {
    value: name,
    ...(ofRule ?? ofAll),
    positivesTotal: labels.fraud,
    alertsPerDay,
    analystHoursPerDay,
    decisions,
    stopped,
  };
}

const isBetter = (a: SweepPoint, b: SweepPoint): boolean =>
  a.positivesCaught >= b.positivesCaught &&
  a.falseAlarms <= b.falseAlarms &&
  (a.positivesCaught > b.positivesCaught || a.falseAlarms < b.falseAlarms);

function monotoneOf(points: readonly SweepPoint[]): SweepReport['monotone'] {
  const changes = points.slice(1).map(({ value, hits }, index) => ({
    value,
    sign: Math.sign(hits - (points[index] as SweepPoint).hits),
  }));
  const moving = changes.filter(({ sign }) => sign !== 0);
  const breaksAt = moving.filter(({ sign }, index) => index > 0 && sign !== moving[index - 1]?.sign);
  const [first] = moving;
  if (!first) return { hits: 'level', breaksAt: [] };
  const hits = breaksAt.length > 0 ? 'neither' : first.sign > 0 ? 'rise' : 'fall';
  return { hits, breaksAt: breaksAt.map(({ value }) => value) };
}

/** Returns the results of a dry run of `sweepCandidates` by value. `rule` is the key of a rule of the candidates. */
export function sweepReport(
  { candidates }: DryRunReport,
  asked: { readonly param: string; readonly current: string | null; readonly rule: string | null },
): SweepReport {
  const points = candidates.map((candidate) => pointOf(candidate, asked.rule));
  const frontier = points.filter((point) => !points.some((other) => isBetter(other, point)));
  return { ...asked, points, frontier: frontier.map(({ value }) => value), monotone: monotoneOf(points) };
}

/**
 * Returns the value that catches most within a budget of alerts per day. Among equals, the one with the fewest false alarms, then with the
 * fewest alerts. If no fraud is known, this is meaningless, and the value that uses most of the budget is returned. `null` if every value
 * exceeds the budget.
 */
export function valueWithinBudget({ points }: SweepReport, alertsPerDay: number): SweepPoint | null {
  const within = points.filter((point) => point.alertsPerDay <= alertsPerDay);
  const isAnyKnown = points.some(({ positivesTotal }) => positivesTotal > 0);
  const [best = null] = [...within].sort((a, b) =>
    isAnyKnown
      ? b.positivesCaught - a.positivesCaught || a.falseAlarms - b.falseAlarms || a.alertsPerDay - b.alertsPerDay
      : b.alertsPerDay - a.alertsPerDay || a.falseAlarms - b.falseAlarms,
  );
  return best;
}
