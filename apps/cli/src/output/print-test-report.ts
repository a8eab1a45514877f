import type { LeafCoverage, RuleTestReport, TestResult } from '@tamis/authoring/rule-tests';
import type { CliIo } from '../cli-io.js';
import type { InputFile } from '../input/read-inputs.js';
import { painter, type Paint } from './paint.js';
import { plural } from './plural.js';
import { printFrames } from './print-frames.js';

export interface TestOutput {
  readonly input: InputFile;
  readonly report: RuleTestReport;
}

interface Shown {
  readonly coverage?: true;
  readonly mutants?: true;
}

/** Returns the name under which the tests of one or several rules are listed. */
const groupOf = ({ rules }: TestResult): string => rules.join(', ');

function line(results: readonly TestResult[], group: string, input: InputFile, paint: Paint): string {
  const failed = results.filter(({ status }) => status === 'failed');
  const todo = results.filter(({ status }) => status === 'todo').length;
  const cases = results.reduce((sum, each) => sum + (each.cases[0]?.value === null ? 0 : each.cases.length), 0);
  const counts = [
    failed.length > 0
      ? `${results.length - failed.length - todo} of ${plural(results.length, 'test')}`
      : plural(results.length, 'test'),
    ...(cases > 0 ? [plural(cases, 'case')] : []),
    ...(todo > 0 ? [`${todo} todo`] : []),
  ];
  const sign = failed.length > 0 ? paint('red', '✗') : paint('green', '✓');
  const head = `    ${sign} ${group}  ${counts.join(', ')}\n`;
  const places = failed.map(({ title, diagnostics }) => {
    const at = diagnostics[0]?.range?.start;
    return `        "${title}"  ${input.name}:${at ? at.line + 1 : '?'}\n`;
  });
  const done = results.filter(({ todoPasses }) => todoPasses);
  return [head, ...places, ...done.map(({ title }) => `        "${title}" passes: \`todo\` can go\n`)].join('');
}

function missing({ seenTrue, seenFalse, seenUnknown, nullable }: LeafCoverage): string {
  const values = [
    ...(seenTrue ? [] : ['true']),
    ...(seenFalse ? [] : ['false']),
    ...(nullable && !seenUnknown ? ['unknown'] : []),
  ];
  return values.join(', ');
}

function printCoverage({ input, report }: TestOutput, io: CliIo): void {
  const open = report.leaves.filter((leaf) => missing(leaf) !== '');
  for (const leaf of open) {
    const at = leaf.range ? `:${leaf.range.start.line + 1}` : '';
    io.out(`    ${input.name}${at}  ${leaf.rule}: \`${leaf.text}\` was never ${missing(leaf)}\n`);
  }
  if (open.length > 0) io.out('\n');
  printFrames(report.boundaries, input, io);
}

function printSurvivors({ input, report: { mutants } }: TestOutput, io: CliIo): void {
  for (const { rule, from, to, range, hint } of mutants?.survivors ?? []) {
    const at = range ? `:${range.start.line + 1}:${range.start.character + 1}` : '';
    io.out(`    ${input.name}${at}  ${rule}: \`${from}\` → \`${to}\` is not noticed\n        needs ${hint}\n`);
  }
}

/** Prints the findings, one line for each rule, and the additional output that was requested. */
export function printTestReport(output: TestOutput, shown: Shown, io: CliIo): void {
  const { input, report } = output;
  const paint = painter(io.color);
  printFrames(
    report.diagnostics.filter(({ severity }) => severity === 'error'),
    input,
    io,
  );
  printFrames(
    report.results.filter(({ status }) => status === 'failed').flatMap(({ diagnostics }) => diagnostics),
    input,
    io,
  );
  io.out(`  ${input.name}\n`);
  const groups = new Map<string, TestResult[]>();
  for (const result of report.results) {
    const known = groups.get(groupOf(result));
    if (known) known.push(result);
    else groups.set(groupOf(result), [result]);
  }
  for (const [group, results] of groups) io.out(line(results, group, input, paint));
  for (const key of report.untested) io.out(`    ${paint('dim', '–')} ${key}  no tests\n`);
  if (shown.coverage) printCoverage(output, io);
  if (shown.mutants) printSurvivors(output, io);
}

const total = (outputs: readonly TestOutput[], count: (report: RuleTestReport) => number): number =>
  outputs.reduce((sum, { report }) => sum + count(report), 0);

/** Prints the last lines: tests, coverage, mutants. */
export function printTestTotals(outputs: readonly TestOutput[], durationMs: number, shown: Shown, io: CliIo): void {
  const of = (count: (report: RuleTestReport) => number): number => total(outputs, count);
  const counts = [
    plural(
      of(({ results }) => results.length),
      'test',
    ),
    `${of(({ passed }) => passed)} passed`,
    `${of(({ failed }) => failed)} failed`,
    ...(of(({ todo }) => todo) > 0 ? [`${of(({ todo }) => todo)} todo`] : []),
  ];
  io.out(`  ${counts.join(', ')}     ${(durationMs / 1000).toFixed(2)} s\n`);
  const conditions = of(({ coverage }) => coverage.conditions);
  if (conditions > 0) {
    const both = of(({ leaves }) => leaves.filter(({ seenTrue, seenFalse }) => seenTrue && seenFalse).length);
    const unknowns = `unknown seen for ${of(({ coverage }) => coverage.unknownSeen)} of ${of(({ coverage }) => coverage.nullable)} nullable`;
    io.out(`  conditions  true and false seen for ${both} of ${conditions}, ${unknowns}\n`);
  }
  if (!shown.mutants) return;
  io.out(
    `  mutants     ${of(({ mutants }) => mutants?.killed ?? 0)} of ${of(({ mutants }) => mutants?.total ?? 0)} killed\n`,
  );
}
