import { DryRun } from '../../run/dry-run.js';
import { readJsonLines } from '../../events/read-json-lines.js';
import { createReadStream } from 'node:fs';
import { applyLabels } from '../events/apply-labels.js';
import { PrecedingLines, FullScanRequired } from './preceding-lines.js';
import type { SegmentMessage, SegmentRequest, SegmentResult } from './segment-messages.js';

const chunkBytes = 1 << 18;
/** The number of events between two progress messages. */
const progressInterval = 20_000;

/** With `isAll`, nothing is skipped. */
async function replayLines(
  { path, request, labels, from, to, part }: SegmentRequest,
  tell: (message: SegmentMessage) => void,
  isAll: boolean,
): Promise<SegmentResult> {
  const prepared = DryRun.prepare(request);
  if (!prepared.ok) return { kind: 'problem', problem: prepared.error };
  const run = prepared.value;
  let told = 0;
  const note = (events: number, bytes: number): void => {
    told += events;
    if (told < progressInterval) return;
    told = 0;
    tell({ kind: 'progress', part, bytes, events: run.eventsProcessed });
  };
  const before = await PrecedingLines.open(run, { path, from, to }, isAll);
  const problem = from === 0 ? null : await before.read(path, from, note);
  if (problem) return { kind: 'line', problem, inPart: false };
  if (to === from) return { kind: 'done', checkpoint: run.checkpoint(), isTwice: isAll };
  const file = createReadStream(path, { start: from, end: to - 1, highWaterMark: chunkBytes });
  for await (const batch of readJsonLines(file, run.timezone)) {
    if (!batch.ok) return { kind: 'line', problem: batch.error, inPart: from > 0 };
    before.check(batch.value, true);
    run.process(labels ? applyLabels(batch.value, labels) : batch.value);
    note(batch.value.length, from + file.bytesRead);
  }
  return { kind: 'done', checkpoint: run.checkpoint(), isTwice: isAll };
}

/** Executes a thread's part of a file. Rejects if the file cannot be read. */
export async function replaySegment(
  part: SegmentRequest,
  tell: (message: SegmentMessage) => void,
): Promise<SegmentResult> {
  try {
    return await replayLines(part, tell, false);
  } catch (error) {
    if (error instanceof FullScanRequired) return await replayLines(part, tell, true);
    throw error;
  }
}
