import type { Contender } from './contender.js';
import { holds, type Workload, type WorkloadContext } from './workload.js';

/** Compared before anything is timed; the slowest engines take half a second for one context at 10,000 rules. */
const comparedContexts = (rules: number): number => (rules > 1_000 ? 10 : 40);

function expectedHits({ rules }: Workload, context: WorkloadContext): readonly number[] {
  return rules.flatMap((rule, index) => (holds(rule, context) ? [index] : []));
}

/** Throws when an engine finds other hits than the workload's own evaluation: its time would say nothing. */
export async function compareHits(contender: Contender, workload: Workload): Promise<void> {
  for (const context of workload.contexts.slice(0, comparedContexts(workload.rules.length))) {
    const expected = expectedHits(workload, context).join(',');
    const found = (await contender.run(context)).join(',');
    if (found !== expected)
      throw new Error(`${contender.name} hits [${found}] where [${expected}] is right, for ${JSON.stringify(context)}`);
  }
}
