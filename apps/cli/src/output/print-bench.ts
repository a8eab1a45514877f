import type { BenchComparison, BenchReport } from '../bench/compare-bench.js';
import type { CliIo } from '../cli-io.js';
import { grouped } from './grouped.js';
import { microsText } from './micros-text.js';
import { painter } from './paint.js';
import { plural } from './plural.js';
import { rightAligned } from './right-aligned.js';

const percent = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(Math.round(share * 100))} %`;

export const benchHeading = ['workers', 'events/s', 'p50', 'p95', 'p99', 'p99.9', 'alloc/event', 'with trace'] as const;

export const benchCells = (line: BenchReport['ladder'][number]): readonly string[] => [
  String(line.workers),
  grouped(line.eventsPerSecond),
  microsText(line.p50Micros),
  microsText(line.p95Micros),
  microsText(line.p99Micros),
  microsText(line.p999Micros),
  `${(line.bytesPerEvent / 1_024).toFixed(1)} kB`,
  percent(line.tracePrice),
];

const tenths = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`;

/** Returns the number of workers, the medians before and now, and the change between them. */
export const changeText = ({
  workers,
  beforeMicros,
  nowMicros,
  change,
  low,
  high,
}: BenchComparison): readonly string[] => [
  String(workers),
  microsText(beforeMicros),
  microsText(nowMicros),
  tenths(change),
  `${tenths(low)} to ${tenths(high)}`,
];

/** Prints what changed compared to an earlier report. */
export function printBenchChange(compared: readonly BenchComparison[], io: CliIo): void {
  const rows = compared.map(changeText);
  io.out(`\n${rightAligned([['workers', 'p50 before', 'p50 now', 'change', '95 % interval'], ...rows])}`);
}

/** Prints the report for people, with a description of every figure. */
export function printBench(report: BenchReport, io: CliIo): void {
  const paint = painter(io.color);
  const { machine, rules, evaluated, before, events, seed, seconds, ladder, dearest, ruleSetVersion } = report;
  const { cpu, cores, memoryGb, node, load } = machine;
  io.out(`machine   ${cores} cores (${cpu}), ${memoryGb} GiB, Node ${node}, load before measuring ${load}\n`);
  io.out(`rules     ${plural(rules, 'rule')}, set ${ruleSetVersion}\n`);
  io.out(`events    ${events.name}, SHA-256 ${events.sha256}, seed ${seed}\n`);
  io.out(`          ${plural(evaluated, 'event')} evaluated again and again, ${grouped(before)} before them\n`);
  io.out(`measured  all rules on one event whose facts are there, ${seconds} s for each line\n\n`);
  io.out(rightAligned([benchHeading, ...ladder.map(benchCells)]));
  const costs = dearest.map(({ key, cost }) => `${key} ${cost}`).join('   ');
  io.out(`\n${paint('bold', 'most expensive by the plan')}  ${costs}\n`);
}
