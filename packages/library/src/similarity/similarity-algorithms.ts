import { compareNames, parseName, type ParsedName } from '@tamis/screening';
import { normalizedName } from '../texts/name-tokens.js';
import { jaroWinkler, editDistance } from '@tamis/stdx';
import { soundsAs } from './phonetic.js';

/** Returns 1 − distance / longer length, in code points. */
function levenshteinSimilarity(a: string, b: string): number {
  const longer = Math.max([...a].length, [...b].length);
  return longer === 0 ? 1 : 1 - editDistance(a, b) / longer;
}

const sorted = (tokens: Iterable<string>): string[] => [...tokens].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** A single shared first name is not a match: common words are compared on their own only from this number. */
const minCommon = 2;

/** Returns the similarity of two names as sets of words: order and additional words have little effect (language manual 1.9). */
function tokenSetSimilarity(a: string, b: string): number {
  const [tokensA, tokensB] = [a.split(' '), b.split(' ')];
  const [setA, setB] = [new Set(tokensA), new Set(tokensB)];
  const common = sorted([...setA].filter((token) => setB.has(token)));
  const join = (rest: readonly string[]): string => [...common, ...rest].join(' ');
  const withA = join(sorted([...setA].filter((token) => !setB.has(token))));
  const withB = join(sorted([...setB].filter((token) => !setA.has(token))));
  const similarities = [
    levenshteinSimilarity(withA, withB),
    levenshteinSimilarity(sorted(tokensA).join(' '), sorted(tokensB).join(' ')),
  ];
  if (common.length >= minCommon)
    similarities.push(levenshteinSimilarity(join([]), withA), levenshteinSimilarity(join([]), withB));
  return Math.max(...similarities);
}

export const similarityAlgorithms = ['name_words', 'jaro_winkler', 'levenshtein', 'token_set', 'phonetic'] as const;
export type SimilarityAlgorithm = (typeof similarityAlgorithms)[number];

/** The defaults if a rule omits `at` or `using`. */
export const fuzzyDefaults: { readonly threshold: number; readonly algorithm: SimilarityAlgorithm } = {
  threshold: 0.85,
  algorithm: 'name_words',
};

export const isSimilarityAlgorithm = (value: unknown): value is SimilarityAlgorithm =>
  similarityAlgorithms.some((algorithm) => algorithm === value);

/** Returns the similarity of one fixed name to others; the fixed name is prepared once. */
type Compare = (other: string) => number;

/** A name without letters or digits is similar to nothing. */
const onNormalized =
  (measure: (a: string, b: string) => number) =>
  (fixed: string): Compare => {
    const a = normalizedName(fixed);
    return (other) => {
      const b = normalizedName(other);
      return a === '' || b === '' ? 0 : measure(a, b);
    };
  };

interface ReadName {
  readonly words: ParsedName;
  readonly normalized: string;
}

/** Parsed names that are kept, because those of a list are needed again for each record. */
const keptNames = new Map<string, ReadName>();
const maxKeptNames = 20_000;
const maxKeptCharacters = 200;

function readName(name: string): ReadName {
  const known = keptNames.get(name);
  if (known !== undefined) return known;
  const read = { words: parseName(name), normalized: normalizedName(name) };
  if (name.length > maxKeptCharacters) return read;
  if (keptNames.size >= maxKeptNames) keptNames.clear();
  keptNames.set(name, read);
  return read;
}

/** Names that differ only in spelling are equal, regardless of the classification of their words. */
function wordsSimilarity(a: ReadName, b: ReadName): number {
  if (a.normalized === '' || b.normalized === '') return 0;
  return a.normalized === b.normalized ? 1 : compareNames(a.words, b.words);
}

const comparers: Readonly<Record<SimilarityAlgorithm, (fixed: string) => Compare>> = {
  name_words: (fixed) => {
    const read = readName(fixed);
    return (other) => wordsSimilarity(read, readName(other));
  },
  jaro_winkler: onNormalized(jaroWinkler),
  levenshtein: onNormalized(levenshteinSimilarity),
  token_set: onNormalized(tokenSetSimilarity),
  phonetic: (fixed) => {
    const soundsAlike = soundsAs(fixed);
    return (other) => (soundsAlike(other) ? 1 : 0);
  },
};

/** Returns the similarity to a name, from 0 to 1, by an algorithm of language manual 1.9. */
export const similarityTo = (name: string, algorithm: SimilarityAlgorithm): Compare => comparers[algorithm](name);
