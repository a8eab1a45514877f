import { type TableRow, UnreadableTable } from '@tamis/table-files';

import { limits } from '../../../platform/limits.js';

/** Objects by names of columns as rows of a table; they count as lines behind a first one that names the columns. */
export async function* jsonTable(rows: readonly Readonly<Record<string, unknown>>[]): AsyncGenerator<TableRow> {
  const names = new Set<string>();
  for (const row of rows)
    for (const name of Object.keys(row)) {
      names.add(name);
      if (names.size > limits.tableColumns) throw new UnreadableTable(`has more than ${limits.tableColumns} columns`);
    }
  const head = [...names];
  yield { line: 1, cells: head };
  for (const [index, row] of rows.entries())
    yield { line: index + 2, cells: head.map((name) => (Object.hasOwn(row, name) ? cellOf(row[name]) : '')) };
}

function cellOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
