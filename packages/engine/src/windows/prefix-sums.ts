import type { FoldTotals, Type, Value } from '@tamis/lang';
import { type Numeric, Decimal34, numericText } from '@tamis/stdx';

/** Fraction digits of the units in which exact totals are kept: amounts have 18, and 0.1 + 0.2 as a double has 17. */
const fractionDigits = 20;
const unitsInOne = 10n ** BigInt(fractionDigits);
/** Beyond this, integer digits make totals slow rather than wrong. */
const maxTextLength = 64;

/** Returns the number exactly in units of 10^-20, or `null` if it has more digits than totals support. */
function exactUnits(value: Numeric): bigint | null {
  if (Number.isSafeInteger(value)) return BigInt(value as number) * unitsInOne;
  const text = numericText(value);
  if (text.length > maxTextLength) return null;
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text) * unitsInOne;
  const fraction = text.slice(point + 1);
  if (fraction.length > fractionDigits) return null;
  return BigInt(text.slice(0, point) + fraction.padEnd(fractionDigits, '0'));
}

/** Returns the decimal for a number of units, or of squared units with `power` 2. It is not rounded. */
const fromUnits = (units: bigint, power: 1 | 2): Exclude<Numeric, number> =>
  new Decimal34(`${String(units)}e-${String(power * fractionDigits)}`);

type ToNumeric = (value: Value, type: Type | null) => Numeric | null;

/** Exact sums of all values up to each position, so that the sum of any range is one subtraction. */
export class PrefixSums {
  private readonly sums: bigint[] = [0n];
  private readonly squares: bigint[] = [0n];
  /** Number of values up to each position that cannot be included in totals. */
  private readonly uncountable: number[] = [0];

  constructor(
    private readonly number: ToNumeric,
    private readonly type: Type | null,
  ) {}

  /** Discards the sums from a position on. */
  truncate(length: number): void {
    if (length + 1 >= this.sums.length) return;
    this.sums.length = length + 1;
    this.squares.length = length + 1;
    this.uncountable.length = length + 1;
  }

  /** Returns the totals of a range and one more value, or `null` if all values are required. */
  totals(values: readonly Value[], first: number, end: number, own: Value | null): FoldTotals | null {
    this.extend(values);
    const more = own === null ? 0n : this.units(own);
    if (more === null || this.uncountable[end] !== this.uncountable[first]) return null;
    const sum = (this.sums[end] as bigint) - (this.sums[first] as bigint) + more;
    const squares = (this.squares[end] as bigint) - (this.squares[first] as bigint) + more * more;
    const count = end - first + (own === null ? 0 : 1);
    return { count, sum: fromUnits(sum, 1), squares: fromUnits(squares, 2) };
  }

  private extend(values: readonly Value[]): void {
    for (let index = this.sums.length - 1; index < values.length; index++) {
      const units = this.units(values[index] as Value);
      this.sums.push((this.sums[index] as bigint) + (units ?? 0n));
      this.squares.push((this.squares[index] as bigint) + (units ?? 0n) ** 2n);
      this.uncountable.push((this.uncountable[index] as number) + (units === null ? 1 : 0));
    }
  }

  private units(value: Value): bigint | null {
    const number = this.number(value, this.type);
    return number === null ? null : exactUnits(number);
  }
}
