import type { WindowRequest } from '@tamis/engine';

/** Reads the value of a parameter from a window. */
export type WindowValueReader = (window: WindowRequest) => unknown;

/** Collects the values of a statement and returns their placeholders. */
export class Statement {
  readonly values: unknown[] = [];
  /** How each value is read from another window that has the same statement text. */
  readonly readers: WindowValueReader[] = [];

  bind(value: unknown): string {
    return this.push(value, () => value);
  }

  bindOfWindow(window: WindowRequest, read: WindowValueReader): string {
    return this.push(read(window), read);
  }

  /** Returns the result of `write`. If that is null, values bound by it are removed. */
  attempt<T>(write: () => T | null): T | null {
    const before = this.values.length;
    const written = write();
    if (written === null) this.values.length = this.readers.length = before;
    return written;
  }

  private push(value: unknown, read: WindowValueReader): string {
    this.readers.push(read);
    return `$${this.values.push(value)}`;
  }
}

/** Binds an array of numbers. It is formatted here, because the driver would process each number as if it were a text. */
export const numbersSql = (numbers: readonly number[], statement: Statement): string =>
  `${statement.bind(`{${numbers.join()}}`)}::int[]`;

/** Binds an array of times in milliseconds; `null` stands for a time before all others. */
export const timesSql = (times: readonly (number | null)[], statement: Statement): string =>
  `${statement.bind(times.map((at) => (at === null ? '-infinity' : new Date(at).toISOString())))}::timestamptz[]`;
