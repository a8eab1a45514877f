import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { rulesCsv } from '../output/dry-run-csv.js';
import { printDryRun } from '../output/print-dry-run.js';
import { printJson } from '../output/print-json.js';
import { printProblem } from '../problem.js';
import { printDifferences, readDifferences } from './diff.js';
import { readSides, replayLocally, writeDryRunPage, type LocalDryRunFlags } from './dry-run.js';

export interface CompareFlags extends LocalDryRunFlags {
  readonly json?: true;
  readonly csv?: true;
  readonly html?: string;
}

/** Compares two versions of rules in files: their differences, and their results for the events of a file. */
export async function compare(before: string, after: string, flags: CompareFlags, io: CliIo): Promise<ExitCode> {
  const differences = await readDifferences(before, after, io);
  if (!differences.ok) return printProblem(differences.error, io);
  const sides = await readSides([after], [before], flags.params, io);
  if (!sides.ok) return printProblem(sides.error, io);
  const { candidate, baseline } = sides.value;
  const report = await replayLocally([{ name: 'after', content: candidate }], baseline, flags, io);
  if (!report.ok) return printProblem(report.error, io);
  if (flags.html !== undefined) {
    const written = await writeDryRunPage(report.value, flags, flags.html, io);
    if (written) return printProblem(written, io);
  }
  if (flags.json) printJson({ ...differences.value, behaviour: report.value }, io);
  else if (flags.csv) for (const each of report.value.candidates) io.out(rulesCsv(each));
  else {
    printDifferences(differences.value, io);
    io.out('\n');
    printDryRun(report.value, candidate.rules.length, Number(flags.matches), io);
  }
  return report.value.candidates.some(({ changed }) => changed > 0) ? exitCodes.findings : exitCodes.ok;
}
