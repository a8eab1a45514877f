import { asDecimal, Decimal34, numericFromParts, numericParts, parseNumeric } from '@tamis/stdx';

/** The precision is sufficient for sums of any amounts of the language, without rounding. */
const Exact = Decimal34.clone({ precision: 13_000 });
type Exact = InstanceType<typeof Exact>;

/** Above this, the next part may not be a safe integer. */
const mostParts = 1e15;

/** Exact sums of money, by currency. */
export class ExactSums {
  private readonly sums = new Map<string, Exact>();
  /** Amounts with few digits that were added since, as whole numbers. */
  private readonly parts = new Map<string, { whole: number; fraction: number }>();

  /** Adds an amount as the record contains it; a value that is not money is ignored. */
  add(amount: unknown, currency: unknown): void {
    if (typeof currency !== 'string' || (typeof amount !== 'string' && typeof amount !== 'number')) return;
    const read = parseNumeric(String(amount));
    if (read === null) return;
    const parts = numericParts(read);
    if (parts === null) return this.addExactly(asDecimal(read), currency);
    const known = this.parts.get(currency);
    if (!known) return void this.parts.set(currency, { ...parts });
    known.whole += parts.whole;
    known.fraction += parts.fraction;
    if (Math.abs(known.fraction) > mostParts || Math.abs(known.whole) > mostParts) this.takeParts();
  }

  /** Adds the sums of a `result`. */
  merge(result: Readonly<Record<string, string>>): void {
    for (const [currency, sum] of Object.entries(result)) this.addExactly(new Exact(sum), currency);
  }

  /** Returns decimal text by currency, ordered by currency. */
  result(): Readonly<Record<string, string>> {
    this.takeParts();
    const sorted = [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([currency, sum]) => [currency, sum.toFixed()]));
  }

  private takeParts(): void {
    for (const [currency, { whole, fraction }] of this.parts)
      this.addExactly(asDecimal(numericFromParts(whole, fraction)), currency);
    this.parts.clear();
  }

  private addExactly(amount: ReturnType<typeof asDecimal>, currency: string): void {
    this.sums.set(currency, new Exact(amount).plus(this.sums.get(currency) ?? 0));
  }
}
