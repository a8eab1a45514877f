import { applyFixes, type LintOptions } from '@tamis/lang';
import { allLints, checkInput, countOf, type CheckedInput } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printProblems, readInputs, writeInput, type InputFile } from '../input/read-inputs.js';
import { runOrWatch } from '../input/watch-inputs.js';
import { costJson, printCost } from '../output/print-cost.js';
import { summaryText } from '../output/summary-text.js';
import { printFrames } from '../output/print-frames.js';
import { inFile, printJson } from '../output/print-json.js';
import { plural } from '../output/plural.js';
import { tableText } from '../output/print-table.js';

export interface CheckFlags {
  readonly json?: true;
  readonly fix?: true;
  readonly cost?: true;
  readonly strict?: true;
  readonly watch?: true;
  /** If false, reports nothing about tests, owners and review dates. */
  readonly governance: boolean;
}

/** A fix may make room for another. In the end none is left, or the remaining one has no effect. */
const maxRounds = 10;

interface FixResult {
  readonly result: CheckedInput;
  readonly count: number;
  /** Why the fixed text was not written, so that the findings are those of the file as it is. */
  readonly problem?: string;
}

async function fixUntilStable(input: InputFile, lints: LintOptions, io: CliIo): Promise<FixResult> {
  const before = await checkInput(input, io, lints);
  let result = before;
  let count = 0;
  for (let round = 0; round < maxRounds; round++) {
    const change = applyFixes(result.input.text, result.diagnostics);
    if (!change || change.text === result.input.text) break;
    result = await checkInput({ ...input, text: change.text }, io, lints);
    count += change.count;
  }
  const problem = count > 0 ? writeInput(input, result.input.text) : null;
  return problem === null ? { result, count } : { result: before, count: 0, problem };
}

function printResults(results: readonly FixResult[], flags: CheckFlags, io: CliIo): void {
  // Fixed text from standard input goes to standard output, so the findings go to standard error.
  const report: CliIo =
    flags.fix && results.some(({ result }) => result.input.path === null) ? { ...io, out: io.err } : io;
  for (const { result } of results) printFrames(result.diagnostics, result.input, report);
  const rows = results.map(({ result: { input, checked, diagnostics }, count }) => [
    input.name,
    plural(checked.rules.length, 'rule'),
    plural(countOf(diagnostics, 'error'), 'error'),
    plural(countOf(diagnostics, 'warning'), 'warning'),
    count > 0 ? `${count} fixed` : '',
  ]);
  report.out(tableText(rows));
  report.out(summaryText(results.map(({ result }) => result.checked)));
  if (flags.cost) for (const { result } of results) printCost(result, report);
  for (const { result } of results) if (flags.fix && result.input.path === null) io.out(result.input.text);
}

const resultJson = ({ result: { input, checked, diagnostics }, count }: FixResult, { cost }: CheckFlags): object => ({
  file: input.name,
  rules: checked.rules.length,
  errors: countOf(diagnostics, 'error'),
  warnings: countOf(diagnostics, 'warning'),
  ...(count > 0 ? { fixed: count } : {}),
  diagnostics: diagnostics.map((diagnostic) => inFile(diagnostic, input.name)),
  ...(cost ? { cost: costJson(checked) } : {}),
});

async function checkOnce(args: readonly string[], flags: CheckFlags, io: CliIo): Promise<ExitCode> {
  const read = await readInputs(args, io);
  const lints = { ...allLints(io), governance: flags.governance };
  const results: FixResult[] = [];
  for (const input of read.files)
    results.push(
      flags.fix ? await fixUntilStable(input, lints, io) : { result: await checkInput(input, io, lints), count: 0 },
    );
  const inputs = { ...read, problems: [...read.problems, ...results.flatMap(({ problem }) => problem ?? [])] };
  const total = (severity: 'error' | 'warning'): number =>
    results.reduce((sum, { result }) => sum + countOf(result.diagnostics, severity), 0);
  const [errors, warnings] = [total('error'), total('warning')];
  if (flags.json)
    printJson(
      { files: results.map((each) => resultJson(each, flags)), errors, warnings, problems: inputs.problems },
      io,
    );
  else printResults(results, flags, io);
  printProblems(inputs, io);
  if (inputs.problems.length > 0) return exitCodes.failure;
  return errors > 0 || (flags.strict && warnings > 0) ? exitCodes.findings : exitCodes.ok;
}

export const check = (args: readonly string[], flags: CheckFlags, io: CliIo): Promise<ExitCode> =>
  runOrWatch(args, flags.watch === true, io, () => checkOnce(args, flags, io));
