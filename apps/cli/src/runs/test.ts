import { readRules } from '@tamis/lang';
import { runRuleTests, type RuleTestReport } from '@tamis/authoring/rule-tests';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { importedFiles, importErrors } from '../input/imported-files.js';
import { projectCurrencies } from '../input/project-settings.js';
import { printProblems, readInputs, type InputFile } from '../input/read-inputs.js';
import { runOrWatch } from '../input/watch-inputs.js';
import { printJson } from '../output/print-json.js';
import { printTestReport, printTestTotals, type TestOutput } from '../output/print-test-report.js';
import { testReportJson } from '../output/test-report-json.js';

export interface TestFlags {
  readonly mutants?: true;
  readonly coverage?: true;
  readonly filter?: string;
  readonly json?: true;
  readonly watch?: true;
}

/** Matches a part of a test title or rule key, ignoring case. */
const matchesFilter =
  (filter: string) =>
  (title: string, rules: readonly string[]): boolean =>
    [title, ...rules].some((text) => text.toLowerCase().includes(filter.toLowerCase()));

async function testInput(input: InputFile, { mutants, filter }: TestFlags, io: CliIo): Promise<RuleTestReport> {
  const name = input.name.replaceAll('\\', '/');
  const { file } = readRules(input.text);
  const shared = await importedFiles(input, file, io);
  const report = runRuleTests(input.text, {
    currencies: projectCurrencies(io),
    name,
    shared,
    ...(filter === undefined ? {} : { only: matchesFilter(filter) }),
    ...(mutants ? { mutants: true } : {}),
  });
  return { ...report, diagnostics: [...report.diagnostics, ...importErrors(input, file, shared)] };
}

const hasErrors = ({ diagnostics }: RuleTestReport): boolean =>
  diagnostics.some(({ severity }) => severity === 'error');

async function testOnce(args: readonly string[], flags: TestFlags, io: CliIo): Promise<ExitCode> {
  const started = performance.now();
  const inputs = await readInputs(args, io);
  const outputs: TestOutput[] = [];
  for (const input of inputs.files) {
    const output = { input, report: await testInput(input, flags, io) };
    outputs.push(output);
    if (!flags.json) printTestReport(output, flags, io);
  }
  const durationMs = performance.now() - started;
  if (flags.json) printJson(testReportJson(outputs, durationMs, inputs.problems), io);
  else printTestTotals(outputs, durationMs, flags, io);
  printProblems(inputs, io);
  if (inputs.problems.length > 0) return exitCodes.failure;
  const failed = outputs.some(({ report }) => report.failed > 0 || hasErrors(report));
  if (failed) return exitCodes.findings;
  // A misspelt filter must not look like passed tests.
  const { filter } = flags;
  if (filter === undefined || outputs.some(({ report }) => report.results.length > 0)) return exitCodes.ok;
  io.err(`tamis: no test has \`${filter}\` in its title or in the key of its rule\n`);
  return exitCodes.usage;
}

export const test = (args: readonly string[], flags: TestFlags, io: CliIo): Promise<ExitCode> =>
  runOrWatch(args, flags.watch === true, io, () => testOnce(args, flags, io));
