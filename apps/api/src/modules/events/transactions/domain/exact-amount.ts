import { asDecimal, parseNumeric } from '@tamis/stdx';

const digits = /^(\d{1,18})(?:\.(\d{1,18}))?$/;

/**
 * The amount as plain decimal text, from the text of a JSON number: digits as they were sent, trailing zeros included; an
 * exponent is written out. A text is why it cannot be stored.
 */
export function exactAmount(json: string): { readonly amount: string } | { readonly problem: string } {
  const value = parseNumeric(json);
  if (value === null) return { problem: 'must be a number' };
  const plain = /[eE]/.test(json) || json.startsWith('-') ? asDecimal(value).toFixed() : json;
  if (plain.startsWith('-')) return { problem: 'must not be negative' };
  return digits.test(plain)
    ? { amount: plain }
    : { problem: 'must have at most 18 digits before and 18 after the point' };
}
