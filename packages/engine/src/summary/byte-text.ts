/** A code unit takes three bytes of UTF-8 at most. */
const bytesPerUnit = 3;

/**
 * UTF-8 text put together from parts prepared before and new texts. Both lie in one buffer, so that a prepared part is copied by
 * one move of bytes, without an object.
 */
export class ByteText {
  private buffer: Buffer;
  private readonly start: number;
  private end: number;

  constructor(prepared: Buffer) {
    this.start = prepared.length;
    this.end = this.start;
    this.buffer = Buffer.allocUnsafeSlow(2 * prepared.length + 4_096);
    prepared.copy(this.buffer);
  }

  /** Forgets what was written. */
  clear(): void {
    this.end = this.start;
  }

  /** A view of what was written, good until the next call of `clear`. */
  written(): Buffer {
    return this.buffer.subarray(this.start, this.end);
  }

  /** Bytes `from` to `to`, not included, of what was prepared. */
  prepared(from: number, to: number): void {
    this.reserve(to - from);
    this.buffer.copyWithin(this.end, from, to);
    this.end += to - from;
  }

  preparedText(from: number, to: number): string {
    return this.buffer.toString('utf8', from, to);
  }

  text(text: string): void {
    this.reserve(bytesPerUnit * text.length);
    this.end += this.buffer.write(text, this.end, 'utf8');
  }

  private reserve(bytes: number): void {
    if (this.end + bytes <= this.buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.buffer.length, this.end + bytes));
    this.buffer.copy(grown, 0, 0, this.end);
    this.buffer = grown;
  }
}
