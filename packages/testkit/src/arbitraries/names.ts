import fc from 'fast-check';
import { contextualWords, reservedWords } from '@tamis/grammar';
import { aggregateNames } from '@tamis/lang';

const sourceOf = (pattern: unknown): string => (pattern instanceof RegExp ? pattern.source : '');

const reserved = new Set(reservedWords.flatMap(({ PATTERN }) => sourceOf(PATTERN).split('|')));

/** Words with a meaning somewhere in the language, which are the interesting ones as names. */
const contextual = contextualWords.map(({ PATTERN }) => sourceOf(PATTERN));

const fields = [
  'amount',
  'origin',
  'transaction',
  'riskScore',
  'countryCode',
  'rule_1',
  '_',
  'count',
  'values',
  'enrichment',
  'AMOUNT',
  'x9',
];

const letters = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/).filter((name) => !reserved.has(name));

/** Names that are allowed everywhere: fields, lists, rules. */
export const names: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...fields, ...contextual), letters);

const aggregateWords: ReadonlySet<string> = new Set(aggregateNames);

/** Names that are allowed before `(`: none of the aggregate words. */
export const functionNames: fc.Arbitrary<string> = names.filter((name) => !aggregateWords.has(name));

/** Any text that a source can contain, in NFC, often with characters that have a meaning for the lexer. */
export const texts: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom('"', '\\', '\n', '\t', '{', '}', 'é', '\u202e', '\u0001', '\r', '`', '/', '*', 'a'),
      maxLength: 8,
    }),
  )
  .map((text) => text.normalize('NFC'));

/** Names that may follow a number on the same line: `5 USD` would be money, `5 days` a duration. */
export const namesAfterNumbers: fc.Arbitrary<string> = names.filter(
  (name) => !/^([A-Z]{3,5}|km|mi|s|m|h|d|w|y|mo|(sec|second|min|minute|hour|day|week|month|year)s?)$/.test(name),
);

/** Texts that are allowed between back-ticks. */
export const patterns: fc.Arbitrary<string> = fc.oneof(
  texts.map((text) => text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]|`/gu, '').normalize('NFC')),
  fc.constantFrom('\\d{6}', '^a.*b$', '@(x|y)\\.com', '"', '//'),
);
