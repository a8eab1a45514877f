import { normalizedName } from '../texts/name-tokens.js';
import { jaroWinkler } from '@tamis/stdx';
import { levenshteinSimilarity } from './levenshtein.js';
import { soundAlike } from './phonetic.js';
import { tokenSetSimilarity } from './token-set.js';

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
  phonetic: (fixed) => (other) => (soundAlike(fixed, other) ? 1 : 0),
};

/** Similarity to a name, 0 to 1, by an algorithm of language manual 1.9. */
export const similarityTo = (name: string, algorithm: SimilarityAlgorithm): Compare => comparers[algorithm](name);
