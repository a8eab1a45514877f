import { EnginePool, InlinePool, type EvaluationPool, type EvaluationRequest } from '@tamis/engine-pool';
import { threadCpu } from './thread-cpu.js';
import { evaluateMany, type PoolWorkload } from './workload-requests.js';

export interface Throughput {
  readonly batch: number;
  /** In elapsed time, which other work on the machine increases. */
  readonly evaluationsPerSecond: number;
  readonly mainThreadUs: number;
  /** For callers that also parse the whole outcome. */
  readonly mainThreadWithOutcomeUs: number;
  /** Over all threads. Two processors have two million microseconds per second. */
  readonly cpuUs: number;
  readonly meanBatch: number;
}

const count = 40_000;

interface Sample {
  readonly perSecond: number;
  readonly mainUs: number;
  readonly allUs: number;
}

async function sample(
  pool: EvaluationPool,
  requests: readonly EvaluationRequest[],
  inFlight: number,
  parse: boolean,
): Promise<Sample> {
  const before = threadCpu();
  const start = performance.now();
  await evaluateMany(pool, requests, { count, inFlight, parse });
  const seconds = (performance.now() - start) / 1000;
  const after = threadCpu();
  return {
    perSecond: count / seconds,
    mainUs: (after.mainUs - before.mainUs) / count,
    allUs: (after.allUs - before.allUs) / count,
  };
}

/**
 * Measures evaluations per second and processor time per evaluation, by batch size. Reports the best round, since other work can only add
 * time.
 */
export async function benchThroughput(
  { content, requests }: PoolWorkload,
  { threads, rounds, batch }: { readonly threads: number; readonly rounds: number; readonly batch: number },
): Promise<Throughput> {
  const pool = new EnginePool({ threads, maxBatch: batch, deadlineMs: 60_000 });
  const key = pool.load(content);
  await pool.prepare(key);
  const asked = requests(key);
  const inFlight = 2 * threads * batch;
  const samples: Sample[] = [];
  const parsed: Sample[] = [];
  await sample(pool, asked, inFlight, true);
  const warm = pool.snapshot().batchSizes;
  for (let round = 0; round < rounds; round++) {
    samples.push(await sample(pool, asked, inFlight, false));
    parsed.push(await sample(pool, asked, inFlight, true));
  }
  const { batchSizes } = pool.snapshot();
  await pool.destroy();
  const least = (value: (each: Sample) => number, all = samples): number => Math.min(...all.map(value));
  return {
    batch,
    evaluationsPerSecond: Math.round(Math.max(...samples.map((each) => each.perSecond))),
    mainThreadUs: least((each) => each.mainUs),
    mainThreadWithOutcomeUs: least((each) => each.mainUs, parsed),
    cpuUs: least((each) => each.allUs),
    meanBatch: (batchSizes.sum - warm.sum) / (batchSizes.count - warm.count),
  };
}

/** Measures the same without threads, to show the potential gain. */
export async function benchInline({ content, requests }: PoolWorkload, rounds: number): Promise<number> {
  const pool = new InlinePool();
  const asked = requests(pool.load(content));
  await sample(pool, asked, 1, false);
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) samples.push((await sample(pool, asked, 1, false)).mainUs);
  await pool.destroy();
  return Math.min(...samples);
}
