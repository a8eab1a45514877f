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

/** The module of a thread: next to this module if both are bundled; otherwise the built module, even if this file is executed as source. */
const workerFile = ['./replay-part.mjs', '../../dist/files/parts/replay-part.js']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

/**
 * Returns the maximum megabytes of heap of a thread for a number of bytes: far more than it needs. A heap with a limit of 2,048 or more can
 * grow fourfold before a garbage collection, others less than twofold.
 */
const heapMb = (bytes: number): number =>
  Math.min(getHeapStatistics().heap_size_limit / 2 ** 20, 1_024 + 2 * Math.ceil(bytes / 2 ** 20));

export interface ReplayFileOptions {
  readonly threads: number;
  /** Labels by record id, which replace those of the file. */
  readonly labels?: Labels | null;
  /** Called from time to time with the completed share of the file, from 0 to 1, and the number of evaluated events. */
  readonly onProgress?: (share: number, events: number) => void;
  /** Ends all threads: the promise rejects with the reason. */
  readonly signal?: AbortSignal;
  /** The minimum bytes of a part that are worth a thread. */
  readonly leastBytes?: number;
}

export type ReplayFileProblem = DryRunProblem | ({ readonly kind: 'line' } & LineProblem);

async function countLinesBefore(path: string, end: number): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path, { end: end - 1 }) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}

/** Adds up the progress of all parts. */
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

/** Executes one part in a separate thread, which ends with it. Rejects with the thread, and when the signal is aborted. */
async function replayOnThread(
  part: SegmentRequest,
  onProgress: (message: SegmentProgress) => void,
  signal: AbortSignal | undefined,
): Promise<SegmentResult> {
  signal?.throwIfAborted();
  if (!workerFile) throw new Error('the code for worker threads has not been built');
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
      worker.once('exit', (code) => reject(new Error(`a thread exited with ${code}`)));
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
 * Replays a file with one JSON document per line on several threads, and returns the same report as a single thread. Each thread reads the
 * file up to the end of its part and evaluates only its part, so that many threads bring no benefit. Rejects if the file cannot be read.
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
  // A failing thread ends the others.
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
