import { compileRuleSet, InMemoryFacts, type CompiledRuleSet, type EvaluationParams } from '@tamis/engine';
import { EnginePool, InlinePool, type EvaluationPool } from '@tamis/engine-pool';
import { median } from '../machine.js';
import { sampleTransactions, sampleRules, watchedCustomers } from '../sample/card-transactions.js';
import { evaluateMany } from './workload-requests.js';

export interface SampleFigures {
  readonly rules: number;
  readonly payments: number;
  readonly inlinePerSecond: number;
  readonly poolPerSecond: number;
}

interface Job {
  readonly contextJson: string;
  readonly factsJson: string;
  readonly run: EvaluationParams;
}

const inFlight = 64;

/** Prepares every payment of the sample with the facts at the time of its arrival. */
function prepareJobs(set: CompiledRuleSet): readonly Job[] {
  const facts = new InMemoryFacts(new Map([[watchedCustomers, new Set<string>()]]));
  return sampleTransactions().map(({ record, run }) => {
    const gathered = facts.gather(set.requests(record, run), run.now);
    facts.add(record);
    return { contextJson: JSON.stringify(record), factsJson: JSON.stringify(gathered), run };
  });
}

async function perSecond(pool: EvaluationPool, key: string, jobs: readonly Job[], lanes: number): Promise<number> {
  const requests = jobs.map(({ run: params, ...job }) => ({ key, params, ...job }));
  const start = performance.now();
  await evaluateMany(pool, requests, { count: requests.length, inFlight: lanes, parse: false });
  return (requests.length * 1000) / (performance.now() - start);
}

/** Measures evaluations per second of the sample's rules on the sample's payments, including the parsing of context and facts. */
export async function benchSample(threads: number, rounds: number): Promise<SampleFigures> {
  const content = sampleRules();
  const compiled = compileRuleSet(content);
  if (!compiled.ok) throw new Error(`the sample's rules do not compile: ${JSON.stringify(compiled.error[0])}`);
  const jobs = prepareJobs(compiled.value);
  const inline = new InlinePool();
  const pool = new EnginePool({ threads, deadlineMs: 60_000 });
  const key = pool.load(content);
  inline.load(content);
  await perSecond(inline, key, jobs, 1);
  await perSecond(pool, key, jobs, inFlight);
  const single: number[] = [];
  const pooled: number[] = [];
  for (let round = 0; round < rounds; round++) {
    single.push(await perSecond(inline, key, jobs, 1));
    pooled.push(await perSecond(pool, key, jobs, inFlight));
  }
  await pool.destroy();
  return {
    rules: content.rules.length,
    payments: jobs.length,
    inlinePerSecond: Math.round(median(single)),
    poolPerSecond: Math.round(median(pooled)),
  };
}
