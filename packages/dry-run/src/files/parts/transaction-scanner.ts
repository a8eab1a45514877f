const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;
const zero = 0x30;

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const idKey = toBytes('id');
const timeKey = toBytes('transactedAt');
/** A line with one of these keys contains more than the payment itself. */
const kindKey = toBytes('kind');
const contextKey = toBytes('context');

/** The meaning of a top-level key; `none` for an ignored one. */
type Key = 'none' | 'id' | 'time' | 'more';

function keyIn(bytes: Uint8Array, from: number, to: number): Key {
  switch (to - from) {
    case idKey.length:
      return hasBytesAt(bytes, from, idKey) ? 'id' : 'none';
    case timeKey.length:
      return hasBytesAt(bytes, from, timeKey) ? 'time' : 'none';
    case kindKey.length:
      return hasBytesAt(bytes, from, kindKey) ? 'more' : 'none';
    case contextKey.length:
      return hasBytesAt(bytes, from, contextKey) ? 'more' : 'none';
    default:
      return 'none';
  }
}

/** The length of `2026-01-15T12:00:00.000Z`, followed by that without the fraction. */
const longTime = 24;
const shortTime = 20;

function hasBytesAt(bytes: Uint8Array, from: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[from + at] !== text[at]) return false;
  return true;
}

/**
 * Finds the id and time of a payment in the bytes of its line, if nothing else of the line is needed: this takes a twentieth of the time of
 * `JSON.parse`. It rejects uncertain cases: escapes, other time formats, lines with more than a payment, malformed lines. It does not
 * detect every line that is not JSON.
 */
export class TransactionScanner {
  /** The time of the last found payment, in milliseconds since 1970 UTC. */
  now = 0;
  /** The position of its id. */
  idFrom = -1;
  idTo = -1;
  private timeFrom = -1;
  private timeTo = -1;
  /** Milliseconds by day as written. */
  private readonly days = new Map<number, number>();

  /** Whether the line from `from` to before `to` is a payment. */
  find(bytes: Uint8Array, from: number, to: number): boolean {
    this.idFrom = -1;
    this.timeFrom = -1;
    if (!this.scanKeys(bytes, from, to) || this.idFrom < 0 || this.timeFrom < 0) return false;
    if (this.idFrom === this.idTo) return false;
    this.now = this.timeIn(bytes, this.timeFrom, this.timeTo);
    return !Number.isNaN(this.now);
  }

  /** Records the values of the relevant top-level keys; the last of equal keys counts, as in `JSON.parse`. */
  private scanKeys(bytes: Uint8Array, from: number, to: number): boolean {
    if (bytes[from] !== openObject) return false;
    let depth = 0;
    let isKey = false;
    let key: Key = 'none';
    for (let at = from; at < to; at++) {
      const byte = bytes[at];
      if (byte === quote) {
        const start = at + 1;
        for (at = start; bytes[at] !== quote; at++) if (at >= to || bytes[at] === backslash) return false;
        if (depth !== 1) continue;
        if (isKey) {
          key = keyIn(bytes, start, at);
          if (key === 'more') return false;
          isKey = false;
          this.recordKey(key, -1, -1);
        } else this.recordKey(key, start, at);
      } else if (byte === openObject || byte === openArray) {
        if (depth === 0) isKey = true;
        depth += 1;
      } else if (byte === closeObject || byte === closeArray) {
        depth -= 1;
        if (depth === 0) return isBlank(bytes, at + 1, to);
      } else if (byte === comma && depth === 1) isKey = true;
    }
    return false;
  }

  private recordKey(key: Key, from: number, to: number): void {
    if (key === 'id') {
      this.idFrom = from;
      this.idTo = to;
    } else if (key === 'time') {
      this.timeFrom = from;
      this.timeTo = to;
    }
  }

  /** Returns NaN if the time has another format, or is not a time. */
  private timeIn(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    if (length !== longTime && length !== shortTime) return Number.NaN;
    if (!isMarked(bytes, from, length)) return Number.NaN;
    const hours = digitsIn(bytes, from + 11, 2);
    const minutes = digitsIn(bytes, from + 14, 2);
    const seconds = digitsIn(bytes, from + 17, 2);
    const thousandths = length === longTime ? digitsIn(bytes, from + 20, 3) : 0;
    if (!(hours < 24 && minutes < 60 && seconds < 60)) return Number.NaN;
    const day = this.dayOf(digitsIn(bytes, from, 4), digitsIn(bytes, from + 5, 2), digitsIn(bytes, from + 8, 2));
    return day + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + thousandths;
  }

  private dayOf(year: number, month: number, day: number): number {
    const key = (year * 100 + month) * 100 + day;
    const known = this.days.get(key);
    if (known !== undefined) return known;
    // Not every month has the last days.
    const isSure = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
    const text = `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T00:00:00.000Z`;
    const time = isSure || isDay(text) ? Date.parse(text) : Number.NaN;
    this.days.set(key, time);
    return time;
  }
}

/** Returns NaN if there are other characters between the digits. */
function digitsIn(bytes: Uint8Array, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at++) {
    const digit = (bytes[at] as number) - zero;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Whether it is written as the day it represents. */
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** Whether the separators between the digits are at the correct positions. */
function isMarked(bytes: Uint8Array, from: number, length: number): boolean {
  const marks = length === longTime ? '    -  -  T  :  :  .   Z' : '    -  -  T  :  :  Z';
  for (let at = 4; at < length; at++) {
    const mark = marks.charCodeAt(at);
    if (mark !== 0x20 && bytes[from + at] !== mark) return false;
  }
  return true;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0x0d && bytes[at] !== 0x20) return false;
  return true;
}
