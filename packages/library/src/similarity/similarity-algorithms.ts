import { normalizedName } from '../texts/name-tokens.js';
import { jaroWinkler, editDistance } from '@tamis/stdx';
import { soundsAs } from './phonetic.js';

/** 1 − distance / longer length, in code points. */
function levenshteinSimilarity(a: string, b: string): number {
  const longer = Math.max([...a].length, [...b].length);
  return longer === 0 ? 1 : 1 - editDistance(a, b) / longer;
}

const sorted = (tokens: Iterable<string>): string[] => [...tokens].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** One shared first name is no match: fewer common words are not compared alone. */
const minCommon = 2;

/** Similarity of two names as sets of words: order and extra words count little (language manual 1.9). */
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

export const similarityAlgorithms = ['jaro_winkler', 'levenshtein', 'token_set', 'phonetic'] as const;
export type SimilarityAlgorithm = (typeof similarityAlgorithms)[number];

/** What holds where a rule does not write `at` or `using`. */
export const fuzzyDefaults: { readonly threshold: number; readonly algorithm: SimilarityAlgorithm } = {
  threshold: 0.85,
  algorithm: 'jaro_winkler',
};

export const isSimilarityAlgorithm = (value: unknown): value is SimilarityAlgorithm =>
  similarityAlgorithms.some((algorithm) => algorithm === value);

/** Similarity of one fixed name to others: the fixed one is prepared once. */
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

const comparers: Readonly<Record<SimilarityAlgorithm, (fixed: string) => Compare>> = {
  jaro_winkler: onNormalized(jaroWinkler),
  levenshtein: onNormalized(levenshteinSimilarity),
  token_set: onNormalized(tokenSetSimilarity),
  phonetic: (fixed) => {
    const soundsAlike = soundsAs(fixed);
    return (other) => (soundsAlike(other) ? 1 : 0);
  },
};

/** Similarity to a name, 0 to 1, by an algorithm of language manual 1.9. */
export const similarityTo = (name: string, algorithm: SimilarityAlgorithm): Compare => comparers[algorithm](name);
