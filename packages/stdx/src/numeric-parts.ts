import { Decimal34, digitsOfDoubles, numericText, type Numeric } from './numeric.js';

/** A decimal as two whole numbers that add up exactly: its whole part, and its fraction in units of 10^-12; of one sign. */
export interface NumericParts {
  readonly whole: number;
  readonly fraction: number;
}

const fractionDigits = 12;
const unitsInOne = 1e12;
const unitsInCent = unitsInOne / 100;
/** Wholes up to here add up exactly, ten thousand of them. */
const maxWhole = 1e11;
/** Below, any two decimals of so few digits are different doubles, so each is the shortest form of its own. */
const wholeOfDoubles = 4_096;
/** The same of decimals of two digits: 15 in all. */
const wholeOfCents = 1e13;

/** Null: it has more digits than that. */
export function numericParts(value: Numeric): NumericParts | null {
  if (typeof value === 'number') {
    if (Math.abs(value) > maxWhole) return null;
    const cents = Math.round(value * 100);
    // A decimal of so few digits is the shortest form of its nearest double.
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

/** The decimal that sums of wholes and of fractions stand for. Exact while both are safe integers. */
export function numericFromParts(wholes: number, fractions: number): Numeric {
  const carried = Math.trunc(fractions / unitsInOne);
  let whole = wholes + carried;
  let fraction = fractions - carried * unitsInOne;
  if (whole > 0 && fraction < 0) [whole, fraction] = [whole - 1, fraction + unitsInOne];
  if (whole < 0 && fraction > 0) [whole, fraction] = [whole + 1, fraction - unitsInOne];
  if (fraction === 0) return whole + 0;
  if (Math.abs(whole) < wholeOfDoubles) return (whole * unitsInOne + fraction) / unitsInOne;
  // As in `numericParts`; no decimal of at most 15 digits needs more than its nearest double.
  const cents = fraction / unitsInCent;
  if (Number.isInteger(cents) && Math.abs(whole) < wholeOfCents) return (whole * 100 + cents) / 100;
  const digits = String(Math.abs(fraction)).padStart(fractionDigits, '0').replace(/0+$/, '');
  const text = `${whole}.${digits}`;
  // Besides its digits it has a point, and maybe a sign.
  if (text.length > digitsOfDoubles + 2) return new Decimal34(text);
  const number = Number(text);
  // A number of this size is written without exponent, so one that is written otherwise has another shortest form.
  return String(number) === text ? number : new Decimal34(text);
}
