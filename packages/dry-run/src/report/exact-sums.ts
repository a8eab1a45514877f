import { asDecimal, Decimal34, parseNumeric } from '@tamis/stdx';

/** Wide enough for sums of any amounts the language has: nothing is rounded. */
const Exact = Decimal34.clone({ precision: 13_000 });
type Exact = InstanceType<typeof Exact>;

/** Exact sums of money, by currency. */
export class ExactSums {
  private readonly sums = new Map<string, Exact>();

  /** An amount as the record has it; what is no money is left out. */
  add(amount: unknown, currency: unknown): void {
    if (typeof currency !== 'string' || (typeof amount !== 'string' && typeof amount !== 'number')) return;
    const read = parseNumeric(String(amount));
    if (read === null) return;
    const sum = this.sums.get(currency);
    const exact = new Exact(asDecimal(read));
    this.sums.set(currency, sum ? sum.plus(exact) : exact);
  }

  /** Adds the sums of a `result`. */
  absorb(result: Readonly<Record<string, string>>): void {
    for (const [currency, sum] of Object.entries(result))
      this.sums.set(currency, new Exact(sum).plus(this.sums.get(currency) ?? 0));
  }

  /** Decimal text by currency, in the order of currencies. */
  result(): Readonly<Record<string, string>> {
    const sorted = [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([currency, sum]) => [currency, sum.toFixed()]));
  }
}
