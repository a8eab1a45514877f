import { ok, type Result } from '@tamis/stdx';
import { EventLines } from './event-lines.js';
import type { ReplayEvent } from './replay-event.js';

/** A line that is no event. */
export interface LineProblem {
  /** From 1. */
  readonly line: number;
  /** Of a table, where one cell is to blame. */
  readonly column?: string;
  readonly message: string;
}

export type EventBatch = Result<readonly ReplayEvent[], LineProblem>;

/** Few, so that most are gone before memory is cleaned up. */
const batchSize = 200;

/** Whole lines, each with its line end, and at the end what is left. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  for await (const chunk of chunks) {
    const whole = chunk.lastIndexOf(lineEnd) + 1;
    if (whole > 0) {
      yield Buffer.concat([...parts, chunk.subarray(0, whole)]);
      parts = [];
    }
    if (whole < chunk.length) parts.push(chunk.subarray(whole));
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

const lineEnd = 0x0a;

/**
 * Events of a file with one JSON document per line, in the order of arrival; empty lines count as none. Ends after the first
 * line that is no event. Rejects when the bytes are not UTF-8.
 */
export async function* readJsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<EventBatch> {
  const reader = new EventLines();
  let events: ReplayEvent[] = [];
  let line = 0;
  for await (const bytes of wholeLines(chunks)) {
    for (let from = 0; from < bytes.length;) {
      const found = bytes.indexOf(lineEnd, from);
      const to = found < 0 ? bytes.length : found;
      line += 1;
      const event = reader.read(bytes, from, to, line);
      from = to + 1;
      if (event === null) continue;
      if (!event.ok) {
        yield ok(events);
        yield event;
        return;
      }
      events.push(event.value);
      if (events.length < batchSize) continue;
      yield ok(events);
      events = [];
    }
  }
  if (events.length > 0) yield ok(events);
}
