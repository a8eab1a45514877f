import { levenshteinSimilarity } from './levenshtein.js';

const sorted = (tokens: Iterable<string>): string[] => [...tokens].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** One shared first name is no match: fewer common words are not compared alone. */
const minCommon = 2;

/** Similarity of two names as sets of words: order and extra words count little (language manual 1.9). */
export function tokenSetSimilarity(a: string, b: string): number {
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
