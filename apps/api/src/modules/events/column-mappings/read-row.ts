import { jsonShapeProblem } from '@tamis/table-files';

import type { ResolvedColumn, ResolvedColumns } from './resolve-columns.js';
import { toIsoTime } from './to-iso-time.js';

/** A reason why a row is not a valid record; `column` is `null` if it concerns the whole row. */
export interface RowProblem {
  readonly column: ResolvedColumn | null;
  /** `empty`: a value is required; `time`: the cell does not match the time format of its column. */
  readonly kind: 'empty' | 'time' | 'other';
  readonly message: string;
}

/** A table row as the JSON text of a record, as far as it could be read. */
export interface ReadRow {
  readonly text: string;
  readonly problems: readonly RowProblem[];
}

/** Members by name; a string value is JSON text. */
type Members = Map<string, Members | string>;

const numberText = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const booleanTexts = new Map([
  ['true', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['0', 'false'],
]);

/**
 * Reads a table row as a record, with numbers digit for digit. Empty cells are absent. A cell that does not match the type of its column
 * stays text, so that the validation of the record rejects it.
 */
export function readRow(cells: readonly string[], { columns, width }: ResolvedColumns): ReadRow {
  const problems: RowProblem[] = [];
  if (cells.findLastIndex((cell) => cell !== '') >= width)
    problems.push({
      column: null,
      kind: 'other',
      message: `has more cells than the ${width} columns named in the first row`,
    });
  const members: Members = new Map();
  const addProblem = (column: ResolvedColumn, why: string): void =>
    void problems.push({ column, kind: 'other', message: `\`${column.name}\`: ${why}` });
  for (const column of columns) {
    const text = cellText(cells, column);
    if (text === '') {
      if (column.required === true) problems.push({ column, kind: 'empty', message: `\`${column.name}\` is empty` });
      continue;
    }
    // A deeply nested cell costs far more to parse than its length suggests.
    const tooMuch = column.type === 'json' ? jsonShapeProblem(text) : null;
    if (tooMuch !== null) addProblem(column, tooMuch);
    else if (!setPath(members, column.steps, cellJson(text, column)))
      addProblem(column, 'a column before it already has a value for it');
  }
  return { text: toJsonText(members), problems };
}

/** Whether a cell does not match the type of its column, and therefore stays text. */
export function isTypeMismatch(text: string, { type, dateFormat }: ResolvedColumn): boolean {
  const trimmed = text.trim();
  switch (type) {
    case 'number':
      return !numberText.test(trimmed);
    case 'boolean':
      return !booleanTexts.has(trimmed.toLowerCase());
    case 'date':
      return toIsoTime(trimmed, dateFormat) === null;
    case 'json':
      return jsonShapeProblem(trimmed) === null && !isJson(trimmed);
    case 'string':
      return false;
  }
}

/** Returns the text of a cell after the transformations of its column; empty if there is no value. */
export function cellText(
  cells: readonly string[],
  { index: place, transform, valueMap, default: given = '', time }: ResolvedColumn,
): string {
  const raw = place === null ? '' : (cells[place] ?? '');
  const text = transform === undefined ? raw : transforms[transform](raw);
  const mapped = valueMap && Object.hasOwn(valueMap, text) ? valueMap[text]! : text;
  const told = mapped === '' ? given : mapped;
  return time === 'day' ? told.replace(midnight, '$1') : told;
}

/** Spreadsheets store a date as midnight of that day. */
const midnight = /^(\d{4}-\d\d-\d\d)T00:00:00\.000Z$/;

const transforms = {
  trim: (text: string) => text.trim(),
  upper: (text: string) => text.trim().toUpperCase(),
  lower: (text: string) => text.trim().toLowerCase(),
  digits: (text: string) => text.replaceAll(/\D/g, ''),
} as const;

function cellJson(cell: string, { type, dateFormat, time }: ResolvedColumn): string {
  const text = cell.trim();
  switch (type) {
    case 'number':
      // `007` is a valid number in a table, but not in JSON.
      return numberText.test(text) ? text.replace(/^(-?)0+(?=\d)/, '$1') : JSON.stringify(cell);
    case 'boolean':
      return booleanTexts.get(text.toLowerCase()) ?? JSON.stringify(cell);
    case 'date':
      return JSON.stringify(toIsoTime(text, dateFormat)?.slice(0, time === 'day' ? 10 : undefined) ?? cell);
    case 'json':
      return isJson(text) ? text : JSON.stringify(cell);
    case 'string':
      return JSON.stringify(cell);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Sets a nested member. Returns `false` if a value on the path is not an object. */
function setPath(members: Members, steps: readonly string[], json: string): boolean {
  let owner = members;
  for (const step of steps.slice(0, -1)) {
    const below = owner.get(step) ?? new Map<string, Members | string>();
    if (typeof below === 'string') return false;
    owner.set(step, below);
    owner = below;
  }
  const last = steps.at(-1)!;
  if (owner.has(last)) return false;
  owner.set(last, json);
  return true;
}

const toJsonText = (members: Members): string =>
  `{${Array.from(members, ([name, value]) => `${JSON.stringify(name)}:${typeof value === 'string' ? value : toJsonText(value)}`).join(',')}}`;
