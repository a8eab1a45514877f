/** Returns a cell that a spreadsheet shows as text: a value that it would interpret as a formula is prefixed with an apostrophe. */
function csvCell(value: string | null): string {
  const text = value === null ? '' : /^[=+\-@\t\r\n\0]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A value of a cell. */
export type CsvValue = string | number | null;

/** Rounds to four decimal places, or to four significant digits below 1: further digits are noise of the sums behind the value. */
const numberText = (value: number): string =>
  String(Number.isInteger(value) ? value : Number(Math.abs(value) < 1 ? value.toPrecision(4) : value.toFixed(4)));

/** Returns a row with its line ending. */
export const csvLine = (row: readonly CsvValue[]): string =>
  `${row.map((cell) => (typeof cell === 'number' ? numberText(cell) : csvCell(cell))).join(',')}\r\n`;

/** Returns a table as spreadsheets read it: a header line, then a line for each row. */
export const csvText = (heading: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [heading, ...rows].map(csvLine).join('');
