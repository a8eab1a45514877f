import { type EntrySchema, explainMatch } from '@tamis/screening';
import { failure, ok, type Result } from '@tamis/stdx';
import { entrySchemas } from '@tamis/watchlists';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { type LoadedLists, loadWatchlists } from '../local/load-watchlists.js';
import { type NamesOfFile, readScreenedNames } from '../local/read-screened-names.js';
import { printJson } from '../output/print-json.js';
import { printScreening, screeningCsv, screeningJson } from '../output/print-screening.js';
import { countAlerts, printThresholds, thresholdsCsv } from '../output/print-thresholds.js';
import { ProgressLine } from '../output/progress-line.js';
import type { ScreenedRow } from '../output/screened-names.js';
import { printProblem, type Problem, usageProblem } from '../problem.js';

export interface ScreenFlags {
  readonly lists: readonly string[];
  readonly threshold: string;
  readonly nameColumn?: string;
  readonly countryColumn?: string;
  readonly dateColumn?: string;
  readonly type?: string;
  readonly weakAliases?: true;
  readonly explain?: true;
  readonly sweep?: string;
  readonly json?: true;
  readonly csv?: true;
}

/** The score 1 in ten-thousandths, the unit of all scores. */
const whole = 10_000;
const [lowest, highest] = [5_000, whole];
/** The distance between the thresholds of a sweep. */
const sweepStep = 100;

/** Returns `0.82` in ten-thousandths; `null` for an invalid threshold. */
function thresholdOf(text: string): number | null {
  const value = /^[01](?:[.][0-9]{1,4})?$/.test(text) ? Math.round(Number(text) * whole) : -1;
  return value >= lowest && value <= highest ? value : null;
}

interface Asked {
  readonly schema: EntrySchema | null;
  /** The lowest threshold first; several only in a sweep. */
  readonly thresholds: readonly [number, ...number[]];
}

function askedOf(flags: ScreenFlags): Result<Asked, Problem> {
  if (flags.json && flags.csv) return failure(usageProblem('--json and --csv exclude each other'));
  if (flags.sweep !== undefined && flags.explain)
    return failure(usageProblem('--explain tells matches of one threshold, and --sweep tries many: leave one out'));
  const schema = entrySchemas.find((each) => each === flags.type) ?? null;
  if (flags.type !== undefined && schema === null)
    return failure(usageProblem(`--type is one of ${entrySchemas.join(', ')}, not \`${flags.type}\``));
  const [from, to, ...rest] = flags.sweep === undefined ? [flags.threshold, flags.threshold] : flags.sweep.split('..');
  const [low, high] = [thresholdOf(from ?? ''), thresholdOf(to ?? '')];
  if (low === null || high === null || high < low || rest.length > 0)
    return failure(
      usageProblem(
        flags.sweep === undefined
          ? `--threshold takes a score from 0.5 to 1, not \`${flags.threshold}\``
          : `--sweep takes two scores from 0.5 to 1, the lower first: \`0.7..0.95\`, not \`${flags.sweep}\``,
      ),
    );
  const more = Array.from({ length: Math.floor((high - low) / sweepStep) }, (_, step) => low + (step + 1) * sweepStep);
  return ok({ schema, thresholds: [low, ...more] });
}

function screenAll(
  { rows }: NamesOfFile,
  { search }: LoadedLists,
  threshold: number,
  flags: ScreenFlags,
  io: CliIo,
): readonly ScreenedRow[] {
  const progress = new ProgressLine('names', io);
  const options = { threshold, weakAliases: flags.weakAliases ?? false };
  const parties: ScreenedRow[] = [];
  for (const { row, party } of rows) {
    const matches = search.search(party, options).map((match) => ({
      ...match,
      explanation: flags.explain ? explainMatch(party, search.index.entry(match.entry), match, threshold) : null,
    }));
    parties.push({ row, party, matches });
    progress.show(parties.length, rows.length, parties.length);
  }
  progress.end();
  return parties;
}

/** Screens the names of a file against lists that are read from their files. */
export async function screen(names: string, flags: ScreenFlags, io: CliIo): Promise<ExitCode> {
  const asked = askedOf(flags);
  if (!asked.ok) return printProblem(asked.error, io);
  const { nameColumn, countryColumn, dateColumn } = flags;
  const columns = {
    ...(nameColumn === undefined ? {} : { nameColumn }),
    ...(countryColumn === undefined ? {} : { countryColumn }),
    ...(dateColumn === undefined ? {} : { dateColumn }),
  };
  const read = await readScreenedNames(names, columns, asked.value.schema, io);
  if (!read.ok) return printProblem(read.error, io);
  const loaded = await loadWatchlists(flags.lists, io);
  if (!loaded.ok) return printProblem(loaded.error, io);
  for (const { row, message } of read.value.problems) io.err(`tamis: ${names}: row ${row}: ${message}\n`);
  const [threshold] = asked.value.thresholds;
  const parties = screenAll(read.value, loaded.value, threshold, flags, io);
  const hasProblems = read.value.problems.length > 0;
  if (flags.sweep !== undefined) {
    const alerts = asked.value.thresholds.map((each) => countAlerts(parties, each));
    if (flags.json) printJson({ lists: loaded.value.lists, names: parties.length, thresholds: alerts }, io);
    else if (flags.csv) io.out(thresholdsCsv(alerts));
    else printThresholds(alerts, parties.length, loaded.value, io);
    return hasProblems ? exitCodes.findings : exitCodes.ok;
  }
  if (flags.json) printJson(screeningJson(parties, read.value.problems, loaded.value, threshold), io);
  else if (flags.csv) io.out(screeningCsv(parties, loaded.value));
  else printScreening(parties, loaded.value, threshold, io);
  return hasProblems || parties.some(({ matches }) => matches.length > 0) ? exitCodes.findings : exitCodes.ok;
}
