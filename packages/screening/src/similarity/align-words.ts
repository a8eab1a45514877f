import type { NameWord } from '../names/parse-name.js';
import { joinSplitWords } from './join-split-words.js';
import { wordSimilarity } from './word-similarity.js';

export interface Alignment {
  readonly pairs: readonly { readonly similarity: number; readonly weight: number }[];
  /** Words without a partner. */
  readonly leftA: readonly NameWord[];
  readonly leftB: readonly NameWord[];
}

/** Pairs each word with one of the other name, regardless of its position. The most similar words are paired first. */
export function alignWords(first: readonly NameWord[], second: readonly NameWord[]): Alignment {
  const a = joinSplitWords(first, second);
  const b = joinSplitWords(second, first);
  const possible: { i: number; j: number; similarity: number; weight: number; distance: number }[] = [];
  for (const [i, left] of a.entries()) {
    for (const [j, right] of b.entries()) {
      const similarity = wordSimilarity(left.text, right.text);
      if (similarity > 0) {
        const weight = (left.weight + right.weight) / 2;
        possible.push({ i, j, similarity, weight, distance: Math.abs(i - j) });
      }
    }
  }
  possible.sort((x, y) => y.similarity - x.similarity || y.weight - x.weight || x.distance - y.distance || x.i - y.i);
  const [takenA, takenB] = [new Set<number>(), new Set<number>()];
  const pairs = possible.filter(({ i, j }) => {
    if (takenA.has(i) || takenB.has(j)) return false;
    takenA.add(i);
    takenB.add(j);
    return true;
  });
  return { pairs, leftA: a.filter((_, i) => !takenA.has(i)), leftB: b.filter((_, j) => !takenB.has(j)) };
}
