/**
 * An exact fraction `n / (10 ** tens * rest)`, never negative. Shares are written in decimals, so that sums and products of them have
 * powers of ten below: those are kept apart, as they need no common divisor. Only where companies own each other is there a `rest`.
 */
export interface Fraction {
  readonly n: bigint;
  readonly tens: number;
  readonly rest: bigint;
}

export const zero: Fraction = { n: 0n, tens: 0, rest: 1n };
export const one: Fraction = { n: 1n, tens: 0, rest: 1n };

const powers: bigint[] = [1n];

function powerOfTen(exponent: number): bigint {
  for (let next = powers.length; next <= exponent; next += 1) powers.push(powers[next - 1]! * 10n);
  return powers[exponent]!;
}

/** Of a percentage as decimals are written: `33.3333` is 0.333333. Null: it is none between 0 and 100. */
export function fractionOfPercent(text: string): Fraction | null {
  const parts = /^(\d{1,3})(?:\.(\d{1,12}))?$/.exec(text);
  if (!parts) return null;
  const [, whole, decimals = ''] = parts;
  const fraction = { n: BigInt(whole! + decimals), tens: decimals.length + 2, rest: 1n };
  return compare(fraction, one) > 0 ? null : fraction;
}

export const isZero = ({ n }: Fraction): boolean => n === 0n;

/** The denominator. */
const below = ({ tens, rest }: Fraction): bigint => powerOfTen(tens) * rest;

export function add(a: Fraction, b: Fraction): Fraction {
  if (isZero(a)) return b;
  if (isZero(b)) return a;
  const tens = Math.max(a.tens, b.tens);
  const [left, right] = [a.n * powerOfTen(tens - a.tens), b.n * powerOfTen(tens - b.tens)];
  if (a.rest === b.rest) return { n: left + right, tens, rest: a.rest };
  // What went through one circle and what went through it and another.
  if (a.rest % b.rest === 0n) return { n: left + right * (a.rest / b.rest), tens, rest: a.rest };
  if (b.rest % a.rest === 0n) return { n: left * (b.rest / a.rest) + right, tens, rest: b.rest };
  return { n: left * b.rest + right * a.rest, tens, rest: a.rest * b.rest };
}

/** Zero where `b` is the greater. */
export function subtract(a: Fraction, b: Fraction): Fraction {
  const difference = add(a, { ...b, n: -b.n });
  return difference.n <= 0n ? zero : difference;
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  if (isZero(a) || isZero(b)) return zero;
  return { n: a.n * b.n, tens: a.tens + b.tens, rest: a.rest * b.rest };
}

/** Below 0, 0 or above 0, as `a` is less, equal or greater. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.n * below(b) - b.n * below(a);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** A billionth of a percent, which rounding shares to decimals does not come to: a third of 75 percent is 25. */
const rounding: Fraction = { n: 1n, tens: 11, rest: 1n };

/** Whether a share is as much as another or more, and whether it is more, rounding aside. */
export const reaches = (share: Fraction, other: Fraction): boolean => compare(add(share, rounding), other) >= 0;
export const exceeds = (share: Fraction, other: Fraction): boolean => compare(share, add(other, rounding)) > 0;

export const least = (a: Fraction, b: Fraction): Fraction => (compare(a, b) <= 0 ? a : b);
export const most = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? a : b);

/** `n / d`. */
export const fractionOf = (n: bigint, d: bigint): Fraction => (n === 0n ? zero : { n, tens: 0, rest: d });

const percentPlaces = 4;

/** In percent with four places, `33.3333`: never more than the fraction, or never less, rounding of shares aside. */
export function percentOf(fraction: Fraction, direction: 'down' | 'up'): string {
  const meant = direction === 'down' ? add(fraction, rounding) : subtract(fraction, rounding);
  const d = below(meant);
  const scaled = meant.n * powerOfTen(2 + percentPlaces);
  const units = (direction === 'down' ? scaled : scaled + d - 1n) / d;
  const digits = String(units).padStart(percentPlaces + 1, '0');
  const decimals = digits.slice(-percentPlaces).replace(/0+$/, '');
  return digits.slice(0, -percentPlaces) + (decimals && `.${decimals}`);
}

/** As a number of JavaScript, for what is told and not computed with. */
export function numberOf(fraction: Fraction): number {
  const precision = 10n ** 18n;
  return Number((fraction.n * precision) / below(fraction)) / Number(precision);
}

/** Numerator and denominator. */
export const partsOf = (fraction: Fraction): readonly [bigint, bigint] => [fraction.n, below(fraction)];
