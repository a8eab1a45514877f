import {
  DryRun,
  isOverlaid,
  type DryRunProblem,
  type DryRunReport,
  type DryRunRequest,
  type LineProblem,
} from '@tamis/dry-run';
import { foreignColumns, applyLabels, readEventFile, replayFile as replayOnThreads } from '@tamis/dry-run/files';
import { failure, ok, type Result } from '@tamis/stdx';
import { statSync, type ReadStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { failureReason } from '../input/find-files.js';
import { ProgressLine } from '../output/progress-line.js';
import { failureProblem, findingsProblem, type Problem } from '../problem.js';
import type { Labels } from './read-labels.js';

function problemOf(problem: DryRunProblem, { candidates }: DryRunRequest): Problem {
  if (problem.kind === 'empty')
    return failureProblem(
      'there is no event to evaluate: the file is empty, or --from, --to and --sample exclude all of it',
    );
  // The candidates of a sweep have the names of their values.
  const before = (side: string | null): string =>
    side === null ? '--against: ' : candidates.length > 1 ? `\`${side}\`: ` : '';
  const messages = problem.sides.flatMap(({ side, problems }) =>
    problems.flatMap(({ diagnostics }) => diagnostics.map(({ code, message }) => `${before(side)}${code}: ${message}`)),
  );
  return findingsProblem([...new Set(messages)].join('; '));
}

const problemAt = (name: string, { line, column, message }: LineProblem): string =>
  `${name}:${line}: ${column === undefined ? '' : `column ${column}: `}${message}`;

/** Warns about columns that no rule can read, since a misspelled column would mean missing data. */
function warnUnknownColumns(name: string, columns: readonly string[], io: CliIo): void {
  for (const { column, nearest } of foreignColumns(columns))
    io.err(`tamis: ${name}: no rule reads the column \`${column}\`${nearest === null ? '' : `; \`${nearest}\`?`}\n`);
}

async function feedEvents(run: DryRun, name: string, labels: Labels | null, io: CliIo): Promise<Problem | null> {
  const path = resolve(io.cwd, name);
  const total = statSync(path).size;
  let file: ReadStream | null = null as ReadStream | null;
  const progress = new ProgressLine('events', io);
  try {
    const onColumns = (columns: readonly string[]): void => warnUnknownColumns(name, columns, io);
    for await (const batch of readEventFile(path, run.timezone, { onOpen: (stream) => (file = stream), onColumns })) {
      if (io.abortSignal.aborted) return failureProblem('stopped');
      if (!batch.ok) return failureProblem(problemAt(name, batch.error));
      run.process(labels === null ? batch.value : applyLabels(batch.value, labels));
      progress.show(file?.bytesRead ?? 0, total, run.eventsProcessed);
    }
    return null;
  } finally {
    progress.end();
  }
}

/** Minimum size in bytes of a file for which worker threads are started. */
const minBytesForThreads = 1 << 24;
/** Each thread also reads the data before its part, so more threads gain little. */
const maxThreads = 4;
const isLineBased = (path: string): boolean => !['.csv', '.parquet'].includes(extname(path).toLowerCase());

/** Replays the events of a file, with separately stored labels if there are any. */
export async function replayFile(
  request: DryRunRequest,
  name: string,
  labels: Labels | null,
  io: CliIo,
): Promise<Result<DryRunReport, Problem>> {
  try {
    const path = resolve(io.cwd, name);
    // With an overlay, each thread would evaluate everything before its part.
    const isOnThreads = !isOverlaid(request) && isLineBased(path) && statSync(path).size >= minBytesForThreads;
    return await (isOnThreads ? replayInThreads : replayInProcess)(request, name, labels, io);
  } catch (error) {
    return failure(failureProblem(io.abortSignal.aborted ? 'stopped' : `${name}: ${failureReason(error)}`));
  }
}

async function replayInProcess(
  request: DryRunRequest,
  name: string,
  labels: Labels | null,
  io: CliIo,
): Promise<Result<DryRunReport, Problem>> {
  const prepared = DryRun.prepare(request);
  if (!prepared.ok) return failure(problemOf(prepared.error, request));
  const problem = await feedEvents(prepared.value, name, labels, io);
  if (problem) return failure(problem);
  const report = prepared.value.report();
  return report.ok ? ok(report.value) : failure(problemOf(report.error, request));
}

async function replayInThreads(
  request: DryRunRequest,
  name: string,
  labels: Labels | null,
  io: CliIo,
): Promise<Result<DryRunReport, Problem>> {
  const path = resolve(io.cwd, name);
  const total = statSync(path).size;
  const progress = new ProgressLine('events', io);
  try {
    const report = await replayOnThreads(request, path, {
      threads: Math.min(maxThreads, availableParallelism()),
      labels,
      signal: io.abortSignal,
      onProgress: (share, events) => progress.show(share * total, total, events),
    });
    if (report.ok) return report;
    const { error } = report;
    return failure(error.kind === 'line' ? failureProblem(problemAt(name, error)) : problemOf(error, request));
  } finally {
    progress.end();
  }
}
