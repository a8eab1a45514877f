import { csvCells } from '../../../data/csv-cells.js';
import { isDay } from '../../../data/days.js';
import { isCode } from './rates-search.js';

export interface Rate {
  readonly base: string;
  readonly quote: string;
  readonly date: string;
  readonly rate: number;
}

/** A file as it was read: its rates, and the lines that are none. */
export interface RateFile {
  readonly rates: readonly Rate[];
  readonly wrongLines: readonly string[];
}

const columns = ['base', 'quote', 'date', 'rate'] as const;
const number = /^\d{1,13}([.,]\d{1,12})?$/;
/** Number of digits that a JavaScript number can always hold. */
const safeDigits = 15;

/** Returns the value of a rate as people write it, with a point or a comma; `null` if it is none, or would lose digits. */
export function rateOf(text: string): number | null {
  const written = text.trim();
  const digits = written.replace(/[.,]/, '').replace(/^0+/, '');
  if (!number.test(written) || digits === '' || digits.length > safeDigits) return null;
  return Number(written.replace(',', '.'));
}

/** Reads a file with the columns base, quote, date and rate: in this order, or in the order of its first line. */
export function readRateCsv(text: string): RateFile {
  const lines = csvCells(text);
  const head = (lines[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const isNamed = columns.every((column) => head.includes(column));
  const placeOf = (column: (typeof columns)[number]): number => (isNamed ? head : columns).indexOf(column);
  const rates: Rate[] = [];
  const wrongLines: string[] = [];
  lines.forEach((line, index) => {
    if (isNamed && index === 0) return;
    const cell = (column: (typeof columns)[number]): string => (line[placeOf(column)] ?? '').trim();
    const [base, quote, date, rate] = [cell('base'), cell('quote'), cell('date'), rateOf(cell('rate'))];
    if (rate === null || !isCode(base) || !isCode(quote) || !isDay(date)) wrongLines.push(line.join(', '));
    else rates.push({ base: base.toUpperCase(), quote: quote.toUpperCase(), date, rate });
  });
  return { rates, wrongLines };
}
