import type { DryRunMatch, DryRunReport } from '@tamis/dry-run';
import { failure, ok, type Result } from '@tamis/stdx';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { failureReason } from '../input/find-files.js';
import { matchesCsv } from '../output/dry-run-csv.js';
import { printJson } from '../output/print-json.js';
import { matchRow } from '../output/print-dry-run.js';
import { tableText } from '../output/print-table.js';
import { failureProblem, printProblem, usageProblem, type Problem } from '../problem.js';

export const shownChanges = ['all', 'gained', 'lost', 'flipped', 'unknown'] as const;

export interface ShowFlags {
  readonly rule?: string;
  readonly label?: string;
  readonly limit: string;
  readonly json?: true;
  readonly csv?: true;
}

type MatchFilter = (match: DryRunMatch) => boolean;

function filterByChange(change: (typeof shownChanges)[number], rule: string | undefined): MatchFilter {
  const has = (keys: readonly string[]): boolean => (rule === undefined ? keys.length > 0 : keys.includes(rule));
  const tests: Readonly<Record<typeof change, MatchFilter>> = {
    all: (match) => rule === undefined || [...match.gained, ...match.lost, ...match.unknown].includes(rule),
    gained: ({ gained }) => has(gained),
    lost: ({ lost }) => has(lost),
    unknown: ({ unknown }) => has(unknown),
    flipped: (match) =>
      match.decisionBaseline !== null &&
      match.decisionBaseline !== match.decisionCandidate &&
      (rule === undefined || [...match.gained, ...match.lost].includes(rule)),
  };
  return tests[change];
}

function readReport(name: string, io: CliIo): Result<DryRunReport, Problem> {
  try {
    const read = JSON.parse(readFileSync(resolve(io.cwd, name), 'utf8')) as Partial<DryRunReport> | null;
    if (Array.isArray(read?.candidates) && read.records) return ok(read as DryRunReport);
    return failure(failureProblem(`${name}: not the output of \`tamis dry-run --json\``));
  } catch (error) {
    return failure(failureProblem(`${name}: ${failureReason(error)}`));
  }
}

/** Lists records of a report that was saved with `dry-run --json`. */
export function showReport(name: string, change: string, flags: ShowFlags, io: CliIo): ExitCode {
  const limit = Number(flags.limit);
  if (!Number.isInteger(limit) || limit < 0)
    return printProblem(usageProblem(`--limit is a number, not \`${flags.limit}\``), io);
  const kind = shownChanges.find((each) => each === change);
  if (kind === undefined)
    return printProblem(
      usageProblem(`the first argument must be one of ${shownChanges.join(', ')}, not \`${change}\``),
      io,
    );
  const report = readReport(name, io);
  if (!report.ok) return printProblem(report.error, io);
  const wanted = filterByChange(kind, flags.rule);
  const kept = report.value.candidates.flatMap(({ matches }) => matches);
  const chosen = kept
    .filter((match) => wanted(match) && (flags.label === undefined || match.label === flags.label))
    .slice(0, limit);
  if (flags.json) printJson({ matches: chosen }, io);
  else if (flags.csv) io.out(matchesCsv(chosen));
  else io.out(tableText(chosen.map(matchRow)));
  const changed = report.value.candidates.reduce((sum, each) => sum + each.changed, 0);
  if (changed > kept.length)
    io.err(
      `the report has ${kept.length} of ${changed} records: use \`--matches ${changed}\` with dry-run to keep all\n`,
    );
  return exitCodes.ok;
}
