import { groupedDigits, minorDigits } from '@tamis/stdx';

/** Inserts `_` between groups of three digits if the integer part has at least `fromDigits` digits. */
function grouped(text: string, fromDigits: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (whole.length < fromDigits) return text;
  return `${sign}${groupedDigits(whole, '_')}${fraction}`;
}

/** Years and counts are easier to read without groups, so numbers are grouped from 10_000. */
export const printNumber = (text: string): string => grouped(text, 5);

/** No currency of ISO 4217 has more digits, and nobody writes all digits of a cryptocurrency. */
const mostDigitsWritten = 4;

/** Prints an amount, grouped from 1_000. A fraction has all digits of the currency: `5.40 BRL`. */
export function printAmount(text: string, currency: string): string {
  const [whole = '', fraction] = text.split('.');
  const digits = minorDigits(currency);
  const written = digits > mostDigitsWritten ? 2 : digits;
  return grouped(fraction === undefined ? whole : `${whole}.${fraction.padEnd(written, '0')}`, 4);
}
