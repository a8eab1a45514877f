/**
 * An exact fraction `n / (10 ** tens * rest)`, never negative. Shares are decimal, so the denominators of their sums and products are
 * powers of ten. These are kept separately, because they need no common divisor. A `rest` other than 1 occurs only if companies own each
 * other.
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

/** Parses a percentage in decimal notation: `33.3333` is 0.333333. Returns `null` if it is not between 0 and 100. */
export function fractionOfPercent(text: string): Fraction | null {
  const parts = /^(\d{1,3})(?:\.(\d{1,12}))?$/.exec(text);
  if (!parts) return null;
  const [, whole, decimals = ''] = parts;
  const fraction = { n: BigInt(whole! + decimals), tens: decimals.length + 2, rest: 1n };
  return compare(fraction, one) > 0 ? null : fraction;
}

/** Returns one unit of the last decimal that a percentage states: 0.01 percent for `33.34` and for `33.340`. */
export const lastUnitOf = (percentText: string): Fraction => {
  const decimals = /\.(\d*[1-9])/.exec(percentText)?.[1]?.length ?? 0;
  return { n: 1n, tens: decimals + 2, rest: 1n };
};

export const isZero = ({ n }: Fraction): boolean => n === 0n;

/** Returns the denominator. */
const below = ({ tens, rest }: Fraction): bigint => powerOfTen(tens) * rest;

export function add(a: Fraction, b: Fraction): Fraction {
  if (isZero(a)) return b;
  if (isZero(b)) return a;
  const tens = Math.max(a.tens, b.tens);
  const [left, right] = [a.n * powerOfTen(tens - a.tens), b.n * powerOfTen(tens - b.tens)];
  if (a.rest === b.rest) return { n: left + right, tens, rest: a.rest };
  // Sums of a share that passed through one cycle and of one that passed through another as well.
  if (a.rest % b.rest === 0n) return { n: left + right * (a.rest / b.rest), tens, rest: a.rest };
  if (b.rest % a.rest === 0n) return { n: left * (b.rest / a.rest) + right, tens, rest: b.rest };
  return { n: left * b.rest + right * a.rest, tens, rest: a.rest * b.rest };
}

/** Returns zero if `b` is greater. */
export function subtract(a: Fraction, b: Fraction): Fraction {
  const difference = add(a, { ...b, n: -b.n });
  return difference.n <= 0n ? zero : difference;
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  if (isZero(a) || isZero(b)) return zero;
  return { n: a.n * b.n, tens: a.tens + b.tens, rest: a.rest * b.rest };
}

/** Returns a negative number, 0 or a positive number if `a` is less than, equal to or greater than `b`. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.n * below(b) - b.n * below(a);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** A billionth of a percent, to compensate for shares that were rounded to decimals: a third of 75 percent is 25. */
const rounding: Fraction = { n: 1n, tens: 11, rest: 1n };

/** Whether a share is at least as large as another, and whether it is larger, apart from rounding. */
export const reaches = (share: Fraction, other: Fraction): boolean => compare(add(share, rounding), other) >= 0;
export const exceeds = (share: Fraction, other: Fraction): boolean => compare(share, add(other, rounding)) > 0;

export const least = (a: Fraction, b: Fraction): Fraction => (compare(a, b) <= 0 ? a : b);
export const most = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? a : b);

/** Returns `n / d`. */
export const fractionOf = (n: bigint, d: bigint): Fraction => (n === 0n ? zero : { n, tens: 0, rest: d });

const percentPlaces = 4;

/**
 * Formats as a percentage with four decimals, `33.3333`: never more than the fraction, or never less, apart from the rounding of shares.
 */
export function percentOf(fraction: Fraction, direction: 'down' | 'up'): string {
  const meant = direction === 'down' ? add(fraction, rounding) : subtract(fraction, rounding);
  const d = below(meant);
  const scaled = meant.n * powerOfTen(2 + percentPlaces);
  const units = (direction === 'down' ? scaled : scaled + d - 1n) / d;
  const digits = String(units).padStart(percentPlaces + 1, '0');
  const decimals = digits.slice(-percentPlaces).replace(/0+$/, '');
  return digits.slice(0, -percentPlaces) + (decimals && `.${decimals}`);
}

/** Returns the fraction as a JavaScript number, for display and not for computations. */
export function numberOf(fraction: Fraction): number {
  const precision = 10n ** 18n;
  return Number((fraction.n * precision) / below(fraction)) / Number(precision);
}

/** Returns numerator and denominator. */
export const partsOf = (fraction: Fraction): readonly [bigint, bigint] => [fraction.n, below(fraction)];
