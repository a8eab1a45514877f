import { DryRun, readJsonLines } from '@tamis/dry-run';
import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { labelled } from '../events/labelled.js';
import type { PartMessage, PartRequest, PartResult } from './part-request.js';

const chunkBytes = 1 << 18;
/** Events between two messages about progress. */
const toldEvery = 20_000;

/** What a thread does with its part of a file. Rejects when the file cannot be read. */
async function replayPart(
  { path, request, labels, from, to, part }: PartRequest,
  tell: (message: PartMessage) => void,
): Promise<PartResult> {
  const prepared = DryRun.prepare(request);
  if (!prepared.ok) return { kind: 'problem', problem: prepared.error };
  const run = prepared.value;
  let bytes = 0;
  let told = 0;
  const read = async (start: number, end: number, take: typeof run.take): Promise<PartResult | null> => {
    if (end <= start) return null;
    const file = createReadStream(path, { start, end: end - 1, highWaterMark: chunkBytes });
    for await (const batch of readJsonLines(file)) {
      if (!batch.ok) return { kind: 'line', problem: batch.error, inPart: start > 0 };
      take(batch.value);
      told += batch.value.length;
      if (told < toldEvery) continue;
      told = 0;
      tell({ kind: 'progress', part, bytes: bytes + file.bytesRead, events: run.eventsDone });
    }
    bytes += file.bytesRead;
    return null;
  };
  const problem =
    (await read(0, from, (events) => run.skip(events))) ??
    (await read(from, to, (events) => run.take(labels ? labelled(events, labels) : events)));
  return problem ?? { kind: 'done', checkpoint: run.checkpoint() };
}

const tell = (message: PartMessage): void => parentPort?.postMessage(message);
tell(await replayPart(workerData as PartRequest, tell));
