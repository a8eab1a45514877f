import { bucketCount } from './time-buckets.js';

/** Counts of a rule in stored evaluations. */
export interface RuleCounts {
  readonly executions: number;
  readonly hits: number;
  readonly unknowns: number;
  /** Evaluations in which it hit or was unknown and one of its windows had more rows than may be read. */
  readonly tooManyRows: number;
  /** Hits in evaluations that were decided with REJECT. */
  readonly rejects: number;
  /** New alerts. */
  readonly alerts: number;
  /** Alerts that were counted on an earlier one. */
  readonly suppressed: number;
  /** Effects of hits that were not applied. */
  readonly skipped: number;
  /** Its share of the time of the evaluations it was part of, in proportion to the weights of their rules. */
  readonly micros: number;
  /** Total time of those evaluations. */
  readonly runMicros: number;
  /** Its share of each evaluation, by histogram bucket. */
  readonly microsCounts: readonly number[];
  readonly lastAt: Date | null;
  readonly lastHitAt: Date | null;
}

/** Counts of rule versions, summed up by rule, version and unit of time. */
export interface TimedCounts {
  readonly ruleId: string;
  readonly version: number;
  /** Start of the unit. */
  readonly at: Date;
  readonly counts: RuleCounts;
}

export const zeroCounts: RuleCounts = {
  executions: 0,
  hits: 0,
  unknowns: 0,
  tooManyRows: 0,
  rejects: 0,
  alerts: 0,
  suppressed: 0,
  skipped: 0,
  micros: 0,
  runMicros: 0,
  microsCounts: new Array<number>(bucketCount).fill(0),
  lastAt: null,
  lastHitAt: null,
};

const latest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));

export const addCounts = (a: RuleCounts, b: RuleCounts): RuleCounts => ({
  executions: a.executions + b.executions,
  hits: a.hits + b.hits,
  unknowns: a.unknowns + b.unknowns,
  tooManyRows: a.tooManyRows + b.tooManyRows,
  rejects: a.rejects + b.rejects,
  alerts: a.alerts + b.alerts,
  suppressed: a.suppressed + b.suppressed,
  skipped: a.skipped + b.skipped,
  micros: a.micros + b.micros,
  runMicros: a.runMicros + b.runMicros,
  microsCounts: a.microsCounts.map((count, bucket) => count + b.microsCounts[bucket]!),
  lastAt: latest(a.lastAt, b.lastAt),
  lastHitAt: latest(a.lastHitAt, b.lastHitAt),
});

export const sumCounts = (all: Iterable<RuleCounts>): RuleCounts => [...all].reduce(addCounts, zeroCounts);

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Returns the rates shown in responses; `null` if nothing was counted. */
export const ratesOf = ({ executions, hits, unknowns, micros, runMicros }: RuleCounts) => ({
  hitRate: ratio(hits, executions),
  unknownRate: ratio(unknowns, executions),
  latencyShare: ratio(micros, runMicros),
});
