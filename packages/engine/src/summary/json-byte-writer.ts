/** A code unit takes at most three bytes of UTF-8. */
const bytesPerUnit = 3;
/**
 * Prepared bytes are copied in steps of four words, beyond their end if their length is not a multiple of that: a loop over single words
 * takes twice as long. Words are read as floating point, the only type of eight bytes that is as fast as four, and none is changed in the
 * process: a NaN ends with 7F or FF after a byte of F0 or more, which does not occur in UTF-8.
 */
const wordBytes = 8;
const stepBytes = 4 * wordBytes;
/** Texts of up to a few steps are copied without a loop, because the CPU would have to predict its end. */
const mostSteps = 3;
/** Padding required after the last byte that is copied. */
export const preparedPadding = mostSteps * stepBytes;
const slabBytes = 65_536;
/** Longer texts are written by the runtime. */
const maxShortText = 64;

const firstPrintable = 0x20;
const quote = 0x22;
const backslash = 0x5c;
const beyondAscii = 0x80;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const maxInt = 0x7fff_ffff;

const isPlainUnit = (unit: number): boolean =>
  unit >= firstPrintable && unit !== quote && unit !== backslash && unit < beyondAscii;

/** Whether a text is short ASCII that JSON leaves unchanged, determined without a call into the runtime. */
export function isPlain(text: string): boolean {
  if (text.length > maxShortText) return false;
  for (let index = 0; index < text.length; index++) if (!isPlainUnit(text.charCodeAt(index))) return false;
  return true;
}

/** Range of a prepared part. */
export interface ByteRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Space that is handed out in pieces and never twice, so that written data stays unchanged. It is shared by all texts of the thread. */
const slabPool: { slab: Buffer; used: number } = { slab: Buffer.alloc(0), used: 0 };

/** Returns the bytes of parts in one buffer that they can be copied from. */
export function preparedBytes(parts: readonly Buffer[]): Buffer {
  return Buffer.concat([...parts, Buffer.alloc(preparedPadding)]);
}

function copyStep(source: DataView, from: number, target: DataView, at: number): void {
  target.setFloat64(at, source.getFloat64(from, true), true);
  target.setFloat64(at + wordBytes, source.getFloat64(from + wordBytes, true), true);
  target.setFloat64(at + 2 * wordBytes, source.getFloat64(from + 2 * wordBytes, true), true);
  target.setFloat64(at + 3 * wordBytes, source.getFloat64(from + 3 * wordBytes, true), true);
}

/** Copies bytes. The end of the copied range must be followed by space for one step, on both sides. */
function copySteps(source: DataView, from: number, to: number, target: DataView, end: number): void {
  for (let next = from, at = end; next < to; next += stepBytes, at += stepBytes) copyStep(source, next, target, at);
}

/**
 * Like `copySteps`, for texts that usually take one step; likewise the functions for two and three. The end must be followed by space for
 * as many steps.
 */
function copyOneStep(source: DataView, from: number, to: number, target: DataView, end: number): void {
  copyStep(source, from, target, end);
  if (to - from > stepBytes) copySteps(source, from + stepBytes, to, target, end + stepBytes);
}

function copyTwoSteps(source: DataView, from: number, to: number, target: DataView, end: number): void {
  copyStep(source, from, target, end);
  copyOneStep(source, from + stepBytes, to, target, end + stepBytes);
}

function copyThreeSteps(source: DataView, from: number, to: number, target: DataView, end: number): void {
  copyStep(source, from, target, end);
  copyTwoSteps(source, from + stepBytes, to, target, end + stepBytes);
}

/**
 * Builds UTF-8 text from prepared parts and new values. Short parts are copied without a call into the runtime, and long ones not at all. A
 * thread builds one text at a time: `reset`, then all of the text, then `chunks`.
 */
export class JsonByteWriter {
  private readonly source: DataView;
  private slab: Buffer = slabPool.slab;
  private target: DataView = new DataView(this.slab.buffer);
  private taken: Uint8Array[] = [];
  /** Where the part that was not taken yet begins. */
  private start = 0;
  private end = 0;
  /** Counts texts and the slabs they are in: positions are valid within one generation. */
  generation = 0;

  /** @param bytes made by `preparedBytes`; they must not change. */
  constructor(private readonly bytes: Buffer) {
    this.source = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  reset(): void {
    this.taken = [];
    this.use(slabPool.slab);
    this.start = slabPool.used;
    this.end = this.start;
    this.generation += 1;
  }

  /** Position of the next byte. */
  get position(): number {
    return this.end;
  }

  /** Returns what was written since `reset`. It is never overwritten. */
  chunks(): readonly Uint8Array[] {
    this.flushChunk();
    slabPool.slab = this.slab;
    slabPool.used = this.end;
    return this.taken;
  }

  /** Copies a prepared part. */
  prepared(from: number, to: number): void {
    this.reserve(to - from);
    this.copyPrepared(from, to);
  }

  /** Like `prepared`, if space was already reserved. */
  copyPrepared(from: number, to: number): void {
    copySteps(this.source, from, to, this.target, this.end);
    this.end += to - from;
  }

  /** Like `copyPrepared`, for other bytes followed by `preparedPadding`. */
  copyFrom(source: DataView, from: number, to: number): void {
    copyThreeSteps(source, from, to, this.target, this.end);
    this.end += to - from;
  }

  /** Like `copyFrom`, for texts that rarely take more than one step. */
  copyShortFrom(source: DataView, from: number, to: number): void {
    copyOneStep(source, from, to, this.target, this.end);
    this.end += to - from;
  }

  /**
   * Copies what was written between two positions of this generation and ends with an ASCII character; space must already be reserved. The
   * bytes after its end are arbitrary: if a word containing some of them is a NaN, only those bytes can change.
   */
  copyWritten(from: number, to: number): void {
    copyTwoSteps(this.target, from, to, this.target, this.end);
    this.end += to - from;
  }

  /** Adds a prepared part without copying it, for long parts. */
  shared(from: number, to: number): void {
    this.flushChunk();
    this.taken.push(this.bytes.subarray(from, to));
  }

  preparedText(from: number, to: number): string {
    return this.bytes.toString('utf8', from, to);
  }

  text(text: string): void {
    this.reserve(bytesPerUnit * text.length);
    if (!this.ascii(text)) this.end += this.slab.write(text, this.end, 'utf8');
  }

  /** Writes a text as JSON. */
  quoted(text: string): void {
    if (!this.quotedPlain(text)) this.text(JSON.stringify(text));
  }

  /** Writes a finite number as JSON. */
  number(value: number): void {
    if (!this.shortNumber(value)) this.text(String(value));
  }

  /** Returns `false` and writes nothing if the number has more than two decimals or many digits. */
  shortNumber(value: number): boolean {
    const hundredths = Math.round(value * 100);
    // A number with so few digits has no other text that is as short.
    if (Math.abs(hundredths) > maxInt || hundredths / 100 !== value) return false;
    this.reserve(maxShortText);
    if (value < 0) this.slab[this.end++] = minus;
    const positive = Math.abs(hundredths) | 0;
    const whole = (positive / 100) | 0;
    this.digits(whole);
    const rest = positive - whole * 100;
    if (rest === 0) return true;
    const tenths = (rest / 10) | 0;
    this.slab[this.end++] = point;
    this.slab[this.end++] = zero + tenths;
    if (rest > tenths * 10) this.slab[this.end++] = zero + rest - tenths * 10;
    return true;
  }

  private digits(whole: number): void {
    let length = 1;
    for (let bound = 10; bound <= whole; bound *= 10) length += 1;
    const { slab } = this;
    let left = whole;
    for (let at = this.end + length - 1; at >= this.end; at--) {
      const tenth = (left / 10) | 0;
      slab[at] = zero + left - tenth * 10;
      left = tenth;
    }
    this.end += length;
  }

  /** Returns `false` and writes nothing if the text is long or contains non-ASCII characters. */
  private ascii(text: string): boolean {
    const { length } = text;
    if (length > maxShortText) return false;
    const { slab: target } = this;
    const at = this.end;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit >= beyondAscii) return false;
      target[at + index] = unit;
    }
    this.end = at + length;
    return true;
  }

  /** Returns `false` and writes nothing if the text is not `isPlain`. */
  private quotedPlain(text: string): boolean {
    const { length } = text;
    if (length > maxShortText) return false;
    this.reserve(maxShortText + 2);
    const { slab: target } = this;
    let at = this.end;
    target[at++] = quote;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (!isPlainUnit(unit)) return false;
      target[at++] = unit;
    }
    target[at++] = quote;
    this.end = at;
    return true;
  }

  private flushChunk(): void {
    if (this.end === this.start) return;
    this.taken.push(this.slab.subarray(this.start, this.end));
    this.start = this.end;
  }

  private use(slab: Buffer): void {
    if (slab === this.slab) return;
    this.slab = slab;
    this.target = new DataView(slab.buffer);
  }

  /** Reserves this number of contiguous bytes. */
  reserve(bytes: number): void {
    if (this.end + bytes + preparedPadding > this.slab.length) this.renew(bytes);
  }

  /** What was written stays where it is, as a separate part. */
  private renew(bytes: number): void {
    this.flushChunk();
    this.use(Buffer.allocUnsafeSlow(Math.max(slabBytes, bytes + preparedPadding)));
    this.start = 0;
    this.end = 0;
    this.generation += 1;
  }
}
