import { EnginePool, InlinePool, type EvaluationPool, type EvaluationRequest } from '@tamis/engine-pool';
import { quantile } from './quantile.js';
import type { PoolWorkload } from './workload-requests.js';

export interface Latency {
  readonly inlineP50Us: number;
  readonly poolP50Us: number;
  readonly poolP99Us: number;
  readonly addedP50Us: number;
}

const perRound = 2_000;

async function oneAtATime(
  pool: EvaluationPool,
  requests: readonly EvaluationRequest[],
  times: number[],
): Promise<void> {
  for (let index = 0; index < perRound; index++) {
    const start = performance.now();
    await pool.evaluate(requests[index % requests.length] as EvaluationRequest);
    times.push((performance.now() - start) * 1000);
  }
}

/** Measures from request to response without other load, alternating with the same evaluation in this thread. */
export async function benchLatency({ content, requests }: PoolWorkload, rounds: number): Promise<Latency> {
  const pool = new EnginePool({ threads: 2, deadlineMs: 60_000 });
  const inline = new InlinePool();
  const key = pool.load(content);
  inline.load(content);
  await pool.prepare(key);
  const asked = requests(key);
  const times = { pool: [] as number[], inline: [] as number[] };
  await oneAtATime(inline, asked, []);
  await oneAtATime(pool, asked, []);
  for (let round = 0; round < rounds; round++) {
    await oneAtATime(inline, asked, times.inline);
    await oneAtATime(pool, asked, times.pool);
  }
  await pool.destroy();
  await inline.destroy();
  const [inlineP50Us, poolP50Us] = [quantile(times.inline, 0.5), quantile(times.pool, 0.5)];
  return { inlineP50Us, poolP50Us, poolP99Us: quantile(times.pool, 0.99), addedP50Us: poolP50Us - inlineP50Us };
}
