/** The values of a statement and their places. */
export class Statement {
  readonly values: unknown[] = [];

  place(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** What `write` makes of it; where that is null, nothing was placed. */
  attempt<T>(write: () => T | null): T | null {
    const before = this.values.length;
    const written = write();
    if (written === null) this.values.length = before;
    return written;
  }
}

/** The place of an array of numbers: put together here, for the driver would look at each as if it were a text. */
export const numbersSql = (numbers: readonly number[], statement: Statement): string =>
  `${statement.place(`{${numbers.join()}}`)}::int[]`;

/** The place of an array of times in milliseconds; null: before all times. */
export const timesSql = (times: readonly (number | null)[], statement: Statement): string =>
  `${statement.place(times.map((at) => (at === null ? '-infinity' : new Date(at).toISOString())))}::timestamptz[]`;
