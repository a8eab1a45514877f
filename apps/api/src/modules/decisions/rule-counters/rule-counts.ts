import { bucketCount } from './time-buckets.js';

/** What a rule came to in stored runs. */
export interface RuleCounts {
  readonly executions: number;
  readonly hits: number;
  readonly unknowns: number;
  /** Runs in which it was a hit or unknown and a window of it had more rows than may be read. */
  readonly tooManyRows: number;
  /** Hits in runs that were decided with REJECT. */
  readonly rejects: number;
  /** New alerts. */
  readonly alerts: number;
  /** Alerts counted on an earlier one. */
  readonly suppressed: number;
  /** Effects of hits that were not performed. */
  readonly skipped: number;
  /** Its part of the time of the runs it was evaluated in, by the weights of their rules. */
  readonly micros: number;
  /** The time of those runs. */
  readonly runMicros: number;
  /** Its part of each run, by bucket. */
  readonly microsCounts: readonly number[];
  readonly lastAt: Date | null;
  readonly lastHitAt: Date | null;
}

/** Counts of versions of rules, added up by rule, version and unit of time. */
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

/** Shares as answers show them; null where nothing was counted. */
export const ratesOf = ({ executions, hits, unknowns, micros, runMicros }: RuleCounts) => ({
  hitRate: ratio(hits, executions),
  unknownRate: ratio(unknowns, executions),
  latencyShare: ratio(micros, runMicros),
});
