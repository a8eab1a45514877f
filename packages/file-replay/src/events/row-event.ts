import type { Type } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { failure, ok, type Result } from '@tamis/stdx';
import { readEvent, type ReplayEvent } from '@tamis/dry-run';

/** Why a row is no event; `column` where one cell is to blame. */
export interface RowProblem {
  readonly column?: string;
  readonly message: string;
}

type JsonObject = Record<string, unknown>;

/** Columns about the event rather than its record; the members of an event in JSON that have these names. */
const aboutEvent: ReadonlySet<string> = new Set(['target', 'trigger', 'now', 'label']);

const targets = ['transaction', 'person', 'company', 'userEvent'] as const;

/** Types of known fields by the place of their value in a record. */
const typesByPath = new Map<string, Type>(
  targets.flatMap((target) =>
    libraryCatalogue.schema
      .fields(target)
      .filter(({ derived }) => !derived)
      .map(({ jsonPath, type }) => [jsonPath.join('.'), type] as const),
  ),
);

const numberText = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** A cell that is text as the JSON that a field of its name has; of an unknown field the text. */
function cellValue(column: string, text: string): Result<unknown, RowProblem> {
  switch (typesByPath.get(column)?.kind) {
    case 'number':
    case 'duration':
    case 'distance':
      return numberText.test(text) ? ok(Number(text)) : failure({ column, message: `\`${text}\` is no number` });
    case 'bool':
      return text === 'true' || text === 'false'
        ? ok(text === 'true')
        : failure({ column, message: `\`${text}\` is neither true nor false` });
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
    return failure({ column, message: 'a cell of this column is JSON' });
  }
}

/** Sets a member at a dotted path; false where something that is no object is in the way. */
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

/** Also where the name is one that objects inherit. */
const define = (owner: JsonObject, key: string, value: unknown): void => {
  Object.defineProperty(owner, key, { value, enumerable: true, writable: true, configurable: true });
};

/**
 * An event from a row of a table: each column is a path into the record (`originEntity.countryCode`), but for `target`,
 * `trigger`, `now` and `label`. Cells that are empty, or null, are absent. `isText`: cells are texts, as in CSV, and become what
 * the field of their name is.
 */
export function rowEvent(
  cells: Iterable<readonly [string, unknown]>,
  isText: boolean,
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
      return failure({ column, message: 'a column above it holds a value already' });
  }
  const found = readEvent({ ...event, context: record });
  return found.ok ? found : failure({ message: found.error });
}
