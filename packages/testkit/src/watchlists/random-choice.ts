/** Random choices with a seeded generator. */
export class RandomChoice {
  constructor(private readonly random: () => number) {}

  /** Returns an integer from 0 to `count`, excluding `count`. */
  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /**
   * Chooses the first value much more often than the last: the second half as often, the third a third as often, like words of a language.
   */
  frequent<T>(values: readonly T[]): T {
    return values[Math.floor((values.length + 1) ** this.random()) - 1] as T;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => String(this.below(10))).join('');
  }
}
