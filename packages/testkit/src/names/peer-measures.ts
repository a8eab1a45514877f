import { editDistance, jaroWinkler } from '@tamis/stdx';

const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

const levenshtein = (a: string, b: string): number => 1 - editDistance(a, b) / Math.max(a.length, b.length, 1);

/** Penalties of the peer in its published settings. */
const peer = { lengthCutoff: 0.9, lengthPenalty: 0.3, otherLetter: 0.9, unmatchedPenalty: 0.15 };

/** Compares two words like Watchman: Jaro-Winkler, reduced for different lengths and different first letters. */
function peerWords(a: string, b: string): number {
  const similarity = jaroWinkler(a, b);
  const lengths = Math.min(a.length, b.length) / Math.max(a.length, b.length);
  const scaled = lengths < peer.lengthCutoff ? similarity * (1 - (1 - lengths) * peer.lengthPenalty) : similarity;
  return a[0] === b[0] ? scaled : scaled * peer.otherLetter;
}

const letters = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0);

/**
 * Matches the best pairs of words, using each word once and weighting by letters. The result is reduced for words of the list without a
 * match.
 */
function bestPairs(name: string, listed: string): number {
  const [searched, indexed] = [name.split(' '), listed.split(' ')];
  const pairs = searched
    .flatMap((one, row) => indexed.map((other, column) => ({ row, column, score: peerWords(one, other) })))
    .sort((a, b) => b.score - a.score);
  const [rows, columns] = [new Set<number>(), new Set<number>()];
  let sum = 0;
  for (const { row, column, score } of pairs) {
    if (rows.has(row) || columns.has(column)) continue;
    rows.add(row);
    columns.add(column);
    sum += score * (searched[row]!.length + indexed[column]!.length);
  }
  const matched = letters(indexed.filter((_, column) => columns.has(column)));
  const fraction = matched / Math.max(1, letters(indexed));
  return (sum / Math.max(1, letters(searched) + matched)) * (1 - (1 - fraction) * peer.unmatchedPenalty);
}

const sorted = (name: string): string => folded(name).split(' ').sort().join(' ');

/** Returns the similarity of two names, from 0 to 1. */
export type NameMeasure = (one: string, other: string) => number;

/** Measures that others use to compare names. */
export const peerMeasures: Readonly<Record<'levenshtein' | 'jaroWinkler' | 'watchman', NameMeasure>> = {
  levenshtein: (one, other) => levenshtein(folded(one), folded(other)),
  jaroWinkler: (one, other) => jaroWinkler(folded(one), folded(other)),
  watchman: (one, other) => bestPairs(sorted(one), sorted(other)),
};
