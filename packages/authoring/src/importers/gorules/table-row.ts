import { isObject } from '@tamis/stdx';
import type { JsonObject } from '../json-object.js';
import { describeValue } from '../literal-text.js';
import type { Translation } from '../translation.js';
import { CellProblem, readCell, type ReadCell } from './cell-test.js';
import { cellTokens } from './cell-tokens.js';
import type { CellValues } from './cell-values.js';

/** A condition column, and the field with which its cells are compared. */
export interface InputColumn {
  readonly id: string;
  /** `null` if the column has no field, so that its cells must be empty. */
  readonly steps: readonly string[] | null;
}

export interface OutputColumn {
  readonly id: string;
  readonly name: string;
}

/** A row as a condition. */
export interface RowCondition {
  /** `null` if all cells are empty, so that the row always matches. */
  readonly text: string | null;
  readonly comparisons: number;
  /** The values by column. */
  readonly values: readonly CellValues[];
}

/** A row of which a part was refused. */
export type RefusedRow = 'refused';

function cellText(cell: ReadCell, steps: readonly string[], at: string, translation: Translation): string | null {
  const field = translation.names.field(steps);
  if (cell.kind === null) return cell.write(field.path, field.path);
  const written = translation.beside(field, at, cell.kind, cell.texts);
  return written === null ? null : cell.write(field.path, written);
}

function refuseCell(error: unknown, at: string, translation: Translation): null {
  if (!(error instanceof CellProblem)) throw error;
  return translation.refuse(at, error.message);
}

/** Returns the condition of a row, from all cells that are not empty. */
export function rowCondition(
  row: JsonObject,
  columns: readonly InputColumn[],
  at: string,
  translation: Translation,
): RowCondition | RefusedRow {
  const texts: string[] = [];
  const values: CellValues[] = [];
  let comparisons = 0;
  for (const { id, steps } of columns) {
    const cell = row[id];
    const place = `${at}[${JSON.stringify(id)}]`;
    if (typeof cell !== 'string') {
      translation.refuse(place, `${describeValue(cell)} as a cell: a row without one never matches`);
      return 'refused';
    }
    if (cell.trim() === '') {
      values.push(null);
      continue;
    }
    if (steps === null) {
      translation.refuse(place, 'a cell in a column without a field: only columns with fields are supported');
      return 'refused';
    }
    let read: ReadCell | null = null;
    try {
      read = readCell(cell);
    } catch (error) {
      refuseCell(error, place, translation);
    }
    const text = read && cellText(read, steps, place, translation);
    if (!read || text === null) return 'refused';
    texts.push(text);
    values.push(read.values);
    comparisons += read.comparisons;
  }
  return { text: texts.length === 0 ? null : `(${texts.join(' and ')})`, comparisons, values };
}

/** Returns a literal output value in the form of a response key; `null` if it is computed. */
function plainValue(cell: string): string | null {
  const [token, ...rest] = cellTokens(cell);
  if (!token || rest.length > 0) return null;
  const isWord = token.kind === 'word' && ['true', 'false', 'null'].includes(token.text);
  return token.kind === 'text' || token.kind === 'number' || isWord ? token.text : null;
}

/** Returns the response keys, `field=value`; `null` if an output was refused. */
export function rowKeys(
  row: unknown,
  columns: readonly OutputColumn[],
  at: string,
  translation: Translation,
): readonly string[] | null {
  const keys: string[] = [];
  for (const { id, name } of columns) {
    const cell = isObject(row) ? (row[id] ?? '') : '';
    if (typeof cell === 'string' && cell.trim() === '') continue;
    const value = typeof cell === 'string' ? plainValue(cell) : null;
    if (value === null)
      return translation.refuse(
        `${at}[${JSON.stringify(id)}]`,
        `the output ${describeValue(cell)}: a rule can only return literal texts, numbers, true and false`,
      );
    keys.push(`${name}=${value}`);
  }
  return keys;
}
