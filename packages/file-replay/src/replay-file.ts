import { DryRun, type DryRunProblem, type DryRunReport, type DryRunRequest, type LineProblem } from '@tamis/dry-run';
import { failure, type Result } from '@tamis/stdx';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { partBounds } from './parts/part-bounds.js';
import type { PartProgress, PartRequest, PartResult } from './parts/part-request.js';

/** Threads run what is built, also where this file is read as source. */
const partFile = fileURLToPath(new URL('../dist/parts/replay-part.js', import.meta.url));

export interface ReplayFileOptions {
  readonly threads: number;
  /** Told now and then: share of the file that is done, 0 to 1, and events evaluated. */
  readonly onProgress?: (share: number, events: number) => void;
  /** Ends all threads: the promise rejects with the reason. */
  readonly signal?: AbortSignal;
  /** Bytes of a part that are worth a thread. */
  readonly leastBytes?: number;
}

export type ReplayFileProblem = DryRunProblem | ({ readonly kind: 'line' } & LineProblem);

async function linesBefore(path: string, end: number): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path, { end: end - 1 }) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}

/** A channel for each part; adds up what they tell of themselves. */
function progressChannels(
  ends: readonly number[],
  onProgress: ReplayFileOptions['onProgress'],
): readonly MessageChannel[] {
  const known = new Map<number, PartProgress>();
  const toRead = ends.reduce((sum, end) => sum + end, 0);
  return ends.map(() => {
    const channel = new MessageChannel();
    channel.port1.on('message', (message: PartProgress) => {
      known.set(message.part, message);
      const parts = [...known.values()];
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      const events = parts.reduce((sum, part) => sum + part.events, 0);
      onProgress?.(bytes / toRead, events);
    });
    return channel;
  });
}

async function problemOf(
  result: Exclude<PartResult, { kind: 'done' }>,
  { path, from }: PartRequest,
): Promise<ReplayFileProblem> {
  if (result.kind === 'problem') return result.problem;
  const { line, ...rest } = result.problem;
  return { kind: 'line', ...rest, line: line + (result.inPart ? await linesBefore(path, from) : 0) };
}

/**
 * Replays a file with one JSON document per line on several threads, and gives the report that one would give. Each thread reads
 * the file up to the end of its part and evaluates its part alone, so there is no gain in many of them. Rejects when the file
 * cannot be read.
 */
export async function replayFile(
  request: DryRunRequest,
  path: string,
  { threads, onProgress, signal, leastBytes }: ReplayFileOptions,
): Promise<Result<DryRunReport, ReplayFileProblem>> {
  const whole = DryRun.prepare(request);
  if (!whole.ok) return whole;
  const { size } = await stat(path);
  const ends = await partBounds(path, size, threads, leastBytes);
  const pool = new Piscina({
    filename: partFile,
    name: 'replayPart',
    minThreads: ends.length,
    maxThreads: ends.length,
  });
  const channels = progressChannels(ends, onProgress);
  try {
    const parts = ends.map((to, part): PartRequest => ({ path, request, from: ends[part - 1] ?? 0, to, part }));
    const results = await Promise.all(
      parts.map((part, at) => {
        const { port2 } = channels[at] as MessageChannel;
        const task = { ...part, progress: port2 };
        return pool.run(task, { transferList: [port2], ...(signal ? { signal } : {}) }) as Promise<PartResult>;
      }),
    );
    for (const [at, result] of results.entries()) {
      if (result.kind !== 'done') return failure(await problemOf(result, parts[at] as PartRequest));
      whole.value.absorb(result.checkpoint);
    }
    return whole.value.report();
  } finally {
    for (const { port1 } of channels) port1.close();
    await pool.destroy();
  }
}
