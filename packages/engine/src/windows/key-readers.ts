import type { Type } from '@tamis/lang';
import { pathReader } from '../facts/path-reader.js';
import { linkKey, isPlainText } from '../facts/link-key.js';

/** Assigns numbers to texts: equal texts have equal numbers. */
export class StringInterner {
  private readonly numbers = new Map<string, number>();

  intern(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.numbers.size);
    return this.numbers.size - 1;
  }
}

/**
 * Returns the key of a record at one path as a number; -1 if it has none. A record is read only once, however many windows it is linked by.
 */
export class KeyReader {
  private readonly read: (record: unknown) => unknown;
  private lastRecord: unknown = null;
  private lastKey = -1;

  constructor(
    path: readonly string[],
    private readonly type: Type,
    private readonly texts: StringInterner,
  ) {
    this.read = pathReader(path);
  }

  keyIdOf(record: object): number {
    if (record !== this.lastRecord) {
      this.lastRecord = record;
      const key = this.keyOf(this.read(record));
      this.lastKey = key === null ? -1 : this.texts.intern(key);
    }
    return this.lastKey;
  }

  private keyOf(raw: unknown): string | null {
    const { type } = this;
    return type.kind === 'entity' && raw !== '' && isPlainText(raw) ? (raw as string) : linkKey(raw, type);
  }
}
