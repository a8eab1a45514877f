import { writeFileSync } from 'node:fs';
import { machine, type Machine } from '../machine.js';
import type { LoadContender } from './contender.js';
import { loadJsonRulesEngine, loadJsonRulesEngineFast } from './json-rules-engine-contenders.js';
import { compareHits, measure, type Timing } from './measure.js';
import { loadReference, loadTamis } from './tamis-contenders.js';
import { makeWorkload } from './workload.js';
import { loadZenExpressions, loadZenTable } from './zen-contenders.js';

const loaders: readonly LoadContender[] = [
  loadTamis,
  loadReference,
  loadZenTable,
  loadZenExpressions,
  loadJsonRulesEngine,
  loadJsonRulesEngineFast,
];

/** Each peer is represented by its fastest mode. */
const peers: Readonly<Record<string, readonly string[]>> = {
  zen: ['zen table', 'zen expressions'],
  'json-rules-engine': ['json-rules-engine'],
  'json-rules-engine-fast': ['json-rules-engine fast paths'],
};

interface Result extends Timing {
  readonly rules: number;
}

export interface EngineReport {
  readonly machine: Machine;
  readonly results: readonly Result[];
  /** Time of the peer divided by ours: `zen@100`. */
  readonly ratios: Readonly<Record<string, number>>;
}

export interface EngineBenchOptions {
  readonly ruleCounts: readonly number[];
  readonly seed: number;
  readonly sampleMs: number;
  readonly rounds: number;
  readonly json: string | null;
}

function ratiosAt(rules: number, timings: readonly Timing[]): [string, number][] {
  const timeOf = (engine: string): number =>
    timings.find((timing) => timing.engine === engine)?.usPerEvent ?? Number.NaN;
  const own = timeOf('tamis');
  return Object.entries(peers).map(([peer, modes]) => [
    `${peer}@${rules}`,
    Math.round((Math.min(...modes.map(timeOf)) / own) * 10) / 10,
  ]);
}

function printTable(rules: number, hitRate: number, timings: readonly Timing[]): void {
  const own = timings[0]?.usPerEvent ?? Number.NaN;
  console.log(`\n${rules} rules, ${(hitRate * 100).toFixed(1)} % hit, microseconds per event`);
  for (const { engine, usPerEvent } of timings)
    console.log(
      `  ${engine.padEnd(32)} ${usPerEvent.toFixed(usPerEvent < 100 ? 2 : 0).padStart(10)}  ${(usPerEvent / own).toFixed(1).padStart(8)}x`,
    );
}

/** Tamis beside other engines on the same rules and contexts; hits are compared first. */
export async function benchEngine(options: EngineBenchOptions): Promise<EngineReport> {
  const results: Result[] = [];
  const ratios: [string, number][] = [];
  for (const rules of options.ruleCounts) {
    const workload = makeWorkload(rules, options.seed);
    const contenders = loaders.map((load) => load(workload.rules));
    for (const contender of contenders) await compareHits(contender, workload);
    const timings = await measure(contenders, workload, options.sampleMs, options.rounds);
    printTable(rules, workload.hitRate, timings);
    results.push(...timings.map((timing) => ({ ...timing, rules })));
    ratios.push(...ratiosAt(rules, timings));
  }
  const report = { machine: machine(), results, ratios: Object.fromEntries(ratios) };
  console.log(`\nratios: ${JSON.stringify(report.ratios)}`);
  if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
