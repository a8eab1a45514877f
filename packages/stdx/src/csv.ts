/** A cell that a spreadsheet shows as text: what it would take for a formula begins with an apostrophe. */
function csvCell(value: string | null): string {
  const text = value === null ? '' : /^[=+\-@\t\r\n\0]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What a cell holds. */
export type CsvValue = string | number | null;

/** Four digits behind the point, or in all of what is smaller than 1: more is noise of the sums it comes from. */
const numberText = (value: number): string =>
  String(Number.isInteger(value) ? value : Number(Math.abs(value) < 1 ? value.toPrecision(4) : value.toFixed(4)));

/** A row with its end. */
export const csvLine = (row: readonly CsvValue[]): string =>
  `${row.map((cell) => (typeof cell === 'number' ? numberText(cell) : csvCell(cell))).join(',')}\r\n`;

/** A table as spreadsheets read it: a heading, then a line for each row. */
export const csvText = (heading: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [heading, ...rows].map(csvLine).join('');
