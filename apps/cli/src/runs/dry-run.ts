import type { DryRunReport } from '@tamis/dry-run';
import type { RuleSetContent } from '@tamis/engine';
import { failure, ok, type Result } from '@tamis/stdx';
import { resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { failureReason } from '../input/find-files.js';
import { projectSettings } from '../input/project-settings.js';
import { readRuleSet } from '../local/read-rule-set.js';
import { readLabels } from '../local/read-labels.js';
import { readTables } from '../local/read-tables.js';
import { replayFile } from '../local/replay-file.js';
import { replayNumbers, type ReplayFlags } from '../local/replay-numbers.js';
import { setParams } from '../local/set-params.js';
import { rulesCsv } from '../output/dry-run-csv.js';
import { fileHash, type Reproduction } from '../output/html/reproduction.js';
import { writeHtml } from '../output/html/write-html.js';
import { printDryRun } from '../output/print-dry-run.js';
import { printJson } from '../output/print-json.js';
import { failureProblem, printProblem, type Problem } from '../problem.js';

export interface LocalDryRunFlags extends ReplayFlags {
  readonly local: string;
  readonly tables?: string;
  readonly labels?: string;
  readonly params: readonly string[];
}

export interface DryRunFlags extends LocalDryRunFlags {
  readonly against: readonly string[];
  readonly json?: true;
  readonly csv?: true;
  readonly html?: string;
}

export interface Sides {
  readonly candidate: RuleSetContent;
  readonly baseline: RuleSetContent | null;
}

/** Writes a page about a report. Returns `null` if it was written. */
export async function writePage(
  page: string,
  flags: Pick<LocalDryRunFlags, 'local' | 'params'>,
  { baseline, candidates, hash }: DryRunReport,
  make: (reproduction: Reproduction) => string,
  io: CliIo,
): Promise<Problem | null> {
  try {
    const sha256 = await fileHash(resolve(io.cwd, flags.local));
    const sets = [...(baseline ? [{ name: 'before', ruleSetVersion: baseline.ruleSetVersion }] : []), ...candidates];
    const reproduction = {
      args: io.args,
      sets: sets.map(({ name, ruleSetVersion }) => ({ name, version: ruleSetVersion })),
      params: flags.params,
      events: { name: flags.local, sha256 },
      hash,
    };
    return writeHtml(page, make(reproduction), io);
  } catch (error) {
    return failureProblem(`${flags.local}: ${failureReason(error)}`);
  }
}

const alreadyPrinted = (code: ExitCode): Result<never, Problem> => failure({ message: '', code });

/** Reads the rules of files as the sides of a comparison; prints errors in their text. */
export async function readSides(
  files: readonly string[],
  against: readonly string[],
  params: readonly string[],
  io: CliIo,
): Promise<Result<Sides, Problem>> {
  try {
    const settings = projectSettings(io);
    const candidate = await readRuleSet(files, settings, io);
    if (typeof candidate === 'number') return alreadyPrinted(candidate);
    const baseline = against.length > 0 ? await readRuleSet(against, settings, io) : null;
    if (typeof baseline === 'number') return alreadyPrinted(baseline);
    const set = setParams(candidate, params);
    return set.ok ? ok({ candidate: set.value, baseline }) : set;
  } catch (error) {
    return failure(failureProblem(failureReason(error)));
  }
}

/** Returns the report of one or several candidates, with the same records, tables and labels. */
export async function replayLocally(
  candidates: readonly { readonly name: string; readonly content: RuleSetContent }[],
  baseline: RuleSetContent | null,
  flags: LocalDryRunFlags,
  io: CliIo,
): Promise<Result<DryRunReport, Problem>> {
  const numbers = replayNumbers(flags);
  if (!numbers.ok) return numbers;
  const tables = readTables(flags.tables, io);
  if (!tables.ok) return tables;
  const labels = flags.labels === undefined ? null : readLabels(flags.labels, io);
  if (labels && !labels.ok) return labels;
  const request = { baseline, candidates, tables: tables.value, options: numbers.value };
  return replayFile(request, flags.local, labels?.value ?? null, io);
}

/** Returns `null` if the page was written. */
export async function writeDryRunPage(
  report: DryRunReport,
  flags: LocalDryRunFlags,
  page: string,
  io: CliIo,
): Promise<Problem | null> {
  const { dryRunPage } = await import('../output/html/dry-run-page.js');
  return writePage(page, flags, report, (reproduction) => dryRunPage(report, reproduction), io);
}

/** Replays a file of events through the rules of the given files. */
export async function dryRun(files: readonly string[], flags: DryRunFlags, io: CliIo): Promise<ExitCode> {
  const numbers = replayNumbers(flags);
  if (!numbers.ok) return printProblem(numbers.error, io);
  const sides = await readSides(files, flags.against, flags.params, io);
  if (!sides.ok) return printProblem(sides.error, io);
  const { candidate, baseline } = sides.value;
  const report = await replayLocally([{ name: 'candidate', content: candidate }], baseline, flags, io);
  if (!report.ok) return printProblem(report.error, io);
  if (flags.html !== undefined) {
    const written = await writeDryRunPage(report.value, flags, flags.html, io);
    if (written) return printProblem(written, io);
  }
  if (flags.json) printJson(report.value, io);
  else if (flags.csv) for (const each of report.value.candidates) io.out(rulesCsv(each));
  else printDryRun(report.value, candidate.rules.length, numbers.value.keepMatches, io);
  return exitCodes.ok;
}
