import type { FoldTotals, Type, Value } from '@tamis/lang';
import { type Numeric, Decimal34, numericText } from '@tamis/stdx';

/** Fraction digits of the units that exact totals are kept in: amounts have 18, and 0.1 + 0.2 as a double has 17. */
const fractionDigits = 20;
const unitsInOne = 10n ** BigInt(fractionDigits);
/** Beyond, whole digits make totals slow rather than wrong. */
const maxTextLength = 64;

/** The number in units of 10^-20, exactly; null when it has more digits than totals are kept for. */
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

/** Units as the decimal they stand for; of squares with `power` 2. Not rounded. */
const fromUnits = (units: bigint, power: 1 | 2): Exclude<Numeric, number> =>
  new Decimal34(`${String(units)}e-${String(power * fractionDigits)}`);

type ToNumeric = (value: Value, type: Type | null) => Numeric | null;

/** Sums of all values up to each place, so that the sum of any span is one subtraction. Exact. */
export class PrefixSums {
  private readonly sums: bigint[] = [0n];
  private readonly squares: bigint[] = [0n];
  /** Values up to each place that no total can be kept of. */
  private readonly uncountable: number[] = [0];

  constructor(
    private readonly number: ToNumeric,
    private readonly type: Type | null,
  ) {}

  /** Forgets what was summed from a place on. */
  truncate(length: number): void {
    if (length + 1 >= this.sums.length) return;
    this.sums.length = length + 1;
    this.squares.length = length + 1;
    this.uncountable.length = length + 1;
  }

  /** Totals of a span and of one more value. Null: all values are needed. */
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
