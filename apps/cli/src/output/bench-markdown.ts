import type { BenchComparison, BenchReport } from '../bench/compare-bench.js';
import { benchCells, benchHeading, changeText } from './print-bench.js';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (heading: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heading), row(heading.map(() => '---')), ...rows.map(row)].join('\n');

/** Returns a report with everything that is needed to repeat it. */
export function benchMarkdown(
  report: BenchReport,
  compared: readonly BenchComparison[] | null,
  args: readonly string[],
): string {
  const { machine, rules, evaluated, before, events, seed, seconds, ladder, dearest, ruleSetVersion, version } = report;
  const { cpu, cores, memoryGb, node, load } = machine;
  const facts = [
    ['command', `\`tamis ${args.join(' ')}\``],
    ['version', version],
    ['machine', `${cores} cores (${cpu}), ${memoryGb} GiB, Node ${node}, load before measuring ${load}`],
    ['rules', `${rules}, set \`${ruleSetVersion}\``],
    ['events', `${events.name}, SHA-256 \`${events.sha256}\`, seed ${seed}`],
    ['measured', `${evaluated} events again and again, ${before} before them, ${seconds} s for each line`],
  ];
  const change = compared
    ? `\n## Against before\n\n${table(
        ['workers', 'p50 before', 'p50 now', 'change', '95 % interval'],
        compared.map((each) => changeText(each)),
      )}\n`
    : '';
  return `# Bench\n\n${table(['what', 'value'], facts)}\n\n## Latencies\n\n${table(
    benchHeading,
    ladder.map(benchCells),
  )}\n${change}\n## Dearest rules by the plan\n\n${table(
    ['rule', 'cost'],
    dearest.map(({ key, cost }) => [key, String(cost)]),
  )}\n`;
}
