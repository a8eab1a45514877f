import { csvCell } from '@tamis/stdx';

export type CsvValue = string | number | null;

/** A table as spreadsheets read it: a heading, then a line for each row. */
export const csvText = (heading: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [heading, ...rows]
    .map((row) => `${row.map((cell) => (typeof cell === 'number' ? String(cell) : csvCell(cell))).join(',')}\r\n`)
    .join('');
