import type { FoldTotals } from '@tamis/lang';
import { asDecimal, Decimal34, shortQuotient, toNumeric, type Numeric } from '@tamis/stdx';

type Decimal = ReturnType<typeof asDecimal>;

/** The precision is high enough that adding records never rounds: amounts have 34 digits and exponents of at most four digits. */
const Wide = Decimal34.clone({ precision: 13_000 });

/** Returns the exact sum; whole numbers stay plain numbers while they are safe. */
export function exactSum(values: readonly Numeric[]): Decimal {
  let whole = 0;
  let rest: Decimal | null = null;
  for (const value of values) {
    if (typeof value === 'number' && Number.isSafeInteger(value) && Number.isSafeInteger(whole + value)) whole += value;
    else rest = (rest ?? new Wide(0)).plus(asDecimal(value));
  }
  return rest === null ? new Wide(whole) : rest.plus(whole);
}

/** Rounds once, to 34 digits; returns `null` beyond the exponent range. */
export function roundOnce(exact: Decimal): Numeric | null {
  const rounded = new Decimal34(exact).toSignificantDigits(34, Decimal34.ROUND_HALF_EVEN);
  return rounded.isFinite() ? toNumeric(new Decimal34(rounded)) : null;
}

/** Returns an exact sum divided by the number of values, rounded once: the quotient of exact operands is correctly rounded. */
export function exactMean(sum: Numeric, count: number): Numeric | null {
  const short = shortQuotient(sum, count);
  if (short !== null) return short;
  const mean = new Decimal34(sum).div(count);
  return mean.isFinite() ? toNumeric(mean) : null;
}

export function exactTotals(values: readonly Numeric[]): FoldTotals {
  const squares = values.reduce<Decimal>((total, value) => total.plus(new Wide(asDecimal(value)).pow(2)), new Wide(0));
  return { count: values.length, sum: exactSum(values), squares };
}

/** The precision of rounded intermediate results, far more than the 34 digits of the final one. */
const Guarded = Decimal34.clone({ precision: 100, minE: -9e15, maxE: 9e15 });

/**
 * Returns the standard deviation of a sample of two or more values: the root of (n·Σx² − (Σx)²) / (n·(n − 1)), whose dividend is exact.
 * Returns `null` beyond the exponent range.
 */
export function exactDeviation({ count, sum, squares }: FoldTotals): Numeric | null {
  const total = new Wide(sum);
  const dividend = new Wide(squares).times(count).minus(total.times(total));
  return roundOnce(
    new Guarded(dividend)
      .div(count)
      .div(count - 1)
      .sqrt(),
  );
}
