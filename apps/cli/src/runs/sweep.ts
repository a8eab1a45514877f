import {
  currentValue,
  sweepCandidates,
  sweepReport,
  sweptValues,
  valueWithinBudget,
  type DryRunReport,
} from '@tamis/dry-run';
import type { RuleSetContent } from '@tamis/engine';
import { failure, ok, type Result } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printJson } from '../output/print-json.js';
import { printSweep, sweepCsv, type SweepOutcome } from '../output/print-sweep.js';
import { printProblem, usageProblem, type Problem } from '../problem.js';
import { readSides, replayLocally, writePage, type LocalDryRunFlags } from './dry-run.js';
import { readRules } from '@tamis/lang';

/** Returns the keys of the rules of a set, in its order. */
const ruleKeys = ({ rules }: RuleSetContent): readonly string[] =>
  rules.flatMap(({ source }) => readRules(source).file.rules.map(({ key }) => key.text));

export interface SweepFlags extends Omit<LocalDryRunFlags, 'matches'> {
  readonly param: string;
  readonly values?: string;
  readonly steps: string;
  readonly alertBudget?: string;
  readonly json?: true;
  readonly csv?: true;
  readonly html?: string;
}

const maxValues = 50;

function valuesOf(content: RuleSetContent, { param, values, steps }: SweepFlags): Result<readonly string[], Problem> {
  const said = values?.split(',').map((value) => value.trim());
  if (said) {
    if (said.length <= maxValues && said.every((value) => value !== '')) return ok(said);
    return failure(
      usageProblem(`--values takes 1 to ${maxValues} values with commas between: \`5_000 USD, 10_000 USD\``),
    );
  }
  const count = Number(steps);
  if (!Number.isInteger(count) || count < 2 || count > maxValues)
    return failure(usageProblem(`--steps is a number from 2 to ${maxValues}, not \`${steps}\``));
  const found = sweptValues(content, param, count);
  if (found.ok) return found;
  if (found.error.kind === 'noParameter') return failure(usageProblem(`no rule has a parameter \`${param}\``));
  return failure(usageProblem(`\`${param}\` has no range \`between … and …\`: give --values`));
}

/** Evaluates all values in one pass over the events. */
async function runSweep(
  content: RuleSetContent,
  baseline: RuleSetContent,
  rule: string,
  flags: SweepFlags,
  io: CliIo,
): Promise<Result<{ readonly report: DryRunReport; readonly swept: SweepOutcome }, Problem>> {
  const budget = flags.alertBudget === undefined ? null : Number(flags.alertBudget);
  if (budget !== null && !(budget >= 0))
    return failure(usageProblem(`--alert-budget is alerts a day, not \`${flags.alertBudget}\``));
  if (!ruleKeys(content).includes(rule))
    return failure(usageProblem(`there is no rule \`${rule}\`; there are ${ruleKeys(content).join(', ')}`));
  const values = valuesOf(content, flags);
  if (!values.ok) return values;
  const candidates = sweepCandidates(content, flags.param, values.value);
  if (!candidates.ok)
    return failure(
      usageProblem(
        candidates.error.kind === 'noParameter'
          ? `no rule has a parameter \`${flags.param}\``
          : `--values: \`${candidates.error.value}\` is not a value`,
      ),
    );
  const report = await replayLocally(candidates.value, baseline, { ...flags, matches: '0' }, io);
  if (!report.ok) return report;
  const points = sweepReport(report.value, { param: flags.param, current: currentValue(content, flags.param), rule });
  const suggestion = budget === null ? {} : { suggestion: valueWithinBudget(points, budget) };
  return ok({ report: report.value, swept: { ...points, ...suggestion, hash: report.value.hash } });
}

/** Tries many values of a parameter on the events of a file. */
export async function sweep(rule: string, files: readonly string[], flags: SweepFlags, io: CliIo): Promise<ExitCode> {
  const sides = await readSides(files, [], flags.params, io);
  if (!sides.ok) return printProblem(sides.error, io);
  const { candidate } = sides.value;
  const found = await runSweep(candidate, candidate, rule, flags, io);
  if (!found.ok) return printProblem(found.error, io);
  if (flags.html !== undefined) {
    const { sweepPage } = await import('../output/html/sweep-page.js');
    const { report, swept } = found.value;
    const written = await writePage(
      flags.html,
      flags,
      report,
      (reproduction) => sweepPage(swept, report.records, reproduction),
      io,
    );
    if (written) return printProblem(written, io);
  }
  if (flags.json) printJson(found.value.swept, io);
  else if (flags.csv) io.out(sweepCsv(found.value.swept));
  else printSweep(found.value.swept, found.value.report.records, io);
  return exitCodes.ok;
}
