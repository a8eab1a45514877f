import { DryRun } from '../../run/dry-run.js';
import { readJsonLines } from '../../events/read-json-lines.js';
import { createReadStream } from 'node:fs';
import { labelled } from '../events/labelled.js';
import { LinesBefore, NeedsAll } from './lines-before.js';
import type { PartMessage, PartRequest, PartResult } from './part-request.js';

const chunkBytes = 1 << 18;
/** Events between two messages about progress. */
const toldEvery = 20_000;

/** `isAll`: it leaves nothing out. */
async function replayed(
  { path, request, labels, from, to, part }: PartRequest,
  tell: (message: PartMessage) => void,
  isAll: boolean,
): Promise<PartResult> {
  const prepared = DryRun.prepare(request);
  if (!prepared.ok) return { kind: 'problem', problem: prepared.error };
  const run = prepared.value;
  let told = 0;
  const note = (events: number, bytes: number): void => {
    told += events;
    if (told < toldEvery) return;
    told = 0;
    tell({ kind: 'progress', part, bytes, events: run.eventsDone });
  };
  const before = await LinesBefore.of(run, { path, from, to }, isAll);
  const problem = from === 0 ? null : await before.read(path, from, note);
  if (problem) return { kind: 'line', problem, inPart: false };
  if (to === from) return { kind: 'done', checkpoint: run.checkpoint(), isTwice: isAll };
  const file = createReadStream(path, { start: from, end: to - 1, highWaterMark: chunkBytes });
  for await (const batch of readJsonLines(file)) {
    if (!batch.ok) return { kind: 'line', problem: batch.error, inPart: from > 0 };
    before.check(batch.value, true);
    run.take(labels ? labelled(batch.value, labels) : batch.value);
    note(batch.value.length, from + file.bytesRead);
  }
  return { kind: 'done', checkpoint: run.checkpoint(), isTwice: isAll };
}

/** What a thread does with its part of a file. Rejects when the file cannot be read. */
export async function replayedPart(part: PartRequest, tell: (message: PartMessage) => void): Promise<PartResult> {
  try {
    return await replayed(part, tell, false);
  } catch (error) {
    if (error instanceof NeedsAll) return await replayed(part, tell, true);
    throw error;
  }
}
