import { writeFileSync } from 'node:fs';
import { applyFixes } from '@tamis/lang';
import { checkInput, countOf, type CheckedInput } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import type { AddCommand } from '../command.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printProblems, readInputs, type InputFile } from '../input/read-inputs.js';
import { watchInputs } from '../input/watch-inputs.js';
import { costJson, printCost } from '../output/print-cost.js';
import { printFrames } from '../output/print-frames.js';
import { inFile, printJson } from '../output/print-json.js';
import { plural } from '../output/plural.js';
import { tableText } from '../output/print-table.js';

interface CheckFlags {
  readonly json?: true;
  readonly fix?: true;
  readonly cost?: true;
  readonly strict?: true;
  readonly watch?: true;
}

/** A fix may make room for another; in the end there is none left, or one that does not help. */
const maxRounds = 10;

interface Fixed {
  readonly result: CheckedInput;
  readonly count: number;
}

async function fixed(input: InputFile, io: CliIo): Promise<Fixed> {
  let result = await checkInput(input, io);
  let count = 0;
  for (let round = 0; round < maxRounds; round++) {
    const change = applyFixes(result.input.text, result.diagnostics);
    if (!change || change.text === result.input.text) break;
    result = await checkInput({ ...input, text: change.text }, io);
    count += change.count;
  }
  if (count > 0 && input.path !== null) writeFileSync(input.path, result.input.text);
  return { result, count };
}

function printResults(results: readonly Fixed[], flags: CheckFlags, io: CliIo): void {
  // What is fixed from standard input goes to standard output, so the findings stand aside.
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
  if (flags.cost) for (const { result } of results) printCost(result, report);
  for (const { result } of results) if (flags.fix && result.input.path === null) io.out(result.input.text);
}

const resultJson = ({ result: { input, checked, diagnostics }, count }: Fixed, { cost }: CheckFlags): object => ({
  file: input.name,
  rules: checked.rules.length,
  errors: countOf(diagnostics, 'error'),
  warnings: countOf(diagnostics, 'warning'),
  ...(count > 0 ? { fixed: count } : {}),
  diagnostics: diagnostics.map((diagnostic) => inFile(diagnostic, input.name)),
  ...(cost ? { cost: costJson(checked) } : {}),
});

async function check(args: readonly string[], flags: CheckFlags, io: CliIo): Promise<ExitCode> {
  const inputs = await readInputs(args, io);
  const results: Fixed[] = [];
  for (const input of inputs.files)
    results.push(flags.fix ? await fixed(input, io) : { result: await checkInput(input, io), count: 0 });
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

const examples = `
Examples:
  $ tamis check                       the rules of this folder
  $ tamis check rules/kyt.rules       one file
  $ tamis check 'rules/**/*.rules'    a pattern
  $ cat new.rules | tamis check -     standard input
  $ tamis check --fix                 apply the fixes that change no meaning
  $ tamis check --json | jq .errors   for other programs; lines and characters count from 0

Exit code 1: errors (with --strict, warnings too).`;

export const addCheck: AddCommand = (program, io, finish) => {
  program
    .command('check')
    .description('find mistakes: unknown fields, wrong types, values that can never occur, missing windows')
    .argument('[files...]', 'files, folders, patterns, or - for standard input')
    .option('--json', 'one JSON document on standard output')
    .option('--fix', 'apply safe fixes and write the files')
    .option('--cost', 'what each rule costs, and what can make it unknown')
    .option('--strict', 'warnings count as findings')
    .option('--watch', 'check again at every change')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: CheckFlags) => {
      if (flags.watch && files.includes('-')) {
        io.err('tamis: standard input cannot be watched\n');
        finish(exitCodes.usage);
        return;
      }
      const run = (): Promise<ExitCode> => check(files, flags, io);
      finish(await (flags.watch ? watchInputs(files, io, run) : run()));
    });
};
