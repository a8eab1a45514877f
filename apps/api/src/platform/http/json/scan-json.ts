import { limits } from '../../limits.js';
import { randomBytes } from 'node:crypto';

/** Why a JSON text was rejected, and where. `offset` counts UTF-16 code units from 0, `line` and `column` count from 1. */
export interface JsonProblem {
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export function jsonProblem(text: string, offset: number, message: string): JsonProblem {
  let [line, lineStart] = [1, 0];
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = at + 1;
  }
  return { message, offset, line, column: offset - lineStart + 1 };
}

/** Random for each process, so that a caller's text cannot be mistaken for a placeholder. */
const placeholderPrefix = `raw-json-${randomBytes(16).toString('hex')}:`;

/** Raw texts that are set aside while the value that contains them is serialized, in the order of their placeholders. */
let pendingTexts: string[] = [];

/**
 * JSON text that is inserted into a response unchanged: an exact amount, or JSON stored verbatim. The text must be valid JSON. Only
 * `stringifyJson` writes it.
 */
export class RawJson {
  constructor(readonly text: string) {}

  toJSON(): string {
    return `${placeholderPrefix}${pendingTexts.push(this.text) - 1}`;
  }
}

/** Returns an exact decimal as a JSON number. `text` must be a JSON number. */
export const rawNumber = (text: string): RawJson => new RawJson(text);

/** Like `JSON.stringify`, but writes `RawJson` values as their text. */
export function stringifyJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  const outer = pendingTexts;
  const own: string[] = [];
  pendingTexts = own;
  try {
    const text = JSON.stringify(value);
    return own.length === 0 ? text : replacePlaceholders(text, own);
  } finally {
    pendingTexts = outer;
  }
}

/** Replaces the placeholders, which occur in order, by the texts that were set aside. */
function replacePlaceholders(text: string, texts: readonly string[]): string {
  let written = '';
  let from = 0;
  for (const [index, each] of texts.entries()) {
    const mark = `"${placeholderPrefix}${index}"`;
    const at = text.indexOf(mark, from);
    written += text.slice(from, at) + each;
    from = at + mark.length;
  }
  return written + text.slice(from);
}

/** Returns the position after the closing quote of the JSON string that starts at `start`; -1 if it is not closed. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close === -1) return -1;
    let backslashes = 0;
    while (text.charCodeAt(close - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return close + 1;
    at = close + 1;
  }
}

/** Returns the elements of an array in order, exactly as spelled. `json` must be the valid text of an array. */
export function arrayElements(json: string): readonly string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json[at]!;
    if (unit === '"') at = stringEnd(json, at) - 1;
    else if (unit === '[' || unit === '{') {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (unit === ']' || unit === '}' || (unit === ',' && depth === 1)) {
      if (depth === 1) {
        const element = json.slice(start, at).trim();
        if (element !== '') elements.push(element);
        start = at + 1;
      }
      if (unit !== ',') depth -= 1;
    }
  }
  return elements;
}

export interface ScanOptions {
  /**
   * Members whose numbers are read from the text, so that integers of any size are allowed there: `amount`, or `payments.[].amount` for
   * each element of an array.
   */
  readonly exactMembers?: readonly string[];
  /** Maximum number of values in the text: members and elements, at every level. Default: no limit. */
  readonly maxValues?: number;
}

interface Frame {
  readonly isObject: boolean;
  /** Keys of an object; `null` while it has none. */
  keys: Set<string> | null;
  /** The last key. */
  key: string;
}

const forbiddenKey = '__proto__';
const opensObject = 0x7b;
const closesObject = 0x7d;
const opensArray = 0x5b;
const closesArray = 0x5d;
const quote = 0x22;
const minus = 0x2d;
const comma = 0x2c;
const colon = 0x3a;

/** A number with fewer characters and no exponent is always within range and precision. */
const safeNumberLength = 16;

/**
 * Finds what `JSON.parse` accepts but the server cannot store or process: nesting beyond the limit, NUL and lone surrogates, numbers that a
 * double cannot hold, duplicate keys, `__proto__`, and too many members or values. Reads the text once, without recursion, up to the first
 * problem, so that an excessive text costs no more than an allowed one. The grammar is left to `JSON.parse`.
 */
export function scanJson(
  text: string,
  { exactMembers = [], maxValues = Infinity }: ScanOptions = {},
): JsonProblem | null {
  return new JsonScanner(text, exactMembers, maxValues).findProblem();
}

class JsonScanner {
  private readonly frames: Frame[] = [];
  /** Whether no string can contain anything invalid. This holds for most texts, whose values then need no check. */
  private readonly isPlain: boolean;
  private values = 1;

  constructor(
    private readonly text: string,
    private readonly exactMembers: readonly string[],
    private readonly maxValues: number,
  ) {
    this.isPlain = !text.includes('\\') && !text.includes('\0') && text.isWellFormed();
  }

  findProblem(): JsonProblem | null {
    const { text } = this;
    let at = 0;
    while (at < text.length) {
      const unit = text.charCodeAt(at);
      if (unit === quote) {
        const end = stringEnd(text, at);
        if (end === -1) return null; // not closed: JSON.parse says so
        const problem = this.checkString(at, end);
        if (problem) return problem;
        at = end;
      } else if (unit === minus || (unit >= 0x30 && unit <= 0x39)) {
        const end = numberEnd(text, at);
        const problem = this.checkNumber(at, end);
        if (problem) return problem;
        at = end;
      } else {
        const problem = this.checkStructure(unit, at);
        if (problem) return problem;
        at += 1;
      }
    }
    return null;
  }

  private checkStructure(unit: number, at: number): JsonProblem | null {
    const opens = unit === opensObject || unit === opensArray;
    if (opens) {
      this.frames.push({ isObject: unit === opensObject, keys: null, key: '[]' });
      if (this.frames.length > limits.jsonDepth)
        return jsonProblem(this.text, at, `nested deeper than ${limits.jsonDepth} levels`);
    } else if (unit === closesObject || unit === closesArray) this.frames.pop();
    // An opening bracket precedes the first value, and a comma each further one.
    if (!opens && unit !== comma) return null;
    this.values += 1;
    return this.values > this.maxValues
      ? jsonProblem(this.text, at, `more than ${this.maxValues} values in one body`)
      : null;
  }

  private checkString(start: number, end: number): JsonProblem | null {
    if (this.isPlain) return this.isKey(end) ? this.checkKey(this.text.slice(start + 1, end - 1), start) : null;
    let value = this.text.slice(start + 1, end - 1);
    if (value.includes('\\')) {
      try {
        value = JSON.parse(this.text.slice(start, end)) as string;
      } catch {
        return null; // a wrong escape: JSON.parse of the whole text names its place
      }
    }
    if (value.includes('\0'))
      return jsonProblem(this.text, start, 'contains the character U+0000, which cannot be stored');
    if (!value.isWellFormed())
      return jsonProblem(this.text, start, 'contains half of a surrogate pair, which is not a character');
    return this.isKey(end) ? this.checkKey(value, start) : null;
  }

  private isKey(end: number): boolean {
    if (this.frames.at(-1)?.isObject !== true) return false;
    let at = end;
    while (at < this.text.length && isSpace(this.text.charCodeAt(at))) at += 1;
    return this.text.charCodeAt(at) === colon;
  }

  private checkKey(key: string, start: number): JsonProblem | null {
    if (key === forbiddenKey) return jsonProblem(this.text, start, `the key \`${forbiddenKey}\` is not allowed`);
    const frame = this.frames.at(-1)!;
    const keys = (frame.keys ??= new Set());
    if (keys.has(key))
      return jsonProblem(this.text, start, `the key ${JSON.stringify(key)} occurs twice in one object`);
    if (keys.size >= limits.jsonMembers)
      return jsonProblem(this.text, start, `more than ${limits.jsonMembers} members in one object`);
    keys.add(key);
    frame.key = key;
    return null;
  }

  private checkNumber(start: number, end: number): JsonProblem | null {
    const raw = this.text.slice(start, end);
    if (raw.length < safeNumberLength && !/[eE]/.test(raw)) return null;
    const value = Number(raw);
    if (Number.isNaN(value)) return null; // no number: JSON.parse names its place
    if (raw.length > limits.jsonNumberCharacters) {
      return jsonProblem(this.text, start, `the number has more than ${limits.jsonNumberCharacters} characters`);
    }
    if (!Number.isFinite(value)) return jsonProblem(this.text, start, 'the number is too large');
    if (value === 0 && /^-?[\d.]*[1-9]/.test(raw)) return jsonProblem(this.text, start, 'the number is too small');
    if (raw.length < safeNumberLength || /[.eE]/.test(raw) || Number.isSafeInteger(value)) return null;
    if (this.exactMembers.includes(this.frames.map(({ key }) => key).join('.'))) return null;
    return jsonProblem(this.text, start, 'the integer has more digits than can be stored; send it as text');
  }
}

function numberEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && isNumberUnit(text.charCodeAt(at))) at += 1;
  return at;
}

const isNumberUnit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || unit === 0x2e || unit === 0x2b || unit === 0x2d || unit === 0x45 || unit === 0x65;

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;

/** A member of an object as text: the key with its quotes, its decoded name, and the value without surrounding whitespace. */
interface MemberText {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** Yields the members of an object in order, exactly as spelled. `json` must be the valid text of an object. */
export function* objectMembers(json: string): Generator<MemberText> {
  let depth = 0;
  let key = '';
  let valueStart = -1;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === quote) {
      const end = stringEnd(json, at);
      if (depth === 1 && valueStart === -1) key = json.slice(at, end);
      at = end - 1;
    } else if (unit === opensObject || unit === opensArray) depth += 1;
    else if (unit === colon && depth === 1) valueStart = at + 1;
    else if ((unit === comma && depth === 1) || unit === closesObject || unit === closesArray) {
      const ends = depth === 1;
      if (unit !== comma) depth -= 1;
      if (!ends) continue;
      if (valueStart !== -1) yield { key, name: nameOf(key), value: json.slice(valueStart, at).trim() };
      valueStart = -1;
    }
  }
}

/** Decodes the key, since the same key can be spelled with and without escapes. */
const nameOf = (key: string): string => (key.includes('\\') ? (JSON.parse(key) as string) : key.slice(1, -1));

/**
 * Returns the text of a member of the top-level object exactly as sent (spelling of numbers, key order), or `undefined` if there is none.
 * `json` must be valid, which bodies that reach a controller are.
 */
export function memberText(json: string, member: string): string | undefined {
  for (const { name, value } of objectMembers(json)) if (name === member) return value;
  return undefined;
}

/** How members that both objects have are merged: `shallow` takes the later one, `deep` merges two objects recursively. */
type MergeDepth = 'shallow' | 'deep';

/**
 * Returns the text of an object with the members of another merged into it. Unchanged members keep their position and spelling. New members
 * follow in their own order. Both texts must be valid objects without duplicate keys.
 */
export function mergeObjects(json: string, over: string, depth: MergeDepth): string {
  const merged = new Map<string, { readonly key: string; readonly value: string }>();
  for (const member of objectMembers(json)) merged.set(member.name, member);
  for (const { key, name, value } of objectMembers(over)) {
    const before = merged.get(name);
    const isMerged = depth === 'deep' && before?.value.startsWith('{') && value.startsWith('{');
    const next = isMerged ? mergeObjects(before!.value, value, depth) : value;
    merged.set(name, { key: before?.key ?? key, value: next });
  }
  return `{${Array.from(merged.values(), ({ key, value }) => `${key}:${value}`).join(',')}}`;
}
