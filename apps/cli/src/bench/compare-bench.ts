/** Results of a benchmark, with everything that is needed to repeat it. */
export interface BenchReport {
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGb: number;
    readonly node: string;
    /** Load average of the minute before measuring. */
    readonly load: number;
  };
  /** Version of the program. */
  readonly version: string;
  readonly ruleSetVersion: string;
  readonly rules: number;
  readonly events: { readonly name: string; readonly sha256: string };
  /** Number of events that were evaluated repeatedly, and number of earlier events in the windows. */
  readonly evaluated: number;
  readonly before: number;
  readonly seed: number;
  /** Duration of the measurement for each number of workers. */
  readonly seconds: number;
  readonly ladder: readonly {
    readonly workers: number;
    readonly eventsPerSecond: number;
    readonly p50Micros: number;
    readonly p95Micros: number;
    readonly p99Micros: number;
    readonly p999Micros: number;
    /** Median of each time interval, over all workers. */
    readonly p50Stretches: readonly number[];
    readonly bytesPerEvent: number;
    /** Share of an event's time that tracing its hits adds. */
    readonly tracePrice: number;
  }[];
  /** By the cost estimate of the plan. */
  readonly dearest: readonly { readonly key: string; readonly cost: number }[];
}

/** A report without its measurements: known before anything is measured. */
export type BenchSetup = Omit<BenchReport, 'ladder'>;

/** Increase of the median time per event, as a share, with its 95 % confidence interval. */
export interface BenchComparison {
  readonly workers: number;
  readonly beforeMicros: number;
  readonly nowMicros: number;
  readonly change: number;
  readonly low: number;
  readonly high: number;
}

type Line = BenchReport['ladder'][number];

const resamples = 2_000;

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[half] as number)
    : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
};

/** Returns numbers in [0, 1) that are the same every time, so that comparing the same results gives the same interval. */
function sequence(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Compares the medians of the measured intervals by bootstrapping them. */
function compareLine(before: Line, now: Line): BenchComparison {
  const next = sequence();
  const drawn = (values: readonly number[]): readonly number[] =>
    values.map(() => values[Math.floor(next() * values.length)] as number);
  const changes = Array.from(
    { length: resamples },
    () => median(drawn(now.p50Stretches)) / median(drawn(before.p50Stretches)) - 1,
  ).sort((a, b) => a - b);
  const [beforeMicros, nowMicros] = [median(before.p50Stretches), median(now.p50Stretches)];
  return {
    workers: now.workers,
    beforeMicros,
    nowMicros,
    change: nowMicros / beforeMicros - 1,
    low: changes[Math.floor(resamples * 0.025)] as number,
    high: changes[Math.floor(resamples * 0.975)] as number,
  };
}

/** Compares the lines with the same number of workers. */
export const compareBench = (before: BenchReport, now: BenchReport): readonly BenchComparison[] =>
  now.ladder.flatMap((line) => {
    const other = before.ladder.find(({ workers }) => workers === line.workers);
    return other ? [compareLine(other, line)] : [];
  });

/** Returns what makes two reports incomparable. Empty if they can be compared. */
export function differences(before: BenchSetup, now: BenchSetup): readonly string[] {
  const cpu = ({ machine }: BenchSetup): string => `${machine.cores} cores ${machine.cpu} ${machine.node}`;
  return [
    ...(cpu(before) === cpu(now) ? [] : ['machine']),
    ...(before.events.sha256 === now.events.sha256 ? [] : ['events']),
    ...(before.seconds === now.seconds ? [] : ['--duration']),
  ];
}
