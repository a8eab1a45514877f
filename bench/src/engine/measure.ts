import { median } from '../machine.js';
import type { Contender } from './contender.js';
import { holds, type Workload, type WorkloadContext } from './workload.js';

/** Compared before anything is timed. */
const comparedContexts = 40;

function expectedHits({ rules }: Workload, context: WorkloadContext): readonly number[] {
  return rules.flatMap((rule, index) => (holds(rule, context) ? [index] : []));
}

/** Throws when an engine finds other hits than the workload's own evaluation: its time would say nothing. */
export async function compareHits(contender: Contender, workload: Workload): Promise<void> {
  for (const context of workload.contexts.slice(0, comparedContexts)) {
    const expected = expectedHits(workload, context).join(',');
    const found = (await contender.run(context)).join(',');
    if (found !== expected)
      throw new Error(`${contender.name} hits [${found}] where [${expected}] is right, for ${JSON.stringify(context)}`);
  }
}

/** Runs contexts in turn for about `ms`; microseconds per context. */
async function sample(
  contender: Contender,
  contexts: readonly WorkloadContext[],
  ms: number,
  from: number,
): Promise<number> {
  const start = performance.now();
  let runs = 0;
  let elapsed: number;
  do {
    // Looking at the clock costs as much as a small rule set.
    for (let step = 0; step < 8; step++) {
      const result = contender.run(contexts[(from + runs) % contexts.length] as WorkloadContext);
      if (result instanceof Promise) await result;
      runs += 1;
    }
    elapsed = performance.now() - start;
  } while (elapsed < ms);
  return (elapsed * 1000) / runs;
}

export interface Timing {
  readonly engine: string;
  readonly usPerEvent: number;
}

/** Warm-up, then rounds in which the engines take turns, so that a slow moment of the machine hits all of them. */
export async function measure(
  contenders: readonly Contender[],
  { contexts }: Workload,
  sampleMs: number,
  rounds: number,
): Promise<Timing[]> {
  const samples = contenders.map((): number[] => []);
  for (const contender of contenders) await sample(contender, contexts, sampleMs * 2, 0);
  for (let round = 0; round < rounds; round++)
    for (const [index, contender] of contenders.entries())
      samples[index]?.push(await sample(contender, contexts, sampleMs, round * 97));
  return contenders.map((contender, index) => ({ engine: contender.name, usPerEvent: median(samples[index] ?? []) }));
}
