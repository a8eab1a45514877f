import { setTimeout } from 'node:timers/promises';
import type { Contender } from './contender.js';
import type { ContenderMessage, Sampled, SampleRequest } from './contender-messages.js';
import { contenders, type ContenderName } from './contenders.js';
import { makeWorkload, type WorkloadContext, holds, type Workload } from './workload.js';

/** Compared before anything is timed; the slowest engines take half a second for one context at 10,000 rules. */
const comparedContexts = (rules: number): number => (rules > 1_000 ? 10 : 40);

function expectedHits({ rules }: Workload, context: WorkloadContext): readonly number[] {
  return rules.flatMap((rule, index) => (holds(rule, context) ? [index] : []));
}

/** Throws when an engine finds other hits than the workload's own evaluation: its time would say nothing. */
async function compareHits(contender: Contender, workload: Workload): Promise<void> {
  for (const context of workload.contexts.slice(0, comparedContexts(workload.rules.length))) {
    const expected = expectedHits(workload, context).join(',');
    const found = (await contender.evaluate(context)).join(',');
    if (found !== expected)
      throw new Error(`${contender.name} hits [${found}] where [${expected}] is right, for ${JSON.stringify(context)}`);
  }
}

/**
 * One contender in a process of its own, as it would run in production: engines that share a process make each other's
 * call sites megamorphic. Arguments: name, number of rules, seed.
 */
const [name, rules, seed] = process.argv.slice(2) as [ContenderName, string, string];

/** Microseconds of the processor that all threads have taken since. */
function cpuUsSince(earlier: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(earlier);
  return user + system;
}

/** Runs contexts in turn for about `ms`. */
async function sample(
  contender: Contender,
  contexts: readonly WorkloadContext[],
  { ms, from }: SampleRequest,
): Promise<Sampled> {
  const { decide = (context: WorkloadContext) => contender.evaluate(context) } = contender;
  const start = performance.now();
  const cpuAtStart = process.cpuUsage();
  let runs = 0;
  let elapsed: number;
  // Looking at the clock costs as much as a small rule set.
  let step = 1;
  do {
    for (let count = 0; count < step; count++) {
      const result = decide(contexts[(from + runs) % contexts.length] as WorkloadContext);
      if (result instanceof Promise) await result;
      runs += 1;
    }
    elapsed = performance.now() - start;
    if (elapsed / runs < 0.2) step = 16;
  } while (elapsed < ms);
  return { kind: 'sampled', usPerEvent: (elapsed * 1000) / runs, cpuUsPerEvent: cpuUsSince(cpuAtStart) / runs };
}

/** Heap and buffers in megabytes. What was looked at in a job of the event loop may only go after it. */
async function usedMb(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await setTimeout(1);
    gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

const sendToParent = (message: ContenderMessage): void => void process.send?.(message);

const workload = makeWorkload(Number(rules), Number(seed));
const before = await usedMb();
const start = performance.now();
const cpuAtStart = process.cpuUsage();
const contender = contenders[name](workload.rules);
const loadMs = performance.now() - start;
const loadCpuMs = cpuUsSince(cpuAtStart) / 1_000;
await compareHits(contender, workload);
const memoryMb = (await usedMb()) - before;
process.on('message', (request: SampleRequest) => {
  void sample(contender, workload.contexts, request).then(sendToParent);
});
sendToParent({ kind: 'ready', hitRate: workload.hitRate, loadMs, loadCpuMs, memoryMb });
