import { Decimal } from 'decimal.js';

/** An exact amount in one currency. */
export interface Money {
  readonly amount: Numeric;
  /** ISO 4217 or an organization's own code, in upper case. */
  readonly currency: string;
}

export const money = (amount: Numeric, currency: string): Money => ({ amount, currency });

/** Returns `10000.5 USD`, the text of the `$money` literal. */
export const moneyText = (value: Money): string => `${numericText(value.amount)} ${value.currency}`;

/** Number of significant digits of a decimal. */
export const significantDigits = 34;

/**
 * Decimal arithmetic of the rule language: decimal128, that is 34 significant digits, exponents from -6143 to 6144, rounding half to even.
 * It is a clone, so that other users of the library cannot change the settings.
 */
export const Decimal34 = Decimal.clone({
  precision: significantDigits,
  rounding: Decimal.ROUND_HALF_EVEN,
  minE: -6143,
  maxE: 6144,
  toExpNeg: -7000,
  toExpPos: 7000,
});

/**
 * An exact decimal number. A plain `number` stands for its shortest decimal form, so `0.1` is exactly one tenth. Every decimal that is the
 * shortest form of some double is stored as that double, every other one as a `Decimal`. The form is therefore canonical: equal decimals
 * are of the same kind, and two plain numbers compare as decimals exactly as they compare as doubles (rounding to the nearest double is
 * monotonic).
 */
export type Numeric = number | Decimal;

/** Number of significant digits that distinguish any double from all others. */
export const digitsOfDoubles = 17;

/**
 * A decimal with at most this many significant digits, within the exponents of normal doubles, is the shortest form of its nearest double.
 */
const digitsInDoubles = 15;
const normalExponent = 290;

/** Returns the canonical form of a decimal. Negative zero becomes zero. */
export function toNumeric(value: Decimal): Numeric {
  if (value.isZero()) return 0;
  const digits = value.precision();
  if (digits > digitsOfDoubles) return value;
  const double = value.toNumber();
  if (digits <= digitsInDoubles && Math.abs(value.e) < normalExponent) return double;
  return Number.isFinite(double) && new Decimal34(double).eq(value) ? double : value;
}

const decimalText = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Parses a decimal as JSON writes it; `null` if the text is not a number or is outside the exponent range. Numbers of up to 36 digits are
 * never rounded.
 */
export function parseNumeric(text: string): Numeric | null {
  if (!decimalText.test(text)) return null;
  // With at most 15 significant digits and no exponent, the nearest double has this text as its shortest form.
  if (text.length <= 15 && !/[eE]/.test(text)) return Number(text) + 0;
  const value = new Decimal34(text);
  return value.isFinite() ? toNumeric(value) : null;
}

export const asDecimal = (value: Numeric): Decimal => (typeof value === 'number' ? new Decimal34(value) : value);

/** Returns the shortest exact text without an exponent. Doubles are already written in their shortest form, mostly without one. */
export function numericText(value: Numeric): string {
  if (typeof value !== 'number' || Object.is(value, -0)) return asDecimal(value).toFixed();
  const text = String(value);
  return text.includes('e') ? asDecimal(value).toFixed() : text;
}

/** Groups digits by three from the right: `1,234,567`. Done in one pass, because numbers may have thousands of digits. */
export function groupedDigits(digits: string, separator: string): string {
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/\d{3}/g) ?? [];
  return (first === 0 ? groups : [digits.slice(0, first), ...groups]).join(separator);
}

export function compareNumeric(a: Numeric, b: Numeric): -1 | 0 | 1 {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  return asDecimal(a).cmp(asDecimal(b)) as -1 | 0 | 1;
}

const mostUnits = 1e15;

/**
 * Returns the hundredths of a decimal with at most two fraction digits and 15 digits in all, for which the nearest double is the canonical
 * form; `NaN` for others.
 */
function cents(value: Numeric): number {
  if (typeof value !== 'number') return Number.NaN;
  const found = Math.round(value * 100);
  return Math.abs(found) < mostUnits && found / 100 === value ? found : Number.NaN;
}

/** Returns the canonical form, or `null` if the value is outside the exponent range (`overflow`). */
const finite = (value: Decimal): Numeric | null => (value.isFinite() ? toNumeric(value) : null);

/** Returns whether both are safe integers. If the exact result is one too, no decimals are needed. */
const bothSafe = (a: Numeric, b: Numeric): boolean => Number.isSafeInteger(a) && Number.isSafeInteger(b);

export function addNumeric(a: Numeric, b: Numeric): Numeric | null {
  if (bothSafe(a, b)) {
    const sum = (a as number) + (b as number);
    if (Number.isSafeInteger(sum)) return sum;
  }
  return finite(asDecimal(a).plus(asDecimal(b)));
}

export function subtractNumeric(a: Numeric, b: Numeric): Numeric | null {
  if (bothSafe(a, b)) {
    const difference = (a as number) - (b as number);
    if (Number.isSafeInteger(difference)) return difference;
  }
  return finite(asDecimal(a).minus(asDecimal(b)));
}

export function multiplyNumeric(a: Numeric, b: Numeric): Numeric | null {
  if (bothSafe(a, b)) {
    const product = (a as number) * (b as number);
    if (Number.isSafeInteger(product)) return product === 0 ? 0 : product;
  }
  const units = cents(a) * cents(b);
  if (Math.abs(units) < mostUnits) return units / 10_000 + 0;
  return finite(asDecimal(a).times(asDecimal(b)));
}

/** Divides a decimal by a whole number other than zero if the quotient needs no `Decimal`; `null` if it does, or may. */
export function shortQuotient(a: Numeric, count: number): number | null {
  const units = cents(a);
  if (units % count === 0) return units / count / 100 + 0;
  const finer = units * 10_000;
  return Math.abs(finer) < mostUnits && finer % count === 0 ? finer / count / 1_000_000 : null;
}

/** Divides two decimals. The divisor must not be zero. */
export const divideNumeric = (a: Numeric, b: Numeric): Numeric | null => finite(asDecimal(a).div(asDecimal(b)));

export const negateNumeric = (a: Numeric): Numeric => (typeof a === 'number' ? (a === 0 ? 0 : -a) : a.neg());

export const isZero = (a: Numeric): boolean => a === 0;
