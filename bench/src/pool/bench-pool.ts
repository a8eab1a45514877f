import { writeFileSync } from 'node:fs';
import { compileRuleSet, InMemoryFacts, type CompiledRuleSet, type Facts, type Run } from '@tamis/engine';
import { EnginePool } from '@tamis/engine-pool';
import { machine, median } from '../machine.js';
import { samplePayments, sampleRules, watchedCustomers } from '../sample/card-payments.js';

export interface PoolBenchOptions {
  readonly threads: number;
  readonly rounds: number;
  readonly json: string | null;
}

interface Job {
  readonly contextJson: string;
  readonly factsJson: string;
  readonly run: Run;
}

const inFlight = 64;
const maxBatch = 32;
const deadlineMs = 2_000;

/** Every payment of the sample with the facts it had when it arrived. */
function prepareJobs(set: CompiledRuleSet): readonly Job[] {
  const facts = new InMemoryFacts(new Map([[watchedCustomers, new Set<string>()]]));
  return samplePayments().map(({ record, run }) => {
    const gathered = facts.gather(set.requests(record, run), run.now);
    facts.add(record);
    return { contextJson: JSON.stringify(record), factsJson: JSON.stringify(gathered), run };
  });
}

function inThisThread(set: CompiledRuleSet, jobs: readonly Job[]): number {
  const start = performance.now();
  for (const { contextJson, factsJson, run } of jobs)
    set.evaluate(JSON.parse(contextJson) as Record<string, unknown>, JSON.parse(factsJson) as Facts, run);
  return (jobs.length * 1000) / (performance.now() - start);
}

async function throughPool(pool: EnginePool, key: string, jobs: readonly Job[]): Promise<number> {
  const start = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) await pool.evaluate({ key, ...job });
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (jobs.length * 1000) / (performance.now() - start);
}

async function oneAtATime(pool: EnginePool, key: string, jobs: readonly Job[]): Promise<number> {
  const start = performance.now();
  for (const job of jobs) await pool.evaluate({ key, ...job });
  return ((performance.now() - start) * 1000) / jobs.length;
}

/** Evaluations per second of the sample's rules on the sample's payments: parsing of context and facts is part of it. */
export async function benchPool({ threads, rounds, json }: PoolBenchOptions): Promise<void> {
  const content = sampleRules();
  const compiled = compileRuleSet(content);
  if (!compiled.ok) throw new Error(`the sample's rules do not compile: ${JSON.stringify(compiled.error[0])}`);
  const set = compiled.value;
  const jobs = prepareJobs(set);
  const pool = new EnginePool({ threads, maxBatch, deadlineMs });
  const key = pool.load(content);
  inThisThread(set, jobs);
  await throughPool(pool, key, jobs);
  const single: number[] = [];
  const pooled: number[] = [];
  for (let round = 0; round < rounds; round++) {
    single.push(inThisThread(set, jobs));
    pooled.push(await throughPool(pool, key, jobs));
  }
  const roundTripUs = await oneAtATime(pool, key, jobs.slice(0, 2_000));
  await pool.destroy();
  const report = {
    machine: machine(),
    rules: set.rules.length,
    payments: jobs.length,
    threads,
    evaluationsPerSecond: { singleThread: Math.round(median(single)), pool: Math.round(median(pooled)) },
    poolRoundTripUs: Math.round(roundTripUs),
  };
  console.log(`${report.rules} rules, ${report.payments} payments with their windows, parsing included`);
  console.log(`  one thread            ${String(report.evaluationsPerSecond.singleThread).padStart(8)} evaluations/s`);
  console.log(
    `  pool, ${threads} threads       ${String(report.evaluationsPerSecond.pool).padStart(8)} evaluations/s (${inFlight} in flight)`,
  );
  console.log(`  pool, one in flight   ${String(report.poolRoundTripUs).padStart(8)} µs round trip`);
  if (json !== null) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
}
