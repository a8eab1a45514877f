import { readJsonLines, type EvaluationEvent } from '@tamis/dry-run';
import { compileRuleSet, foldFacts, InMemoryFacts, type CompiledRuleSet, type RuleSetContent } from '@tamis/engine';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { machine } from '../machine.js';
import { benchRates, transactionLines, writeTransactions } from './dry-run-transactions.js';
import { dryRunRules } from './dry-run-rules.js';
import { jsonRulesEngine, jsonRulesFacts } from './json-rules-contender.js';
import { replayFromPostgres } from './replay-from-postgres.js';
import { replayInChild, type ChildFigures, type ChildReplay } from './replay-in-child.js';

export interface DryRunBenchOptions {
  readonly events: number;
  readonly rules: number;
  readonly seed: number;
  readonly json: string | null;
}

interface Measurement {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** The payments of one customer. */
const transactionsPerCustomer = 20;
/** The share of payments for comparing numbers of candidates, because their ratio needs fewer. */
const comparedShare = 0.1;
/** The number of events for json-rules-engine; more would take too long. */
const peerEvents = 10_000;

async function measured(run: () => Promise<void>): Promise<Measurement> {
  const before = process.cpuUsage();
  const start = performance.now();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - start) / 1_000, cpuSeconds: (user + system) / 1e6 };
}

function compiled(content: RuleSetContent): CompiledRuleSet {
  const result = compileRuleSet(content);
  if (!result.ok) throw new Error(JSON.stringify(result.error).slice(0, 2_000));
  return result.value;
}

/** Does the same by requesting the facts of one event after the other, as a host of the live engine does; counts the hits of all rules. */
async function replayOneByOne(
  path: string,
  content: RuleSetContent,
  most: number,
): Promise<Measurement & { hits: number }> {
  const set = compiled(content);
  const facts = new InMemoryFacts({ rates: benchRates });
  let hits = 0;
  const figures = await measured(async () => {
    let done = 0;
    for await (const batch of readJsonLines(createReadStream(path), 'UTC')) {
      if (!batch.ok) throw new Error(batch.error.message);
      for (const event of batch.value) {
        if (event.kind !== 'run' || done >= most) continue;
        const { context, target, trigger, now, id } = event;
        const run = { target, trigger, now, evaluationId: id };
        hits += set.evaluate(context, foldFacts(set, context, run, facts), run).hits.length;
        facts.add(context);
        done += 1;
      }
      if (done >= most) break;
    }
  });
  return { ...figures, hits };
}

/** Measures json-rules-engine on facts whose windows were computed before the measurement; returns its numbers of events and hits. */
async function withJsonRules(path: string, rules: number): Promise<Measurement & { hits: number; events: number }> {
  const runs: EvaluationEvent[] = [];
  for await (const batch of readJsonLines(createReadStream(path), 'UTC')) {
    if (!batch.ok) throw new Error(batch.error.message);
    for (const event of batch.value) if (event.kind === 'run' && runs.length < peerEvents) runs.push(event);
    if (runs.length >= peerEvents) break;
  }
  const [engine, facts] = [jsonRulesEngine(rules), jsonRulesFacts(runs)];
  let hits = 0;
  const figures = await measured(async () => {
    for (const each of facts) hits += (await engine.run(each)).events.length;
  });
  return { ...figures, hits, events: runs.length };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The median of three measurements of a few seconds each: the machine varies more than the compared values. */
async function median(replay: ChildReplay): Promise<ChildFigures> {
  const runs = [await replayInChild(replay), await replayInChild(replay), await replayInChild(replay)];
  return runs.sort((a, b) => a.cpuSeconds - b.cpuSeconds)[1]!;
}

/** Measures a dry run of payments in a file: alone, together with others in one pass, and compared with one event at a time. */
export async function benchDryRun({ events, rules, seed, json }: DryRunBenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-dry-run-'));
  try {
    const path = join(folder, 'payments.jsonl');
    const lines = () => transactionLines(events, Math.ceil(events / transactionsPerCustomer), seed);
    await writeTransactions(path, lines());
    const content = dryRunRules({ rules });
    const threads = availableParallelism();
    const onOne = { path, rules, variants: 1, most: events, threads: null };
    const whole = await replayInChild(onOne);
    const threaded = await replayInChild({ ...onOne, threads });
    if (threaded.hash !== whole.hash) throw new Error('threads found something else');
    const fewer = Math.max(1, Math.floor(events * comparedShare));
    const ofFewer = (variants: number): Promise<ChildFigures> => median({ ...onOne, most: fewer, variants });
    const single = await ofFewer(1);
    const five = await ofFewer(5);
    const twenty = await ofFewer(20);
    const live = await replayOneByOne(path, content, fewer);
    const peer = await withJsonRules(path, rules);
    const asPeer = await replayInChild({ ...onOne, most: peer.events });
    // It computes with doubles, so that a sum can be on the other side of a limit.
    if (Math.abs(peer.hits - asPeer.hits) > asPeer.hits / 1_000)
      throw new Error(`${peer.hits} hits of json-rules-engine, ${asPeer.hits} replayed`);
    if (live.hits !== single.hits) throw new Error(`${live.hits} hits one by one, ${single.hits} replayed`);
    const stored = await replayFromPostgres(lines(), content);
    if (stored.hits !== whole.hits)
      throw new Error(`${stored.hits} hits from the database, ${whole.hits} from the file`);
    const report = {
      machine: machine(),
      events,
      rules,
      windows: 12,
      seed,
      threads,
      secondsFromFile: rounded(Math.min(whole.seconds, threaded.seconds)),
      cpuSecondsFromFile: rounded(whole.cpuSeconds),
      peakRssMb: Math.max(whole.peakRssMb, threaded.peakRssMb, stored.peakRssMb),
      peakRssMbOnOneThread: whole.peakRssMb,
      onThreads: {
        seconds: rounded(threaded.seconds),
        cpuSeconds: rounded(threaded.cpuSeconds),
        peakRssMb: threaded.peakRssMb,
      },
      secondsFromPostgres: rounded(stored.seconds),
      peakRssMbFromPostgres: stored.peakRssMb,
      contextCharacters: stored.contextCharacters,
      hits: whole.hits,
      hash: whole.hash,
      compared: {
        events: fewer,
        cpuSeconds: rounded(single.cpuSeconds),
        oneByOneCpuSeconds: rounded(live.cpuSeconds),
      },
      oneByOneRatio: rounded(live.cpuSeconds / single.cpuSeconds),
      oneByOneSeconds: rounded((live.seconds * events) / fewer),
      jsonRulesEngine: {
        events: peer.events,
        cpuSeconds: rounded(peer.cpuSeconds),
        secondsForAll: rounded((peer.seconds * events) / peer.events),
        ratio: rounded(peer.cpuSeconds / peer.events / (whole.cpuSeconds / events)),
      },
      fiveChallengersRatio: rounded(five.cpuSeconds / single.cpuSeconds),
      sweep20Ratio: rounded(twenty.cpuSeconds / single.cpuSeconds),
    };
    console.log(JSON.stringify(report, null, 2));
    if (json !== null) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
