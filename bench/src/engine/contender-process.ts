import { setTimeout } from 'node:timers/promises';
import type { Contender } from './contender.js';
import type { ContenderMessage, Sampled, SampleRequest } from './contender-messages.js';
import { contenders, type ContenderName } from './contenders.js';
import { makeWorkload, type WorkloadContext, holds, type Workload } from './workload.js';

/** The number of contexts compared before any measurement; the slowest engines take half a second for one context with 10,000 rules. */
const comparedContexts = (rules: number): number => (rules > 1_000 ? 10 : 40);

function expectedHits({ rules }: Workload, context: WorkloadContext): readonly number[] {
  return rules.flatMap((rule, index) => (holds(rule, context) ? [index] : []));
}

/** Throws if an engine finds different hits from the workload's own evaluation, because its time would then be meaningless. */
async function compareHits(contender: Contender, workload: Workload): Promise<void> {
  for (const context of workload.contexts.slice(0, comparedContexts(workload.rules.length))) {
    const expected = expectedHits(workload, context).join(',');
    const found = (await contender.evaluate(context)).join(',');
    if (found !== expected)
      throw new Error(`${contender.name} hits [${found}] where [${expected}] is right, for ${JSON.stringify(context)}`);
  }
}

/**
 * Executes one contender in a separate process, as in production: engines that share a process make each other's call sites megamorphic.
 * Arguments: name, number of rules, seed.
 */
const [name, rules, seed] = process.argv.slice(2) as [ContenderName, string, string];

/** Returns the microseconds of CPU time that all threads have used since then. */
function cpuUsSince(earlier: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(earlier);
  return user + system;
}

/** Evaluates contexts in turn for about `ms`. */
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
  // Reading the clock costs as much as a small rule set.
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

/** Returns heap and buffers in megabytes. Data used in a task of the event loop may only be released after it. */
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
