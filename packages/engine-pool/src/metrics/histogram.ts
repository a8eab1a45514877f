/** Number of values in each bucket. Pure JSON. */
export interface HistogramSnapshot {
  /** Upper bounds, inclusive. The last bucket has none. */
  readonly bounds: readonly number[];
  /** One more than bounds. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

/** Counts values by size. */
export class Histogram {
  private readonly counts: number[];
  private count = 0;
  private sum = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  record(value: number): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] as number)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.count += 1;
    this.sum += value;
  }

  snapshot(): HistogramSnapshot {
    const { bounds, counts, count, sum } = this;
    return { bounds, counts: [...counts], count, sum };
  }
}
