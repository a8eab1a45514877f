import { failure, isObject, ok, parseDate, type Result } from '@tamis/stdx';

import type { ItemProblem } from '../item-problem.js';
import { listLimit } from '../normalized/normalized-fields.js';
import { cleanText, type TextLimit } from './clean-text.js';

class Unreadable extends Error {
  constructor(
    readonly path: string,
    readonly expected: string,
  ) {
    super();
  }
}

/**
 * A value of a response with its path. An absent field, `null` and an empty text are read as `undefined`. A value of another type than
 * requested aborts the reading, and `reading` reports its path.
 */
export class Reader {
  constructor(
    private readonly value: unknown,
    readonly path: string,
  ) {}

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** Returns a field of an object; the object itself may be absent. */
  at(name: string): Reader {
    const path = this.path === '' ? name : `${this.path}.${name}`;
    if (this.isAbsent) return new Reader(undefined, path);
    if (!isObject(this.value)) throw this.unreadable('an object');
    return new Reader(Object.hasOwn(this.value, name) ? this.value[name] : undefined, path);
  }

  text(limit: TextLimit = 'name'): string | undefined {
    if (this.isAbsent) return undefined;
    if (typeof this.value !== 'string') throw this.unreadable('a text');
    return cleanText(this.value, limit) || undefined;
  }

  /** Returns a code as text. Sources also write codes as numbers, which may have lost their leading zeros. */
  code(digits = 0): string | undefined {
    if (typeof this.value !== 'number') return this.text('code');
    if (!Number.isSafeInteger(this.value) || this.value < 0) throw this.unreadable('a code');
    return String(this.value).padStart(digits, '0');
  }

  number(): number | undefined {
    if (this.isAbsent) return undefined;
    if (typeof this.value !== 'number' || !Number.isFinite(this.value)) throw this.unreadable('a number');
    return this.value;
  }

  boolean(): boolean | undefined {
    if (this.isAbsent) return undefined;
    if (typeof this.value !== 'boolean') throw this.unreadable('true or false');
    return this.value;
  }

  /** Returns a date, also from a timestamp. Throws if the text does not start with a valid date. */
  date(): string | undefined {
    const day = this.text('code')?.slice(0, 10);
    if (day !== undefined && parseDate(day) === null) throw this.unreadable('a day (YYYY-MM-DD)');
    return day;
  }

  list(): readonly Reader[] {
    if (this.isAbsent) return [];
    if (!Array.isArray(this.value)) throw this.unreadable('a list');
    return this.value.slice(0, listLimit).map((item: unknown, index) => new Reader(item, `${this.path}[${index}]`));
  }

  required<T>(value: T | undefined): T {
    if (value === undefined) throw this.unreadable('a value');
    return value;
  }

  unreadable(expected: string): Error {
    return new Unreadable(this.path, expected);
  }
}

/** Reads a response. An unreadable value is returned as a problem that names the path but nothing of the value. */
export function reading<T>(raw: unknown, read: (response: Reader) => T): Result<T, ItemProblem> {
  try {
    const response = new Reader(raw, '');
    if (!isObject(raw)) throw response.unreadable('an object');
    return ok(read(response));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const where = error.path === '' ? 'the response' : `\`${error.path}\``;
    return failure({
      code: 'NORMALIZATION_FAILED',
      message: `The response of the source cannot be read: ${where} is not ${error.expected}.`,
    });
  }
}
