import type { TableRow } from '@tamis/table-files';

import { isCalendarDate, isInstant, scanJson } from '../../../platform/http/index.js';
import type { ResolvedColumn, ResolvedColumns } from './resolve-columns.js';
import { cellText, isTypeMismatch, type ReadRow, readRow, type RowProblem } from './read-row.js';
import type { RecordSchema } from './record-schema.js';

/** A row of a table as a record. What could not be sent as JSON either is none, nor what has a time that cannot be read. */
export function readRecord({ cells }: TableRow, placed: ResolvedColumns, { exactMembers }: RecordSchema): ReadRow {
  const { text, problems } = readRow(cells, placed);
  const problem = scanJson(text, { exactMembers });
  const unreadable: readonly RowProblem[] = problem ? [{ column: null, kind: 'other', message: problem.message }] : [];
  return { text, problems: [...problems, ...unreadable, ...invalidTimes(cells, placed)] };
}

/** How a record has them, whatever a column says. */
const timeFormats = {
  instant: { isOne: isInstant, noun: 'a time', usual: 'ISO 8601 with an offset' },
  day: { isOne: isCalendarDate, noun: 'a day', usual: 'yyyy-MM-dd' },
} as const;

/** Whether a text says when as a record does, so that no format of a column has to read it. */
export const isStoredTime = (text: string, { time = 'instant' }: ResolvedColumn): boolean =>
  timeFormats[time].isOne(text);

/** Cells of times that are not written as their columns say; a request would be told of another way to write them. */
const invalidTimes = (cells: readonly string[], { columns }: ResolvedColumns): readonly RowProblem[] =>
  columns.flatMap((column): readonly RowProblem[] => {
    const { path, dateFormat, time } = column;
    if (dateFormat === undefined || time === undefined) return [];
    const text = cellText(cells, column);
    if (text === '' || !isTypeMismatch(text, column) || isStoredTime(text, column)) return [];
    const { noun, usual } = timeFormats[time];
    return [{ column, kind: 'time', message: `${path} must be ${noun} written as ${dateFormat}, or ${usual}` }];
  });

/** How a row that is no record names itself; null: it does not. */
export function externalIdOf({ cells }: TableRow, { columns }: ResolvedColumns): string | null {
  const column = columns.find(({ path }) => path === 'externalId');
  const text = column ? cellText(cells, column) : '';
  return text !== '' && !text.includes('\0') && text.isWellFormed() ? text : null;
}
