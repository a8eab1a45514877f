import { DryRun, readJsonLines, type DryRunProblem, type DryRunReport } from '@tamis/dry-run';
import type { RuleSetContent } from '@tamis/engine';
import type { DataTables } from '@tamis/lang';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { failureReason } from '../input/find-files.js';
import { projectSettings, projectTables } from '../input/project-settings.js';
import { readRuleSet } from '../input/read-rule-set.js';
import { printDryRun } from '../output/print-dry-run.js';
import { printJson } from '../output/print-json.js';
import { ProgressLine } from '../output/progress-line.js';

export interface DryRunFlags {
  readonly local: string;
  readonly against: readonly string[];
  readonly tables?: string;
  readonly minutes: string;
  readonly matches: string;
  readonly seed: string;
  readonly json?: true;
}

interface Numbers {
  readonly minutes: number;
  readonly matches: number;
  readonly seed: number;
}

/** A text: which of them is no number. */
function numbersOf(flags: DryRunFlags): Numbers | string {
  const read = { minutes: Number(flags.minutes), matches: Number(flags.matches), seed: Number(flags.seed) };
  for (const [name, value] of Object.entries(read) as [keyof Numbers, number][])
    if (!Number.isFinite(value) || value < 0 || (name !== 'minutes' && !Number.isInteger(value)))
      return `--${name} is a number, not \`${flags[name]}\``;
  return read;
}

function fail(message: string, io: CliIo, code: ExitCode = exitCodes.failure): ExitCode {
  io.err(`tamis: ${message}\n`);
  return code;
}

function problemText(problem: DryRunProblem): string {
  if (problem.kind === 'empty') return 'there is no event to evaluate';
  const messages = problem.sides.flatMap(({ problems }) =>
    problems.flatMap(({ diagnostics }) => diagnostics.map(({ code, message }) => `${code}: ${message}`)),
  );
  return [...new Set(messages)].join('; ');
}

/** The report, or why there is none. */
async function replay(run: DryRun, name: string, io: CliIo): Promise<DryRunReport | string> {
  const path = resolve(io.cwd, name);
  const total = statSync(path).size;
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  const progress = new ProgressLine('events', io);
  for await (const batch of readJsonLines(file)) {
    if (io.stop.aborted) return 'stopped';
    if (!batch.ok) return `${name}:${batch.error.line}: ${batch.error.message}`;
    run.take(batch.value);
    progress.show(file.bytesRead, total, run.eventsDone);
  }
  progress.end();
  const report = run.report();
  return report.ok ? report.value : problemText(report.error);
}

async function compared(
  candidate: RuleSetContent,
  baseline: RuleSetContent | null,
  flags: DryRunFlags,
  { minutes, matches, seed }: Numbers,
  io: CliIo,
): Promise<ExitCode> {
  const { tables = projectTables(io), local } = flags;
  const prepared = DryRun.prepare({
    baseline,
    candidates: [{ name: 'candidate', content: candidate }],
    ...(tables === null ? {} : { tables: JSON.parse(readFileSync(resolve(io.cwd, tables), 'utf8')) as DataTables }),
    options: { analystMinutesPerAlert: minutes, keepMatches: matches, seed },
  });
  if (!prepared.ok) return fail(problemText(prepared.error), io, exitCodes.findings);
  const report = await replay(prepared.value, local, io);
  if (typeof report === 'string') return fail(report, io);
  if (flags.json) printJson(report, io);
  else printDryRun(report, candidate.rules.length, matches, io);
  return exitCodes.ok;
}

/** Replays a file of events through the rules of some files. */
export async function dryRun(files: readonly string[], flags: DryRunFlags, io: CliIo): Promise<ExitCode> {
  const numbers = numbersOf(flags);
  if (typeof numbers === 'string') return fail(numbers, io, exitCodes.usage);
  try {
    const settings = projectSettings(io);
    const candidate = await readRuleSet(files, settings, io);
    if (typeof candidate === 'number') return candidate;
    const baseline = flags.against.length > 0 ? await readRuleSet(flags.against, settings, io) : null;
    if (typeof baseline === 'number') return baseline;
    return await compared(candidate, baseline, flags, numbers, io);
  } catch (error) {
    return fail(`${failureReason(error)}`, io);
  }
}
