import { explainRule } from '@tamis/engine';
import { setImmediate as turn } from 'node:timers/promises';
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';
import type { BenchWork } from './bench-work.js';

/** Result of one worker. Histograms are transferred as text. */
export interface Measurement {
  readonly events: number;
  readonly seconds: number;
  /** Nanoseconds per event. */
  readonly latencies: string;
  /** Median of each time interval in nanoseconds, which shows how steady the measurement was. */
  readonly intervalMedians: readonly number[];
  readonly bytesPerEvent: number;
  /** Share of time that tracing every hit adds. */
  readonly tracePrice: number;
}

const histogram = (): Histogram => build({ bitBucketSize: 64, numberOfSignificantValueDigits: 3 });

/** Merges several histograms into one. */
export function mergeHistograms(texts: readonly string[]): Histogram {
  const joined = histogram();
  for (const text of texts) joined.add(decodeFromCompressedBase64(text));
  return joined;
}

/** Number of intervals that the time is divided into. A median is taken of each. */
const intervalCount = 20;

/** Number of events between two reads of the clock if many are timed together. */
const batchSize = 200;

function evaluateBatch({ set, cases }: BenchWork, from: number, withTrace: boolean): void {
  for (let index = from; index < from + batchSize; index++) {
    const { context, facts, run } = cases[index % cases.length] as BenchWork['cases'][number];
    const { hits } = set.evaluate(context, facts, run);
    if (withTrace) for (const hit of hits) explainRule(set.inspectRule(hit, context, facts, run));
  }
}

/** Returns the nanoseconds per event, measured over `ms` milliseconds. */
function meanNs(work: BenchWork, ms: number, withTrace: boolean): number {
  let events = 0;
  const start = performance.now();
  for (; performance.now() - start < ms; events += batchSize) evaluateBatch(work, events, withTrace);
  return ((performance.now() - start) * 1e6) / events;
}

/** Returns the bytes that an event leaves for the garbage collector: the median of the batches during which no collection took place. */
function bytesPerEvent(work: BenchWork): number {
  const grown: number[] = [];
  for (let round = 0; round < 50; round++) {
    const before = process.memoryUsage().heapUsed;
    evaluateBatch(work, round * batchSize, false);
    const after = process.memoryUsage().heapUsed;
    if (after > before) grown.push((after - before) / batchSize);
  }
  return Math.round(grown.sort((a, b) => a - b)[Math.floor(grown.length / 2)] ?? 0);
}

/** Compares the best of several short rounds with and without tracing, so that other load on the machine affects both. */
function traceOverhead(work: BenchWork): number {
  let [plain, traced] = [Infinity, Infinity];
  for (let turn = 0; turn < 12; turn++) {
    plain = Math.min(plain, meanNs(work, 15, false));
    traced = Math.min(traced, meanNs(work, 15, true));
  }
  return Math.round((traced / plain - 1) * 100) / 100;
}

/** Evaluates the events repeatedly for the given number of seconds and times each one. Rejects when it is stopped. */
export async function measureWork(work: BenchWork, seconds: number, stop: AbortSignal): Promise<Measurement> {
  const { set, cases } = work;
  const latencies = histogram();
  const stretch = histogram();
  const stretches: number[] = [];
  const start = process.hrtime.bigint();
  const stretchNs = BigInt(Math.round((seconds * 1e9) / intervalCount));
  let events = 0;
  let now = start;
  for (let number = 1n; number <= intervalCount; number += 1n) {
    const end = start + stretchNs * number;
    // Signals are handled between intervals.
    await turn();
    stop.throwIfAborted();
    now = process.hrtime.bigint();
    while (now < end) {
      const { context, facts, run } = cases[events % cases.length] as BenchWork['cases'][number];
      set.evaluate(context, facts, run);
      const after = process.hrtime.bigint();
      stretch.recordValue(Math.max(1, Number(after - now)));
      now = after;
      events += 1;
    }
    // An interval that was used up by the previous one has no median.
    if (stretch.totalCount > 0) stretches.push(stretch.getValueAtPercentile(50));
    latencies.add(stretch);
    stretch.reset();
  }
  const spent = Number(now - start) / 1e9;
  return {
    events,
    seconds: spent,
    latencies: encodeIntoCompressedBase64(latencies),
    intervalMedians: stretches,
    bytesPerEvent: bytesPerEvent(work),
    tracePrice: traceOverhead(work),
  };
}

/** Warms up long enough for the JIT compiler to have seen every rule. */
export const warmUp = (work: BenchWork): void => void meanNs(work, 1_000, true);
