import { writeFileSync } from 'node:fs';
import { machine } from '../machine.js';
import { benchLatency } from './bench-latency.js';
import { benchSample } from './bench-sample.js';
import { benchSharedList } from './bench-shared-list.js';
import { benchSwitch } from './bench-switch.js';
import { benchInline, benchThroughput, type Throughput } from './bench-throughput.js';
import { countsThreads } from './thread-cpu.js';
import { poolWorkload } from './workload-requests.js';

export interface PoolBenchOptions {
  readonly threads: number;
  readonly rounds: number;
  readonly seed: number;
  readonly json: string | null;
}

const rules = 100;
const rulesSwitched = 1_000;
const batches = [1, 16, 64];

const rounded = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** Measures the overhead of the pool, its speed compared to no pool, and the cost of a shared list and of switching rule sets. */
export async function benchPool({ threads, rounds, seed, json }: PoolBenchOptions): Promise<void> {
  if (!countsThreads()) throw new Error('the processor time of single threads is counted on Linux only');
  const workload = poolWorkload(rules, seed);
  const inlineUs = await benchInline(workload, rounds);
  const throughput: Throughput[] = [];
  for (const batch of batches) throughput.push(await benchThroughput(workload, { threads, rounds, batch }));
  const latency = await benchLatency(workload, rounds);
  const sharedList = await benchSharedList();
  const switched = await benchSwitch(poolWorkload(rulesSwitched, seed), rounds);
  const sample = await benchSample(threads, rounds);
  const report = {
    machine: machine(),
    threads,
    rules,
    inlineUs,
    throughput,
    latency,
    sharedList,
    switch: switched,
    sample,
  };
  const text = JSON.stringify(report, (_, value: unknown) => rounded(value), 2);
  console.log(text);
  if (json !== null) writeFileSync(json, `${text}\n`);
}
