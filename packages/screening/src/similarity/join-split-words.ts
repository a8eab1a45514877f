import type { NameWord } from '../names/parse-name.js';
import { wordWeight } from '../names/weak-words.js';
import { wordSimilarity } from './word-similarity.js';

const maxParts = 3;
const minSimilarity = 0.88;
const shortest = 4;
/** Maximum difference in length between a joined word and the word it stands for. */
const maxEdits = 2;

/** Joins adjacent words that together form one word of the other name: `Good Will` matches `Goodwill`. */
export function joinSplitWords(words: readonly NameWord[], others: readonly NameWord[]): readonly NameWord[] {
  if (words.length < 2) return words;
  const joined: NameWord[] = [];
  for (let at = 0; at < words.length;) {
    const parts = partsAt(words, at, others);
    const text = words
      .slice(at, at + parts)
      .map((word) => word.text)
      .join('');
    joined.push(parts === 1 ? words[at]! : { text, weight: wordWeight(text) });
    at += parts;
  }
  return joined;
}

function partsAt(words: readonly NameWord[], at: number, others: readonly NameWord[]): number {
  for (let parts = Math.min(maxParts, words.length - at); parts > 1; parts -= 1) {
    const pieces = words.slice(at, at + parts);
    const text = pieces.map((word) => word.text).join('');
    if (text.length < shortest || !others.some((other) => Math.abs(other.text.length - text.length) <= maxEdits))
      continue;
    const similar = (piece: string): number => Math.max(...others.map((other) => wordSimilarity(piece, other.text)));
    const together = similar(text);
    // A part with a better partner of its own is not joined, such as the initial in `A. Khamenei` compared with `Ali Khamenei`.
    if (together >= minSimilarity && pieces.every((piece) => similar(piece.text) < together)) return parts;
  }
  return 1;
}
