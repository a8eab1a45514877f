import { DryRun } from '../run/dry-run.js';
import type { DryRunProblem, DryRunRequest } from '../run/dry-run-request.js';
import type { DryRunReport } from '../report/dry-run-report.js';
import type { LineProblem } from '../events/read-json-lines.js';
import { failure, type Result } from '@tamis/stdx';
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { segmentBounds, lookbackIn } from './parts/segment-bounds.js';
import type { SegmentMessage, SegmentProgress, SegmentRequest, SegmentResult } from './parts/segment-messages.js';
import type { Labels } from './events/apply-labels.js';

/** What a thread runs: beside this module where both are bundled; else what is built, also where this file is read as source. */
const workerFile = ['./replay-part.mjs', '../../dist/files/parts/replay-part.js']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

/**
 * Megabytes of heap a thread may have for so many bytes: far more than it needs. A heap that may have 2,048 or more is let grow
 * fourfold before it is cleaned up, others less than twofold.
 */
const heapMb = (bytes: number): number =>
  Math.min(getHeapStatistics().heap_size_limit / 2 ** 20, 1_024 + 2 * Math.ceil(bytes / 2 ** 20));

export interface ReplayFileOptions {
  readonly threads: number;
  /** Instead of those of the file, by the id of a record. */
  readonly labels?: Labels | null;
  /** Told now and then: share of the file that is done, 0 to 1, and events evaluated. */
  readonly onProgress?: (share: number, events: number) => void;
  /** Ends all threads: the promise rejects with the reason. */
  readonly signal?: AbortSignal;
  /** Bytes of a part that are worth a thread. */
  readonly leastBytes?: number;
}

export type ReplayFileProblem = DryRunProblem | ({ readonly kind: 'line' } & LineProblem);

async function countLinesBefore(path: string, end: number): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path, { end: end - 1 }) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}

/** Adds up what parts tell of themselves. */
function progressReporter(
  ends: readonly number[],
  onProgress: ReplayFileOptions['onProgress'],
): (message: SegmentProgress) => void {
  const known = new Map<number, SegmentProgress>();
  const toRead = ends.reduce((sum, end) => sum + end, 0);
  return (message) => {
    known.set(message.part, message);
    const parts = [...known.values()];
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const events = parts.reduce((sum, part) => sum + part.events, 0);
    onProgress?.(bytes / toRead, events);
  };
}

/** One part on a thread of its own, which ends with it. Rejects with the thread, and when the signal comes. */
async function replayOnThread(
  part: SegmentRequest,
  onProgress: (message: SegmentProgress) => void,
  signal: AbortSignal | undefined,
): Promise<SegmentResult> {
  signal?.throwIfAborted();
  if (!workerFile) throw new Error('what threads run is not built');
  const worker = new Worker(workerFile, {
    workerData: part,
    resourceLimits: { maxOldGenerationSizeMb: heapMb(part.to) },
  });
  try {
    return await new Promise<SegmentResult>((resolve, reject) => {
      worker.on('message', (message: SegmentMessage) => {
        if (message.kind === 'progress') onProgress(message);
        else resolve(message);
      });
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`a thread ended with ${code}`)));
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    await worker.terminate();
  }
}

async function problemOf(
  result: Exclude<SegmentResult, { kind: 'done' }>,
  { path, from }: SegmentRequest,
): Promise<ReplayFileProblem> {
  if (result.kind === 'problem') return result.problem;
  const { line, ...rest } = result.problem;
  return { kind: 'line', ...rest, line: line + (result.inPart ? await countLinesBefore(path, from) : 0) };
}

/**
 * Replays a file with one JSON document per line on several threads, and gives the report that one would give. Each thread goes
 * through the file up to the end of its part and evaluates its part alone, so there is no gain in many of them. Rejects when the file
 * cannot be read.
 */
export async function replayFile(
  request: DryRunRequest,
  path: string,
  { threads, labels = null, onProgress, signal, leastBytes }: ReplayFileOptions,
): Promise<Result<DryRunReport, ReplayFileProblem>> {
  const whole = DryRun.prepare(request);
  if (!whole.ok) return whole;
  const { size } = await stat(path);
  const reach =
    threads > 1
      ? await lookbackIn(path, size, whole.value.timezone, (now) => whole.value.visibleTransactionsFrom(now))
      : 1;
  const ends = await segmentBounds(path, size, { threads, lookback: reach, least: leastBytes });
  const parts = ends.map((to, part): SegmentRequest => ({
    path,
    request,
    labels,
    from: ends[part - 1] ?? 0,
    to,
    part,
  }));
  const tell = progressReporter(ends, onProgress);
  // One that fails ends the others.
  const failed = new AbortController();
  const stop = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);
  const replays = parts.map((part) => replayOnThread(part, tell, stop));
  try {
    const results = await Promise.all(replays);
    for (const [at, result] of results.entries()) {
      if (result.kind !== 'done') return failure(await problemOf(result, parts[at] as SegmentRequest));
      whole.value.merge(result.checkpoint);
    }
    return whole.value.report();
  } finally {
    failed.abort();
    await Promise.allSettled(replays);
  }
}
