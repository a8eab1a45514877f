import { failure, ok, type Result } from '@tamis/stdx';
import type { ReplayEvent } from './replay-event.js';
import { readEvent } from './read-event.js';

/** A line that is not an event. */
export interface LineProblem {
  /** The line number, starting at 1. */
  readonly line: number;
  /** The column of a table, if a single cell causes the problem. */
  readonly column?: string;
  readonly message: string;
}

export type EventBatch = Result<readonly ReplayEvent[], LineProblem>;

/** A small number, so that most events are released before a garbage collection. */
const batchSize = 200;

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}

/** Returns the event of one non-empty line. */
export function parseLine(text: string, line: number, timezone: string): Result<ReplayEvent, LineProblem> {
  try {
    const event = readEvent(JSON.parse(text), timezone);
    return event.ok ? event : failure({ line, message: event.error });
  } catch (error) {
    return failure({ line, message: `not JSON: ${(error as Error).message}` });
  }
}

/**
 * Returns the events of a file with one JSON document per line, in the order of arrival; empty lines are ignored. Ends after the first line
 * that is not an event. Rejects if the bytes are not UTF-8.
 */
export async function* readJsonLines(chunks: AsyncIterable<Uint8Array>, timezone: string): AsyncGenerator<EventBatch> {
  let events: ReplayEvent[] = [];
  let line = 0;
  for await (const lines of splitLines(chunks)) {
    for (const text of lines) {
      line += 1;
      if (text.trim() === '') continue;
      const event = parseLine(text, line, timezone);
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
