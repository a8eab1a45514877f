import { csvCell } from '@tamis/stdx';

export type CsvValue = string | number | null;

/** Four digits behind the point, or in all of what is smaller than 1: more is noise of the sums it comes from. */
const numberText = (value: number): string =>
  String(Number.isInteger(value) ? value : Number(Math.abs(value) < 1 ? value.toPrecision(4) : value.toFixed(4)));

/** A table as spreadsheets read it: a heading, then a line for each row. */
export const csvText = (heading: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [heading, ...rows]
    .map((row) => `${row.map((cell) => (typeof cell === 'number' ? numberText(cell) : csvCell(cell))).join(',')}\r\n`)
    .join('');
