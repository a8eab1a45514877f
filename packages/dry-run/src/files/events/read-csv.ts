import { failure, ok } from '@tamis/stdx';
import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import type { EventBatch } from '../../events/read-json-lines.js';
import type { ReplayEvent } from '../../events/replay-event.js';
import { rowEvent } from './row-event.js';
import { columnProblem } from './table-columns.js';

const batchSize = 1_000;

interface Row {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

/**
 * Returns the events of a CSV file whose first line names the columns, in the order of arrival; `rowEvent` defines their meaning. Ends
 * after the first row that is not an event. `onColumns` is called with the names.
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  timezone: string,
  onColumns?: (columns: readonly string[]) => void,
): AsyncGenerator<EventBatch> {
  let wrong = null as string | null;
  const columns = (names: string[]): string[] => {
    wrong = columnProblem(names);
    if (wrong === null) onColumns?.(names);
    return names;
  };
  const rows = Readable.from(chunks).pipe(parse({ columns, bom: true, info: true, skip_empty_lines: true }));
  let events: ReplayEvent[] = [];
  try {
    for await (const { record, info } of rows as AsyncIterable<Row>) {
      if (wrong !== null) break;
      const event = rowEvent(Object.entries(record), true, timezone);
      if (!event.ok) {
        yield ok(events);
        yield failure({ line: info.lines, ...event.error });
        return;
      }
      if (events.push(event.value) < batchSize) continue;
      yield ok(events);
      events = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (wrong !== null) return void (yield failure({ line: 1, message: wrong }));
    yield ok(events);
    yield failure({ line: Number(error['lines'] ?? 1), message: `not CSV: ${error.message}` });
    return;
  }
  if (wrong !== null) yield failure({ line: 1, message: wrong });
  else if (events.length > 0) yield ok(events);
}
