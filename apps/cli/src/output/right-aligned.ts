import { tableText } from './print-table.js';

/** Formats right-aligned cells below a heading. The first column is left-aligned. */
export function rightAligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return tableText(rows.map((row) => row.map(pad)));
}
