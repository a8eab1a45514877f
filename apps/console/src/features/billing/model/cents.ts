import type { Exact } from '../../../data/exact-json.js';

/** Formats whole cents as an amount, without arithmetic: `-1205` becomes `-12.05`. */
export function amountOf(cents: Exact): string {
  const text = String(cents);
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.replace('-', '').padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns the cents of a typed amount with at most two decimals; `null` if it is invalid. */
export function centsOf(typed: string): number | null {
  const found = /^\s*(\d{1,11})(?:[.,](\d{1,2}))?\s*$/.exec(typed);
  if (!found) return null;
  const [, whole = '', decimals = ''] = found;
  return Number(whole + decimals.padEnd(2, '0'));
}
