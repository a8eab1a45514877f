import { jsonShapeProblem } from '@tamis/table-files';

import type { ResolvedColumn, ResolvedColumns } from './resolve-columns.js';
import { toIsoTime } from './to-iso-time.js';

/** What keeps a row from being a record; `column` null: the whole of it. */
export interface RowProblem {
  readonly column: ResolvedColumn | null;
  /** `empty`: there must be something; `time`: it is not written as its column says. */
  readonly kind: 'empty' | 'time' | 'other';
  readonly message: string;
}

/** A row of a table as JSON text of a record, as far as it can be read. */
export interface ReadRow {
  readonly text: string;
  readonly problems: readonly RowProblem[];
}

/** Members by name; a text is JSON. */
type Members = Map<string, Members | string>;

const numberText = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const booleanTexts = new Map([
  ['true', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['0', 'false'],
]);

/**
 * A row of a table as a record, numbers digit for digit. Cells that are empty are absent; what is not of the type of its column stays
 * text, for whoever checks the record to refuse.
 */
export function readRow(cells: readonly string[], { columns, width }: ResolvedColumns): ReadRow {
  const problems: RowProblem[] = [];
  if (cells.findLastIndex((cell) => cell !== '') >= width)
    problems.push({
      column: null,
      kind: 'other',
      message: `has more cells than the ${width} columns that the first row names`,
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
    // A cell that is nested deep costs far more to parse than it has characters.
    const tooMuch = column.type === 'json' ? jsonShapeProblem(text) : null;
    if (tooMuch !== null) addProblem(column, tooMuch);
    else if (!setPath(members, column.steps, cellJson(text, column)))
      addProblem(column, 'a column above it holds a value already');
  }
  return { text: toJsonText(members), problems };
}

/** Whether a cell holds something else than its column should, which stays text. */
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

/** The text of a cell, as its column has it; empty: there is nothing. */
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

/** Spreadsheets store a day as the first moment of it. */
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
      // `007` is a number of a table, and none of JSON.
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

/** False where something that is no object is in the way. */
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
