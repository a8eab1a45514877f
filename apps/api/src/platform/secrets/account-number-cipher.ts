import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/** A number without punctuation and case: spellings that differ in these name the same account. */
export const normalizeAccountNumber = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Shows that there is a number, and which. */
export const maskAccountNumber = (number: string): string => `****${number.length > 4 ? number.slice(-4) : ''}`;

const maskedStart = '****';

/** A string, and where it is the name of a member the text or number behind it. */
const memberPattern = /("(?:[^"\\]|\\.)*")(?:(\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*))?/g;

/** Every member `accountNumber` of JSON text with the JSON that `write` makes of its text or number; null: as it is. All else as it is spelled. */
function mapAccountNumbers(json: string, write: (value: string | number) => string | null): string {
  // An escape may spell the name; nearly no text has either.
  if (!json.includes('"accountNumber"') && !json.includes('\\u')) return json;
  return json.replace(memberPattern, (whole, name: string, between: string | undefined, value: string | undefined) => {
    if (value === undefined || JSON.parse(name) !== 'accountNumber') return whole;
    const written = write(JSON.parse(value) as string | number);
    return written === null ? whole : `${name}${between}${written}`;
  });
}

/** Every member `accountNumber` of JSON text masked, however deep it stands. */
export const maskAccountNumbers = (json: string): string =>
  mapAccountNumbers(json, (value) => {
    const number = String(value);
    return JSON.stringify(number.startsWith(maskedStart) ? number : maskAccountNumber(number));
  });

/** Where tokens stand. One that is moved to another does not open there. */
export type TokenField = 'transactions.details' | 'evaluations' | 'alerts.dedupe_key' | `batch_rows.rows ${string}`;

const algorithm = 'aes-256-ctr';
const ivBytes = 16;
/** Numbers are padded to a multiple of it, so that a token does not tell how long its number is. */
const blockBytes = 32;

const tokenStart = '~an1.';
const tokenPattern = /~an1\.([A-Za-z0-9_-]{64,})~/g;

/** Shorter ones are found as whole texts alone: they stand by chance in too many others. */
const minSearchedLength = 6;

/** Each is looked for at every place of a text: a window may hold thousands, which stand there as whole texts. */
const maxSearchedNumbers = 16;

const stringPattern = /"(?:[^"\\]|\\.)*"/g;

/** A number as it stands between the quotes of a JSON text. */
const escaped = (number: string): string => JSON.stringify(number).slice(1, -1);

/**
 * Seals account numbers inside JSON, each as a text that equal numbers of one organization and one field share: they are found, and
 * belong together, without being readable. Not bound to their row for that reason; see decision 54.
 */
export class AccountNumberCipher {
  private readonly macKey: Buffer;
  private readonly sealKey: Buffer;

  /** `key`: of an organization. */
  constructor(readonly key: Uint8Array) {
    const derive = (name: string): Buffer => createHmac('sha256', key).update(`account numbers: ${name}`).digest();
    this.macKey = derive('mac');
    this.sealKey = derive('seal');
  }

  tokenOf(field: TokenField, number: string): string {
    return this.seal(field, escaped(number));
  }

  /** JSON with the text of every member `accountNumber` sealed. */
  sealMembers(field: TokenField, json: string): string {
    return mapAccountNumbers(json, (value) => (typeof value === 'string' ? `"${this.tokenOf(field, value)}"` : null));
  }

  /**
   * JSON with every text sealed that is one of the numbers, or holds one of the first of them. What looks like a token already is sealed
   * once more.
   */
  sealNumbers(field: TokenField, json: string, numbers: Iterable<string>): string {
    const all = [...new Set([...numbers].map(escaped))].filter((number) => /\d/.test(number));
    // The longest first: one may hold another.
    const searched = all.slice(0, maxSearchedNumbers).sort((a, b) => b.length - a.length);
    const wholes = new Set(all);
    const isEscape = (found: string): boolean => found.startsWith('\\') && !wholes.has(found);
    const seal = memoize((found) => (isEscape(found) ? found : this.seal(field, found)));
    if (all.length > searched.length) return replaceInStrings(json, searched, wholes, seal);
    const wanted = searched.filter((number) => json.includes(number));
    if (wanted.length === 0 && !mayHoldTokens(json)) return json;
    return replaceAnywhere(json, wanted, seal) ?? replaceInStrings(json, wanted, wholes, seal);
  }

  /** What was sealed, as it was. What is no token of this organization and field stays as it is. */
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

  /** In base64url, without a mark. Zeros are added at the end. */
  sealBytes(field: TokenField, bytes: Uint8Array): string {
    const plain = Buffer.alloc(Math.ceil((bytes.length || 1) / blockBytes) * blockBytes);
    plain.set(bytes);
    const iv = this.ivOf(field, plain);
    const sealed = createCipheriv(algorithm, this.sealKey, iv).update(plain);
    return Buffer.concat([iv, sealed]).toString('base64url');
  }

  /** With the zeros. Null: it was changed, or was sealed for another organization or field. */
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

  /** Made of the text itself, as in AES-SIV: equal texts are sealed alike, and a changed one is noticed. */
  private ivOf(field: TokenField, plain: Buffer): Buffer {
    return createHmac('sha256', this.macKey).update(`${field}\n`).update(plain).digest().subarray(0, ivBytes);
  }
}

type Replace = (found: string) => string;

/** Of one text, in which a number mostly stands more than once. */
function memoize<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    if (!made.has(text)) made.set(text, make(text));
    return made.get(text)!;
  };
}

const isSearched = (number: string): boolean => number.length >= minSearchedLength;

/** Escapes come last and are found whole, so that no text is found from the middle of one on. */
const patternOf = (texts: readonly string[]): RegExp =>
  new RegExp([tokenPattern.source, ...texts, String.raw`\\(?:u[\da-fA-F]{4}|.)`].join('|'), 'g');

/** What JSON has outside of its strings: numbers, `null`, `true`, `false`, and what holds them together. */
const outsideStrings = /^[\d.eE+\-aflnrstu,:[\]{}\s]+$/;

/** As `replaceInStrings`, in one pass. Null: what was found may stand outside of the strings. */
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

/** Replaces numbers within the strings of JSON, and those that are the whole of one. */
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

/** Whether a text may hold tokens. */
export const mayHoldTokens = (text: string): boolean => text.includes(tokenStart);

const escapedPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Every member `accountNumber` of JSON whose value is a text. */
export function accountNumbersIn(json: string): readonly string[] {
  const numbers: string[] = [];
  mapAccountNumbers(json, (value) => {
    if (typeof value === 'string') numbers.push(value);
    return null;
  });
  return numbers;
}
