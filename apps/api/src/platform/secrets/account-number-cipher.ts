import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/** Returns a number without punctuation and in upper case: spellings that differ only in these refer to the same account. */
export const normalizeAccountNumber = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Returns a masked number that still shows which one it is. */
export const maskAccountNumber = (number: string): string => `****${number.length > 4 ? number.slice(-4) : ''}`;

const maskedStart = '****';

/** Matches a string and, if it is a member name, the text or number that follows it. */
const memberPattern = /("(?:[^"\\]|\\.)*")(?:(\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*))?/g;

/**
 * Replaces the value of every member `accountNumber` in JSON text with the JSON that `write` returns for its text or number. If it returns
 * `null`, the value stays. Everything else keeps its spelling.
 */
function mapAccountNumbers(json: string, write: (value: string | number) => string | null): string {
  // The name may be spelled with an escape. Hardly any text contains either.
  if (!json.includes('"accountNumber"') && !json.includes('\\u')) return json;
  return json.replace(memberPattern, (whole, name: string, between: string | undefined, value: string | undefined) => {
    if (value === undefined || JSON.parse(name) !== 'accountNumber') return whole;
    const written = write(JSON.parse(value) as string | number);
    return written === null ? whole : `${name}${between}${written}`;
  });
}

/** Masks every member `accountNumber` in JSON text, at any depth. */
export const maskAccountNumbers = (json: string): string =>
  mapAccountNumbers(json, (value) => {
    const number = String(value);
    return JSON.stringify(number.startsWith(maskedStart) ? number : maskAccountNumber(number));
  });

/** Fields that contain tokens. A token that is moved to another field cannot be opened there. */
export type TokenField = 'transactions.details' | 'evaluations' | 'alerts.dedupe_key' | `batch_rows.rows ${string}`;

const algorithm = 'aes-256-ctr';
const ivBytes = 16;
/** Numbers are padded to a multiple of this, so that a token does not reveal the length of its number. */
const blockBytes = 32;

const tokenStart = '~an1.';
const tokenPattern = /~an1\.([A-Za-z0-9_-]{64,})~/g;

/** Shorter numbers are only replaced as whole texts, since they occur by chance in too many others. */
const minSearchedLength = 6;

/** Each is searched for at every position of a text. A window may hold thousands of numbers, but these occur as whole texts. */
const maxSearchedNumbers = 16;

const stringPattern = /"(?:[^"\\]|\\.)*"/g;

/** Returns a number as it appears between the quotes of a JSON string. */
const escaped = (number: string): string => JSON.stringify(number).slice(1, -1);

/**
 * Encrypts account numbers inside JSON. Equal numbers of one organization and field get the same token, so that they can be found and
 * matched without being readable. For that reason they are not bound to their row; see decision 54.
 */
export class AccountNumberCipher {
  private readonly macKey: Buffer;
  private readonly sealKey: Buffer;

  /** `key` is that of an organization. */
  constructor(readonly key: Uint8Array) {
    const derive = (name: string): Buffer => createHmac('sha256', key).update(`account numbers: ${name}`).digest();
    this.macKey = derive('mac');
    this.sealKey = derive('seal');
  }

  tokenOf(field: TokenField, number: string): string {
    return this.seal(field, escaped(number));
  }

  /** Returns the JSON with the text of every member `accountNumber` encrypted. */
  sealMembers(field: TokenField, json: string): string {
    return mapAccountNumbers(json, (value) => (typeof value === 'string' ? `"${this.tokenOf(field, value)}"` : null));
  }

  /**
   * Returns the JSON with every text encrypted that is one of the numbers or contains one of the first of them. Text that already looks
   * like a token is encrypted once more.
   */
  sealNumbers(field: TokenField, json: string, numbers: Iterable<string>): string {
    const all = [...new Set([...numbers].map(escaped))].filter((number) => /\d/.test(number));
    // Longest first, since one number may contain another.
    const searched = all.slice(0, maxSearchedNumbers).sort((a, b) => b.length - a.length);
    const wholes = new Set(all);
    const isEscape = (found: string): boolean => found.startsWith('\\') && !wholes.has(found);
    const seal = memoize((found) => (isEscape(found) ? found : this.seal(field, found)));
    if (all.length > searched.length) return replaceInStrings(json, searched, wholes, seal);
    const wanted = searched.filter((number) => json.includes(number));
    if (wanted.length === 0 && !mayHoldTokens(json)) return json;
    return replaceAnywhere(json, wanted, seal) ?? replaceInStrings(json, wanted, wholes, seal);
  }

  /** Returns the original text. Tokens of another organization or field, and anything else, stay as they are. */
  open(field: TokenField, text: string, onOpened?: (number: string) => void): string {
    if (!mayHoldTokens(text)) return text;
    const open = memoize((sealed) => {
      const plain = this.openBytes(field, sealed);
      if (!plain) return null;
      const end = plain.indexOf(0);
      const number = plain.toString('utf8', 0, end === -1 ? plain.length : end);
      onOpened?.(JSON.parse(`"${number}"`) as string);
      return number;
    });
    return text.replace(tokenPattern, (token, sealed: string) => open(sealed) ?? token);
  }

  /** Encrypts bytes, padded with zeros, as base64url without the prefix of tokens. */
  sealBytes(field: TokenField, bytes: Uint8Array): string {
    const plain = Buffer.alloc(Math.ceil((bytes.length || 1) / blockBytes) * blockBytes);
    plain.set(bytes);
    const iv = this.ivOf(field, plain);
    const sealed = createCipheriv(algorithm, this.sealKey, iv).update(plain);
    return Buffer.concat([iv, sealed]).toString('base64url');
  }

  /** Returns the bytes including padding, or `null` if they were changed or encrypted for another organization or field. */
  openBytes(field: TokenField, sealed: string): Buffer | null {
    const bytes = Buffer.from(sealed, 'base64url');
    const iv = bytes.subarray(0, ivBytes);
    if (iv.length < ivBytes) return null;
    const plain = createDecipheriv(algorithm, this.sealKey, iv).update(bytes.subarray(ivBytes));
    return this.ivOf(field, plain).equals(iv) ? plain : null;
  }

  private seal(field: TokenField, text: string): string {
    return `${tokenStart}${this.sealBytes(field, Buffer.from(text))}~`;
  }

  /** Derived from the text itself, as in AES-SIV: equal texts have equal tokens, and changes are detected. */
  private ivOf(field: TokenField, plain: Buffer): Buffer {
    return createHmac('sha256', this.macKey).update(`${field}\n`).update(plain).digest().subarray(0, ivBytes);
  }
}

type Replace = (found: string) => string;

/** Caches results within one text, in which a number usually occurs more than once. */
function memoize<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    if (!made.has(text)) made.set(text, make(text));
    return made.get(text)!;
  };
}

const isSearched = (number: string): boolean => number.length >= minSearchedLength;

/** Escapes come last and are matched as a whole, so that no match can start inside of one. */
const patternOf = (texts: readonly string[]): RegExp =>
  new RegExp([tokenPattern.source, ...texts, String.raw`\\(?:u[\da-fA-F]{4}|.)`].join('|'), 'g');

/** What JSON may contain outside of its strings: numbers, `null`, `true`, `false`, and structural characters. */
const outsideStrings = /^[\d.eE+\-aflnrstu,:[\]{}\s]+$/;

/** Like `replaceInStrings`, in a single pass. Returns `null` if a match might be outside of the strings. */
function replaceAnywhere(json: string, wanted: readonly string[], replace: Replace): string | null {
  if (!wanted.every((number) => /^[\p{L}\p{N}]/u.test(number))) return null;
  const doubts: string[] = [];
  const texts = wanted.map((number) =>
    isSearched(number) ? escapedPattern(number) : String.raw`(?<=(?<!\\)")${escapedPattern(number)}(?=")`,
  );
  const replaced = json.replace(patternOf(texts), (found, ...more: readonly unknown[]) => {
    const at = more.find((each) => typeof each === 'number')!;
    if (outsideStrings.test(found) && json[at - 1] !== '"') doubts.push(found);
    return replace(found);
  });
  return doubts.length === 0 ? replaced : null;
}

/** Replaces numbers within the strings of JSON, and numbers that are a whole string. */
function replaceInStrings(
  json: string,
  searched: readonly string[],
  whole: ReadonlySet<string>,
  replace: Replace,
): string {
  const pattern = patternOf(searched.filter(isSearched).map(escapedPattern));
  return json.replace(stringPattern, (text) => {
    const inside = text.slice(1, -1);
    return whole.has(inside) ? `"${replace(inside)}"` : text.replace(pattern, (found) => replace(found));
  });
}

/** Whether a text may contain tokens. */
export const mayHoldTokens = (text: string): boolean => text.includes(tokenStart);

const escapedPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Returns the value of every member `accountNumber` in JSON that is a text. */
export function accountNumbersIn(json: string): readonly string[] {
  const numbers: string[] = [];
  mapAccountNumbers(json, (value) => {
    if (typeof value === 'string') numbers.push(value);
    return null;
  });
  return numbers;
}
