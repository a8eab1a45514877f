import { type RawJson, rawNumber } from '../../../../platform/http/index.js';

/** A token is 100 cents. Both are read and written as digits, without fractional arithmetic. */
const pattern = /^(0|[1-9]\d{0,12})(?:\.(\d{1,2}))?$/;

/** Returns cents as a JSON number of tokens, digit for digit: 35 → 0.35. */
export function printTokens(cents: number): RawJson {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const fraction = digits.slice(-2).replace(/0+$/, '');
  const sign = cents < 0 ? '-' : '';
  return rawNumber(`${sign}${digits.slice(0, -2)}${fraction === '' ? '' : `.${fraction}`}`);
}

/** Returns the cents of a decimal with at most two places, given as a text or as a number by its shortest text; `null` if it is not one. */
export function readTokens(given: unknown): number | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null;
  const [, whole, fraction = ''] = pattern.exec(String(given)) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'));
}
