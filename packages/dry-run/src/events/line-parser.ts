const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const blank = 0x20;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const beyondAscii = 0x80;

/** Not sure: `JSON.parse` is to say what it is. */
const unsure = Symbol('unsure');

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const words: ReadonlyMap<number, readonly [bytes: Uint8Array, value: unknown]> = new Map(
  [true, false, null].map((value) => {
    const bytes = bytesOf(String(value));
    return [bytes[0] as number, [bytes, value]];
  }),
);

const numberText = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const isOfNumber = (byte: number): boolean =>
  (byte >= zero && byte <= nine) || byte === minus || byte === point || byte === 0x2b || byte === 0x45 || byte === 0x65;
/** Whole numbers of so many digits are exact however they are added up. */
const exactDigits = 15;

/** Deeper lines are left to `JSON.parse`. */
const mostDepth = 32;
/** Names of members that are kept; of more, as where ids are names, each is read anew. */
const mostNames = 4_096;
/** Longer texts hardly come again. */
const longestKept = 40;
const keptTexts = 1 << 12;
/** Texts of a name are looked for while every other one was there already, or so few came: ids of customers are too many. */
const triedFirst = 1_024;
const wantedShare = 2;

/** The name of a member, and how often a text of it was known. */
interface Name {
  readonly text: string;
  tried: number;
  known: number;
}

const ofElements = (): Name => ({ text: '', tried: 0, known: 0 });

function isSame(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  if (text.length !== to - from) return false;
  for (let at = 0; at < text.length; at++) if (bytes[from + at] !== text.charCodeAt(at)) return false;
  return true;
}

/**
 * Objects from the bytes of lines, equal to those of `JSON.parse`, at half its cost: lines of a file have the same names in the
 * same order, and texts such as channels and currencies come again and again; such a text is the same string each time. What it is
 * not sure of it leaves: escapes, what is broken, depth, bytes that are not UTF-8.
 */
export class LineParser {
  private bytes: Buffer = Buffer.alloc(0);
  private at = 0;
  private end = 0;
  private depth = 0;
  private readonly names = new Map<string, Name>();
  /** Names of the line before, in order, and how many of this line were read. */
  private readonly expected: Name[] = [];
  private namesRead = 0;
  private readonly elements = ofElements();
  /** Texts by a hash of their bytes; of two with one place the later one. */
  private texts: string[] = [];

  /** The object in the bytes from `from` to before `to`; null: `JSON.parse` is to say. */
  parse(bytes: Buffer, from: number, to: number): Readonly<Record<string, unknown>> | null {
    if (bytes[from] !== openObject) return null;
    this.bytes = bytes;
    this.at = from;
    this.end = to;
    this.depth = 0;
    this.namesRead = 0;
    const found = this.object();
    if (found === unsure) return null;
    while (this.at < to && (bytes[this.at] === blank || bytes[this.at] === carriageReturn)) this.at += 1;
    return this.at === to ? (found as Readonly<Record<string, unknown>>) : null;
  }

  /** The next byte that is not blank; behind the end a line feed, which stands nowhere within a line. */
  private next(): number {
    while (this.at < this.end) {
      const byte = this.bytes[this.at] as number;
      if (byte !== blank) return byte;
      this.at += 1;
    }
    return lineFeed;
  }

  private object(): unknown {
    const made: Record<string, unknown> = {};
    this.depth += 1;
    this.at += 1;
    if (this.depth > mostDepth) return unsure;
    if (this.next() === closeObject) return this.close(made);
    for (;;) {
      const name = this.next() === quote ? this.name() : null;
      if (name === null || this.next() !== colon) return unsure;
      this.at += 1;
      const value = this.value(name);
      if (value === unsure) return unsure;
      made[name.text] = value;
      const byte = this.next();
      if (byte === closeObject) return this.close(made);
      if (byte !== comma) return unsure;
      this.at += 1;
    }
  }

  private array(): unknown {
    const made: unknown[] = [];
    this.depth += 1;
    this.at += 1;
    if (this.depth > mostDepth) return unsure;
    if (this.next() === closeArray) return this.close(made);
    for (;;) {
      const value = this.value(this.elements);
      if (value === unsure) return unsure;
      made.push(value);
      const byte = this.next();
      if (byte === closeArray) return this.close(made);
      if (byte !== comma) return unsure;
      this.at += 1;
    }
  }

  private close<T>(made: T): T {
    this.depth -= 1;
    this.at += 1;
    return made;
  }

  private value(name: Name): unknown {
    const byte = this.next();
    if (byte === quote) return this.text(name);
    if (byte === openObject) return this.object();
    if (byte === openArray) return this.array();
    return byte === minus || (byte >= zero && byte <= nine) ? this.number() : this.word(byte);
  }

  private word(first: number): unknown {
    const word = words.get(first);
    if (word === undefined) return unsure;
    const [bytes, value] = word;
    for (const each of bytes) if (this.at >= this.end || this.bytes[this.at++] !== each) return unsure;
    return value;
  }

  private number(): unknown {
    const from = this.at;
    const { bytes, end } = this;
    let whole = 0;
    let at = from;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte < zero || byte > nine) break;
      whole = whole * 10 + byte - zero;
    }
    const digits = at - from;
    const isWhole = at < end && !isOfNumber(bytes[at] as number);
    if (isWhole && digits <= exactDigits && (digits === 1 || bytes[from] !== zero)) {
      this.at = at;
      return whole;
    }
    while (at < end && isOfNumber(bytes[at] as number)) at += 1;
    this.at = at;
    const text = bytes.toString('latin1', from, at);
    return numberText.test(text) ? Number(text) : unsure;
  }

  /** Null: it is not sure. */
  private name(): Name | null {
    const { bytes, end, expected } = this;
    const place = this.namesRead++;
    const from = this.at + 1;
    const likely = expected[place];
    const to = likely === undefined ? -1 : from + likely.text.length;
    if (likely !== undefined && to < end && bytes[to] === quote && isSame(bytes, from, to, likely.text)) {
      this.at = to + 1;
      return likely;
    }
    const text = this.text(null);
    // It cannot be set as other members can.
    if (typeof text !== 'string' || text === '__proto__') return null;
    const name = this.names.get(text) ?? { text, tried: 0, known: 0 };
    if (this.names.size < mostNames) this.names.set(text, name);
    if (place < mostNames) expected[place] = name;
    return name;
  }

  /** `name`: the member it is the value of; null: it is a name itself. */
  private text(name: Name | null): unknown {
    const { bytes, end } = this;
    const from = this.at + 1;
    let [at, hash, isAscii] = [from, 0, true];
    for (; ; at++) {
      if (at >= end) return unsure;
      const byte = bytes[at] as number;
      if (byte === quote) break;
      if (byte === backslash || byte < blank) return unsure;
      if (byte >= beyondAscii) isAscii = false;
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    this.at = at + 1;
    if (!isAscii) return this.beyondAscii(from, at);
    if (name === null || at - from > longestKept) return bytes.toString('latin1', from, at);
    if (name.tried >= triedFirst && wantedShare * name.known < name.tried) return bytes.toString('latin1', from, at);
    return this.kept(name, hash, from, at);
  }

  /** The text that is kept of these bytes. */
  private kept(name: Name, hash: number, from: number, to: number): string {
    if (this.texts.length === 0) this.texts = new Array<string>(keptTexts).fill('');
    const place = (hash ^ (hash >>> 15)) & (keptTexts - 1);
    const there = this.texts[place] as string;
    name.tried += 1;
    if (isSame(this.bytes, from, to, there)) {
      name.known += 1;
      return there;
    }
    const text = this.bytes.toString('latin1', from, to);
    this.texts[place] = text;
    return text;
  }

  private beyondAscii(from: number, to: number): unknown {
    const text = this.bytes.toString('utf8', from, to);
    // It stands for bytes that are not UTF-8, or for itself.
    return text.includes('\ufffd') ? unsure : text;
  }
}
