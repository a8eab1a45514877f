import type { Value } from '@tamis/lang';
import type { WindowAccumulator } from './sliding-range.js';

export interface ValueOrder {
  readonly fits: (value: Value) => boolean;
  readonly compare: (a: Value, b: Value) => -1 | 0 | 1;
}

/** Values in ascending order. Adding or removing a value among ten thousand is a single short memory copy. */
export class SortedValues implements WindowAccumulator {
  readonly inOrderOnly = false;
  private readonly sorted: Value[] = [];
  private misfits = 0;

  constructor(private readonly order: ValueOrder) {}

  add(value: Value): void {
    if (this.order.fits(value)) this.sorted.splice(this.lowerBound(value), 0, value);
    else this.misfits += 1;
  }

  /** Removes any of the equal values, since they cannot be distinguished. */
  remove(value: Value): void {
    if (this.order.fits(value)) this.sorted.splice(this.lowerBound(value), 1);
    else this.misfits -= 1;
  }

  clear(): void {
    this.sorted.length = 0;
    this.misfits = 0;
  }

  /** Returns the value at position `rank(count)`, from 0, among the values and one more; `null` if all values are required. */
  at(rank: (count: number) => number, own: Value | null): Value | null {
    if (this.misfits > 0 || (own !== null && !this.order.fits(own))) return null;
    const wanted = rank(this.sorted.length + (own === null ? 0 : 1));
    if (own === null) return this.sorted[wanted] ?? null;
    const place = this.lowerBound(own);
    if (wanted === place) return own;
    return this.sorted[wanted < place ? wanted : wanted - 1] ?? null;
  }

  /** Returns the index of the first value that is not less. */
  private lowerBound(value: Value): number {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.order.compare(this.sorted[middle] as Value, value) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
