import type { Value } from '@tamis/lang';
import type { WindowAccumulator } from './sliding-range.js';
import type { ValueOrder } from './sorted-values.js';

interface QueueEntry {
  readonly value: Value;
  readonly turn: number;
}

/** Tracks the minimum or maximum of a window that moves forward, as a queue of the values that may still become it. */
export class MonotonicQueue implements WindowAccumulator {
  readonly inOrderOnly = true;
  private readonly waiting: QueueEntry[] = [];
  private head = 0;
  private added = 0;
  private removed = 0;
  private misfits = 0;

  constructor(
    private readonly order: ValueOrder,
    private readonly wanted: 'first' | 'last',
  ) {}

  add(value: Value): void {
    const turn = this.added++;
    if (!this.order.fits(value)) {
      this.misfits += 1;
      return;
    }
    const { waiting } = this;
    while (waiting.length > this.head && this.isDominated((waiting.at(-1) as QueueEntry).value, value)) waiting.pop();
    waiting.push({ value, turn });
  }

  remove(value: Value): void {
    if (!this.order.fits(value)) this.misfits -= 1;
    else if (this.waiting[this.head]?.turn === this.removed) this.head += 1;
    this.removed += 1;
    if (this.head < 1024 || this.head * 2 < this.waiting.length) return;
    this.waiting.splice(0, this.head);
    this.head = 0;
  }

  clear(): void {
    this.waiting.length = 0;
    this.head = 0;
    this.added = 0;
    this.removed = 0;
    this.misfits = 0;
  }

  /** Returns the extreme of the values and one more value; `null` if all values are required, or there is none. */
  extreme(own: Value | null): Value | null {
    if (this.misfits > 0 || (own !== null && !this.order.fits(own))) return null;
    const found = this.waiting[this.head]?.value;
    if (found === undefined) return own;
    return own !== null && this.isDominated(found, own) ? own : found;
  }

  /** Whether a value can no longer become the extreme while `other` is in the window. */
  private isDominated(value: Value, other: Value): boolean {
    const order = this.order.compare(value, other);
    return order === 0 || order < 0 === (this.wanted === 'last');
  }
}
