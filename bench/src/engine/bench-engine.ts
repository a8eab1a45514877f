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
  /**
   * The time of the peer's fastest mode divided by ours: `zen@100`. For our own engine, in CPU time: with a summary divided by without one
   * (`summary@100`), the decision alone divided by a generated function, and the seconds to compile the rules in a new process.
   */
  readonly ratios: Readonly<Record<string, number>>;
}

export interface EngineBenchOptions {
  readonly ruleCounts: readonly number[];
  readonly seed: number;
  readonly sampleMs: number;
  readonly rounds: number;
  readonly json: string | null;
  readonly only: readonly string[];
}

/** Rounds to three significant digits. */
const rounded = (ratio: number): number => Number(ratio.toPrecision(3));

function ratiosAt(rules: number, timings: readonly Timing[]): [string, number][] {
  const timingOf = (engine: string): Timing | undefined => timings.find((timing) => timing.engine === engine);
  const timeOf = (engine: string): number => timingOf(engine)?.usPerEvent ?? Number.NaN;
  const cpuOf = (engine: string): number => timingOf(engine)?.cpuUsPerEvent ?? Number.NaN;
  const loaded = timingOf('tamis');
  const ofOwn: [string, number][] = [
    [`summary@${rules}`, cpuOf('tamis, summary of hits') / cpuOf('tamis')],
    [`full-summary@${rules}`, cpuOf('tamis, full summary') / cpuOf('tamis')],
    [`decision-of-generated@${rules}`, cpuOf('tamis, decision alone') / cpuOf('one generated function')],
    [`compile-seconds@${rules}`, (loaded?.loadMs ?? Number.NaN) / 1_000],
    [`compile-cpu-seconds@${rules}`, (loaded?.loadCpuMs ?? Number.NaN) / 1_000],
  ];
  const ofPeers = Object.entries(peers).map(([peer, modes]): [string, number] => [
    `${peer}@${rules}`,
    Math.min(...modes.map(timeOf)) / timeOf('tamis'),
  ]);
  // Excluded engines have no ratio.
  return [...ofOwn, ...ofPeers].flatMap(([name, ratio]) => (Number.isNaN(ratio) ? [] : [[name, rounded(ratio)]]));
}

function printTable(rules: number, hitRate: number, timings: readonly Timing[]): void {
  const own = timings[0]?.usPerEvent ?? Number.NaN;
  console.log(`\n${rules} rules, ${(hitRate * 100).toFixed(1)} % hit, microseconds per event`);
  const shown = (us: number): string => us.toFixed(us < 100 ? 2 : 0).padStart(10);
  for (const { engine, usPerEvent, cpuUsPerEvent, loadMs, loadCpuMs, memoryMb } of timings)
    console.log(
      `  ${engine.padEnd(32)} ${shown(usPerEvent)}  ${(usPerEvent / own).toPrecision(3).padStart(8)}x ${shown(cpuUsPerEvent)} of the processor` +
        `  loaded in ${loadMs.toFixed(0)} ms, ${loadCpuMs.toFixed(0)} of the processor, ${memoryMb.toFixed(1)} MB`,
    );
}

/** Compares Tamis with other engines on the same rules and contexts; hits are compared first. */
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
