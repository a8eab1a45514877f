import { readEvent } from '../../events/read-event.js';
import type { ReplayEvent } from '../../events/replay-event.js';
import { failure, ok, readTime, type Result } from '@tamis/stdx';
import { aboutEvent, amountPaths, typesByPath } from './table-columns.js';

/** The reason why a row is not an event; `column` is set if a single cell causes it. */
export interface RowProblem {
  readonly column?: string;
  readonly message: string;
}

type JsonObject = Record<string, unknown>;

const numberText = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Converts a text cell to the JSON that the field of its name has; for an unknown field, returns the text. */
function cellValue(column: string, text: string): Result<unknown, RowProblem> {
  if (amountPaths.has(column))
    return numberText.test(text)
      ? ok(text)
      : failure({ column, message: `\`${text}\` is not an amount such as 1200.50` });
  switch (typesByPath.get(column)?.kind) {
    case 'number':
    case 'duration':
    case 'distance':
      return numberText.test(text) ? ok(Number(text)) : failure({ column, message: `\`${text}\` is not a number` });
    case 'bool':
      return /^(true|false)$/i.test(text)
        ? ok(text.toLowerCase() === 'true')
        : failure({ column, message: `\`${text}\` is neither true nor false` });
    case 'date':
    case 'datetime':
      return readTime(text, 'UTC') !== null
        ? ok(text)
        : failure({
            column,
            message: `\`${text}\` is not a time such as 2026-01-15, or 2026-01-15T12:00:00Z with an offset`,
          });
    case 'list':
    case 'object':
    case 'geo':
    case 'money':
      return jsonCell(column, text);
    default:
      return ok(text);
  }
}

function jsonCell(column: string, text: string): Result<unknown, RowProblem> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return failure({ column, message: 'a cell of this column must be JSON' });
  }
}

/** Sets a field at a dotted path; returns `false` if a value that is not an object blocks it. */
function setAt(record: JsonObject, column: string, value: unknown): boolean {
  const steps = column.split('.');
  const last = steps.pop() as string;
  let owner = record;
  for (const step of steps) {
    const below = Object.hasOwn(owner, step) ? owner[step] : undefined;
    if (below !== undefined && (typeof below !== 'object' || below === null)) return false;
    const next = (below ?? {}) as JsonObject;
    if (below === undefined) define(owner, step, next);
    owner = next;
  }
  define(owner, last, value);
  return true;
}

/** Also works for names that objects inherit. */
const define = (owner: JsonObject, key: string, value: unknown): void => {
  Object.defineProperty(owner, key, { value, enumerable: true, writable: true, configurable: true });
};

/**
 * Reads an event from a row of a table: each column is a path into the record (`originEntity.countryCode`), except `target`, `trigger`,
 * `now` and `label`. Empty or null cells are absent. With `isText`, cells are texts, as in CSV, and are converted to the type of the field
 * with their name.
 */
export function rowEvent(
  cells: Iterable<readonly [string, unknown]>,
  isText: boolean,
  timezone: string,
): Result<ReplayEvent, RowProblem> {
  const record: JsonObject = {};
  const event: JsonObject = {};
  for (const [column, cell] of cells) {
    if (cell === '' || cell === null || cell === undefined) continue;
    if (aboutEvent.has(column)) {
      event[column] = cell;
      continue;
    }
    const value = isText ? cellValue(column, cell as string) : ok(cell);
    if (!value.ok) return value;
    if (!setAt(record, column, value.value))
      return failure({ column, message: 'a previous column already has a value for it' });
  }
  const found = readEvent({ ...event, context: record }, timezone);
  return found.ok ? found : failure({ message: found.error });
}
