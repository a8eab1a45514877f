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
