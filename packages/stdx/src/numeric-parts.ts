import { Decimal34, digitsOfDoubles, numericText, type Numeric } from './numeric.js';

/** A decimal as two whole numbers of the same sign that can be added exactly: its whole part, and its fraction in units of 10^-12. */
export interface NumericParts {
  readonly whole: number;
  readonly fraction: number;
}

const fractionDigits = 12;
const unitsInOne = 1e12;
const unitsInCent = unitsInOne / 100;
/** Whole parts up to this value can be added exactly, ten thousand of them. */
const maxWhole = 1e11;
/**
 * Below this whole part, two different decimals with so few digits are different doubles, so each is the shortest form of its own double.
 */
const wholeOfDoubles = 4_096;
/** The same limit for decimals with two fraction digits: 15 digits in all. */
const wholeOfCents = 1e13;

/** Splits a decimal into its parts; `null` if it has too many digits. */
export function numericParts(value: Numeric): NumericParts | null {
  if (typeof value === 'number') {
    if (Math.abs(value) > maxWhole) return null;
    const cents = Math.round(value * 100);
    // A decimal with so few digits is the shortest form of its nearest double.
    if (cents / 100 === value) {
      const whole = Math.trunc(cents / 100);
      return { whole, fraction: (cents - whole * 100) * unitsInCent };
    }
  }
  const text = numericText(value);
  const point = text.indexOf('.');
  const whole = Number(point < 0 ? text : text.slice(0, point));
  const fractionText = point < 0 ? '' : text.slice(point + 1);
  if (fractionText.length > fractionDigits || Math.abs(whole) > maxWhole) return null;
  const fraction = Number(fractionText.padEnd(fractionDigits, '0'));
  return { whole, fraction: text.startsWith('-') ? -fraction : fraction };
}

/** Returns the decimal for a sum of whole parts and a sum of fractions. Exact as long as both are safe integers. */
export function numericFromParts(wholes: number, fractions: number): Numeric {
  const carried = Math.trunc(fractions / unitsInOne);
  let whole = wholes + carried;
  let fraction = fractions - carried * unitsInOne;
  if (whole > 0 && fraction < 0) [whole, fraction] = [whole - 1, fraction + unitsInOne];
  if (whole < 0 && fraction > 0) [whole, fraction] = [whole + 1, fraction - unitsInOne];
  if (fraction === 0) return whole + 0;
  if (Math.abs(whole) < wholeOfDoubles) return (whole * unitsInOne + fraction) / unitsInOne;
  // As in `numericParts`: a decimal of at most 15 digits needs only its nearest double.
  const cents = fraction / unitsInCent;
  if (Number.isInteger(cents) && Math.abs(whole) < wholeOfCents) return (whole * 100 + cents) / 100;
  const digits = String(Math.abs(fraction)).padStart(fractionDigits, '0').replace(/0+$/, '');
  const text = `${whole}.${digits}`;
  // In addition to its digits, the text has a point and possibly a sign.
  if (text.length > digitsOfDoubles + 2) return new Decimal34(text);
  const number = Number(text);
  // A number of this size is written without an exponent, so if its text differs, its shortest form is different.
  return String(number) === text ? number : new Decimal34(text);
}
