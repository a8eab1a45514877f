import { failure, type Result } from '@tamis/stdx';
import { LineParser } from './line-parser.js';
import type { LineProblem } from './read-json-lines.js';
import type { ReplayEvent } from './replay-event.js';
import { readEvent } from './read-event.js';

/** Lines of JSON, one event each, from bytes. */
export class EventLines {
  private readonly parser = new LineParser();
  private readonly first = new TextDecoder('utf-8', { fatal: true });
  private readonly further = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /**
   * The event of the line from `from` to before `to`; null: there is none, the line is blank. Throws when the bytes are not UTF-8.
   * @param line its number, from 1; the first one may begin with a byte order mark.
   */
  read(bytes: Buffer, from: number, to: number, line: number): Result<ReplayEvent, LineProblem> | null {
    if (from === to) return null;
    const found: unknown = this.parser.parse(bytes, from, to);
    if (found !== null) return eventOf(found, line);
    const text = (line === 1 ? this.first : this.further).decode(bytes.subarray(from, to));
    if (text.trim() === '') return null;
    try {
      return eventOf(JSON.parse(text), line);
    } catch (error) {
      return failure({ line, message: `not JSON: ${(error as Error).message}` });
    }
  }
}

function eventOf(value: unknown, line: number): Result<ReplayEvent, LineProblem> {
  const event = readEvent(value);
  return event.ok ? event : failure({ line, message: event.error });
}
