import type { Expression } from '../ast/expression.js';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0108 } from '../diagnostics/codes/e0108.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0906 } from '../diagnostics/codes/e0906.js';
import { e0908 } from '../diagnostics/codes/e0908.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-code.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { PathScope } from '../paths/path-scope.js';
import { formatPath } from '../paths/path-syntax.js';
import type { AllowedWords } from './allowed-words.js';
import type { ConditionMetadata } from './condition-metadata.js';
import { limits } from '../limits.js';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Current position of the decoder. Decoding only descends, so each depth limits the recursion. */
export interface DecodePosition {
  /** `conditions.conditions[1].value`. */
  readonly path: string;
  readonly scope: PathScope;
  readonly groupDepth: number;
  readonly valueDepth: number;
  /** Shared by all values of one expression. */
  readonly expression: { nodes: number };
}

export const positionAt = (path: string, scope: PathScope): DecodePosition => ({
  path,
  scope,
  groupDepth: 0,
  valueDepth: 0,
  expression: { nodes: 0 },
});

/** Names, and tags such as `$money`. */
const plainKey = /^[$A-Za-z_][A-Za-z0-9_]*$/;

/** Returns the path of a member. Keys that are not names are quoted, and long ones are cut. */
function memberPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  const shown = key.length > limits.nameCodePoints ? `${key.slice(0, limits.nameCodePoints)}…` : key;
  if (!plainKey.test(shown)) return `${path}${formatPath([shown])}`;
  return path === '' ? shown : `${path}.${shown}`;
}

export const inside = (place: DecodePosition, key: string | number): DecodePosition => ({
  ...place,
  path: memberPath(place.path, key),
});

/** Shortens input for a message. */
export const truncate = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Returns how a message refers to a JSON value of the wrong kind. */
export function describeJson(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `\`${truncate(typeof value === 'string' ? value : JSON.stringify(value))}\``;
}

/** Collects the errors of one request, and counts everything that has a limit. Readers return null after reporting an error. */
export class DecodeContext {
  readonly diagnostics: Diagnostic[] = [];
  readonly marks = new Map<Expression, ConditionMetadata>();
  readonly ids = new Set<string>();
  /** Allowed words by kind; if absent, they are verified by the checker. */
  readonly words: AllowedWords | undefined;
  leaves = 0;
  nodes = 0;
  aggregates = 0;

  constructor(words?: AllowedWords) {
    this.words = words;
  }

  add(diagnostic: Diagnostic): void {
    if (this.diagnostics.length < limits.diagnosticsPerFile) this.diagnostics.push(diagnostic);
  }

  report(code: DiagnosticCode, place: DecodePosition, message: string, help?: string): null {
    this.add(createDiagnostic(code, { message, ...(help === undefined ? {} : { help }), path: place.path }));
    return null;
  }

  /** Returns `false` if the rule has too many, which is reported once. */
  countAggregate(place: DecodePosition): boolean {
    const most = limits.aggregatesPerRule;
    if (++this.aggregates === most + 1) this.report(e0908, place, `more than ${most} aggregates in one rule`);
    return this.aggregates <= most;
  }

  /** Reports a word that is not in a closed list. */
  word(place: DecodePosition, what: string, written: string, allowed: Iterable<string>): null {
    const words = [...allowed];
    const [near] = written.length > limits.nameCodePoints ? [] : didYouMean(written, words);
    const help =
      near !== undefined
        ? `did you mean \`${near}\`?`
        : words.length <= 12
          ? `one of ${words.map((each) => `\`${each}\``).join(', ')}`
          : undefined;
    return this.report(e0213, place, `\`${truncate(written)}\` is no ${what}`, help);
  }

  wrongShape(place: DecodePosition, expected: string, got: unknown): null {
    if (got === undefined || got === null) return this.report(e0104, place, `${expected} is missing here`);
    return this.report(e0101, place, `expected ${expected}, got ${describeJson(got)}`);
  }

  /** Returns an object that has only allowed keys. Other keys are reported, and the rest is still decoded. */
  record(json: unknown, place: DecodePosition, what: string, allowed: readonly string[]): JsonRecord | null {
    if (!isRecord(json)) return this.wrongShape(place, what, json);
    for (const key of Object.keys(json))
      if (!allowed.includes(key) && json[key] !== undefined)
        this.word(inside(place, key), `key of ${what}`, key, allowed);
    return json;
  }

  /** Returns text in NFC, without lone surrogates and U+0000, neither of which can be stored in source files or databases. */
  text(json: unknown, place: DecodePosition, what: string, limit: number): string | null {
    if (typeof json !== 'string') return this.wrongShape(place, what, json);
    if (json.length > limit && [...json].length > limit)
      return this.report(e0906, place, `${what} is longer than ${limit} characters`);
    if (/[\p{Surrogate}\0]/u.test(json))
      return this.report(e0108, place, `${what} holds a character that no text can hold`);
    return json.normalize('NFC');
  }

  items(
    json: unknown,
    place: DecodePosition,
    what: string,
    limit: number,
    code: DiagnosticCode,
  ): readonly unknown[] | null {
    if (!Array.isArray(json)) return this.wrongShape(place, `an array of ${what}`, json);
    if (json.length > limit) return this.report(code, place, `${json.length} ${what}, at most ${limit} are allowed`);
    return json as readonly unknown[];
  }
}

export const isRecord = (json: unknown): json is JsonRecord =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** Returns an own member; inherited members are not part of the JSON. */
export const member = (record: JsonRecord, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** Whether a part is omitted or null in the JSON. */
export const isAbsent = (json: unknown): json is null | undefined => json === undefined || json === null;
