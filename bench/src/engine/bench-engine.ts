import { writeFileSync } from 'node:fs';
import { machine, type Machine } from '../machine.js';
import { peers } from './contenders.js';
import { measure, type Timing } from './measure.js';

interface Result extends Timing {
  readonly rules: number;
}

export interface EngineReport {
  readonly machine: Machine;
  readonly results: readonly Result[];
  /** Time of the peer's fastest mode divided by ours: `zen@100`. And ours with a summary over that without: `summary@100`. */
  readonly ratios: Readonly<Record<string, number>>;
}

export interface EngineBenchOptions {
  readonly ruleCounts: readonly number[];
  readonly seed: number;
  readonly sampleMs: number;
  readonly rounds: number;
  readonly json: string | null;
}

/** Three figures that count. */
const rounded = (ratio: number): number => Number(ratio.toPrecision(3));

function ratiosAt(rules: number, timings: readonly Timing[]): [string, number][] {
  const timeOf = (engine: string): number =>
    timings.find((timing) => timing.engine === engine)?.usPerEvent ?? Number.NaN;
  const own = timeOf('tamis');
  const ofOwn: [string, number][] = [
    [`summary@${rules}`, rounded(timeOf('tamis, summary of hits') / own)],
    [`full-summary@${rules}`, rounded(timeOf('tamis, full summary') / own)],
    [`decision-of-generated@${rules}`, rounded(timeOf('tamis, decision alone') / timeOf('one generated function'))],
  ];
  const ofPeers = Object.entries(peers).map(([peer, modes]): [string, number] => [
    `${peer}@${rules}`,
    rounded(Math.min(...modes.map(timeOf)) / own),
  ]);
  return [...ofOwn, ...ofPeers];
}

function printTable(rules: number, hitRate: number, timings: readonly Timing[]): void {
  const own = timings[0]?.usPerEvent ?? Number.NaN;
  console.log(`\n${rules} rules, ${(hitRate * 100).toFixed(1)} % hit, microseconds per event`);
  for (const { engine, usPerEvent, loadMs, memoryMb } of timings)
    console.log(
      `  ${engine.padEnd(32)} ${usPerEvent.toFixed(usPerEvent < 100 ? 2 : 0).padStart(10)}  ${(usPerEvent / own).toPrecision(3).padStart(8)}x  loaded in ${loadMs.toFixed(0)} ms, ${memoryMb.toFixed(1)} MB`,
    );
}

/** Tamis beside other engines on the same rules and contexts; hits are compared first. */
export async function benchEngine(options: EngineBenchOptions): Promise<EngineReport> {
  const results: Result[] = [];
  const ratios: [string, number][] = [];
  for (const rules of options.ruleCounts) {
    const { hitRate, timings } = await measure({ ...options, rules });
    printTable(rules, hitRate, timings);
    results.push(...timings.map((timing) => ({ ...timing, rules })));
    ratios.push(...ratiosAt(rules, timings));
  }
  const report = { machine: machine(), results, ratios: Object.fromEntries(ratios) };
  console.log(`\nratios: ${JSON.stringify(report.ratios)}`);
  if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
