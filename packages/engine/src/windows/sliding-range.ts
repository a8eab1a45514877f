import type { Value } from '@tamis/lang';

/** State kept for the values of a window while it moves. */
export interface WindowAccumulator {
  add(value: Value): void;
  remove(value: Value): void;
  clear(): void;
  /** Whether only the oldest value may be removed, and only newer ones added. */
  readonly inOrderOnly: boolean;
}

/** A range of a list of values that moves with the window, and the state kept for it. */
export class SlidingRange<K extends WindowAccumulator> {
  private first = 0;
  private end = 0;

  constructor(private readonly accumulator: K) {}

  /** Returns the state for the values from `first` up to but excluding `end`. */
  at(values: readonly Value[], first: number, end: number): K {
    const { accumulator: kept } = this;
    if (this.isFar(first, end)) {
      kept.clear();
      this.first = first;
      this.end = first;
    }
    while (this.end < end) kept.add(values[this.end++] as Value);
    while (this.first > first) kept.add(values[--this.first] as Value);
    while (this.first < first) kept.remove(values[this.first++] as Value);
    while (this.end > end) kept.remove(values[--this.end] as Value);
    return kept;
  }

  /** Handles a late value that was inserted at `index`. */
  handleInsert(index: number, value: Value): void {
    if (index >= this.end) return;
    if (this.accumulator.inOrderOnly) return this.reset();
    if (index <= this.first) this.first += 1;
    else this.accumulator.add(value);
    this.end += 1;
  }

  reset(): void {
    this.accumulator.clear();
    this.first = 0;
    this.end = 0;
  }

  private isFar(first: number, end: number): boolean {
    if (first >= this.end || end <= this.first) return true;
    if (this.accumulator.inOrderOnly && (first < this.first || end < this.end)) return true;
    return Math.abs(first - this.first) + Math.abs(end - this.end) > end - first;
  }
}
