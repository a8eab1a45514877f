import type { TableRow } from '@tamis/table-files';

import { scanJson } from '../../../platform/http/index.js';
import type { PlacedColumns } from '../domain/place-columns.js';
import { cellText, type ReadRow, readRow } from '../domain/read-row.js';
import type { RecordForm } from '../domain/record-form.js';

/** A row of a table as a record. What could not be sent as JSON either is none. */
export function readRecord({ cells }: TableRow, placed: PlacedColumns, { exactMembers }: RecordForm): ReadRow {
  const row = readRow(cells, placed);
  const problem = scanJson(row.text, { exactMembers });
  if (!problem) return row;
  return { ...row, problems: [...row.problems, { column: null, isEmpty: false, message: problem.message }] };
}

/** How a row that is no record names itself; null: it does not. */
export function externalIdOf({ cells }: TableRow, { columns }: PlacedColumns): string | null {
  const column = columns.find(({ path }) => path === 'externalId');
  const text = column ? cellText(cells, column) : '';
  return text !== '' && !text.includes('\0') && text.isWellFormed() ? text : null;
}
