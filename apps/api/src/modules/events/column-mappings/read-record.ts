import type { TableRow } from '@tamis/table-files';

import { isCalendarDate, isInstant, scanJson } from '../../../platform/http/index.js';
import type { ResolvedColumn, ResolvedColumns } from './resolve-columns.js';
import { cellText, isTypeMismatch, type ReadRow, readRow, type RowProblem } from './read-row.js';
import type { RecordSchema } from './record-schema.js';

/**
 * Reads a table row as a record. A row is rejected if it would not be accepted as JSON in a request, or if it contains a time that cannot
 * be read.
 */
export function readRecord({ cells }: TableRow, placed: ResolvedColumns, { exactMembers }: RecordSchema): ReadRow {
  const { text, problems } = readRow(cells, placed);
  const problem = scanJson(text, { exactMembers });
  const unreadable: readonly RowProblem[] = problem ? [{ column: null, kind: 'other', message: problem.message }] : [];
  return { text, problems: [...problems, ...unreadable, ...invalidTimes(cells, placed)] };
}

/** Time formats used in records, regardless of the format that a column declares. */
const timeFormats = {
  instant: { isOne: isInstant, noun: 'a time', usual: 'ISO 8601 with a time zone offset' },
  day: { isOne: isCalendarDate, noun: 'a day', usual: 'yyyy-MM-dd' },
} as const;

/** Whether a text already has the time format used in records, so that no column format is needed to read it. */
export const isStoredTime = (text: string, { time = 'instant' }: ResolvedColumn): boolean =>
  timeFormats[time].isOne(text);

/**
 * Returns problems for time cells that do not match the format of their column. They are checked here because request validation would name
 * another format.
 */
const invalidTimes = (cells: readonly string[], { columns }: ResolvedColumns): readonly RowProblem[] =>
  columns.flatMap((column): readonly RowProblem[] => {
    const { path, dateFormat, time } = column;
    if (dateFormat === undefined || time === undefined) return [];
    const text = cellText(cells, column);
    if (text === '' || !isTypeMismatch(text, column) || isStoredTime(text, column)) return [];
    const { noun, usual } = timeFormats[time];
    return [{ column, kind: 'time', message: `${path} must be ${noun} written as ${dateFormat}, or ${usual}` }];
  });

/** Returns the external id of a row that could not be read as a record, or `null` if it has none. */
export function externalIdOf({ cells }: TableRow, { columns }: ResolvedColumns): string | null {
  const column = columns.find(({ path }) => path === 'externalId');
  const text = column ? cellText(cells, column) : '';
  return text !== '' && !text.includes('\0') && text.isWellFormed() ? text : null;
}
