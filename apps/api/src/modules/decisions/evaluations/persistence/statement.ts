import type { WindowRequest } from '@tamis/engine';

/** Reads of a window what stands at a place. */
export type WindowValueReader = (window: WindowRequest) => unknown;

/** The values of a statement and their places. */
export class Statement {
  readonly values: unknown[] = [];
  /** How each value is read of another window, whose text is the same. */
  readonly readers: WindowValueReader[] = [];

  bind(value: unknown): string {
    return this.push(value, () => value);
  }

  bindOfWindow(window: WindowRequest, read: WindowValueReader): string {
    return this.push(read(window), read);
  }

  /** What `write` makes of it; where that is null, nothing was placed. */
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

/** The place of an array of numbers: put together here, for the driver would look at each as if it were a text. */
export const numbersSql = (numbers: readonly number[], statement: Statement): string =>
  `${statement.bind(`{${numbers.join()}}`)}::int[]`;

/** The place of an array of times in milliseconds; null: before all times. */
export const timesSql = (times: readonly (number | null)[], statement: Statement): string =>
  `${statement.bind(times.map((at) => (at === null ? '-infinity' : new Date(at).toISOString())))}::timestamptz[]`;
