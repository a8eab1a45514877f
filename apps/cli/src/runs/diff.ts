import { readRules } from '@tamis/lang';
import { failure, ok, type Result, csvText } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { describeFiles, type RuleDifference } from '../describe-files.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printProblems, readInputs } from '../input/read-inputs.js';
import { painter } from '../output/paint.js';
import { printFrames } from '../output/print-frames.js';
import { printJson } from '../output/print-json.js';
import { failureProblem, printProblem, usageProblem, type Problem } from '../problem.js';

/** Returns a line for each change in words; an added or removed rule has one line without words. */
const differencesCsv = ({ differences }: Pick<Differences, 'differences'>): string =>
  csvText(
    ['rule', 'change', 'words'],
    differences.flatMap(({ rule, change, words }) =>
      words.length === 0 ? [[rule, change, null]] : words.map((each) => [rule, change, each]),
    ),
  );

const signs = { added: '+', removed: '-', changed: '~' } as const;
const styles = { added: 'green', removed: 'red', changed: 'yellow' } as const;

export interface Differences {
  readonly differences: readonly RuleDifference[];
  readonly same: number;
}

export function printDifferences({ differences, same }: Differences, io: CliIo): void {
  const paint = painter(io.color);
  for (const { rule, change, words } of differences) {
    io.out(`${paint(styles[change], `${signs[change]} ${rule}`)}${change === 'changed' ? '' : `  ${change}`}\n`);
    for (const each of words) io.out(`    ${each}\n`);
  }
  io.out(`= ${same} unchanged\n`);
}

/** Returns the differences between the rules of two arguments; prints errors of files that cannot be read. */
export async function readDifferences(before: string, after: string, io: CliIo): Promise<Result<Differences, Problem>> {
  if (before === '-' && after === '-') return failure(usageProblem('only one side can be standard input'));
  const sides = [await readInputs([before], io), await readInputs([after], io)];
  for (const side of sides) printProblems(side, io);
  if (sides.some(({ problems }) => problems.length > 0)) return failure(failureProblem(''));
  const read = sides.map(({ files }) => files.map((input) => ({ input, ...readRules(input.text) })));
  const errors = { ...io, out: io.err };
  let isBroken = false;
  for (const { input, diagnostics } of read.flat()) {
    const found = diagnostics.filter(({ severity }) => severity === 'error');
    isBroken ||= found.length > 0;
    printFrames(found, input, errors);
  }
  if (isBroken) return failure(failureProblem(''));
  const [old = [], now = []] = read.map((side) => side.map(({ file }) => file));
  return ok(describeFiles(old, now));
}

export interface DiffFlags {
  readonly json?: true;
  readonly csv?: true;
}

export async function diff(before: string, after: string, flags: DiffFlags, io: CliIo): Promise<ExitCode> {
  const found = await readDifferences(before, after, io);
  if (!found.ok) return printProblem(found.error, io);
  if (flags.json) printJson({ differences: found.value.differences, same: found.value.same }, io);
  else if (flags.csv) io.out(differencesCsv(found.value));
  else printDifferences(found.value, io);
  return found.value.differences.length > 0 ? exitCodes.findings : exitCodes.ok;
}
