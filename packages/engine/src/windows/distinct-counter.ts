import type { Value } from '@tamis/lang';
import type { WindowAccumulator } from './sliding-range.js';

/** Counts how often each key occurs. */
export class DistinctCounter implements WindowAccumulator {
  readonly inOrderOnly = false;
  private readonly counts = new Map<string, number>();
  private without = 0;

  constructor(private readonly key: (value: Value) => string | null) {}

  add(value: Value): void {
    const key = this.key(value);
    if (key === null) this.without += 1;
    else this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  remove(value: Value): void {
    const key = this.key(value);
    const count = key === null ? 0 : (this.counts.get(key) as number);
    if (key === null) this.without -= 1;
    else if (count === 1) this.counts.delete(key);
    else this.counts.set(key, count - 1);
  }

  clear(): void {
    this.counts.clear();
    this.without = 0;
  }

  /** Returns the number of distinct keys of the values and one more value, or `null` if a value has no key. */
  countDistinct(own: Value | null): number | null {
    const key = own === null ? null : this.key(own);
    if (this.without > 0 || (own !== null && key === null)) return null;
    return this.counts.size + (key === null || this.counts.has(key) ? 0 : 1);
  }
}
