import { type NameWord, parseName } from '../names/parse-name.js';
import { phoneticSkeleton } from '../similarity/word-similarity.js';

/** Returns the key of a caller's identifier, ignoring case. */
const externalIdKey = (externalId: string): string => `x${externalId.toLowerCase()}`;

/** Returns the keys by which a company may be found again, at most 10. */
export const companyKeys = (name: string, externalId: string | null): readonly string[] =>
  externalId === null ? nameKeys(name) : [...nameKeys(name), externalIdKey(externalId)];

/** Number of most distinctive words that are used. With all pairs, a longer name would have hundreds of keys. */
const keyWords = 4;
/** Letters of a word's skeleton in a key: more would miss misspelled words, fewer would find half of all names. */
const pairKeyLetters = 4;
const soloKeyLetters = 6;
const wholeLetters = 14;
/** A word is distinctive enough by itself if it has this many letters. */
const soloWord = 4;
const soloWords = 2;

/**
 * Returns short texts by which an index finds the names worth comparing with this one, at most nine: two names with the same meaning nearly
 * always share one of them, and few others do. The first letter is their kind: `w` the whole name, `p` two words, `i` a word and the
 * initial of the other, `l` a distinctive word.
 */
export function nameKeys(name: string): readonly string[] {
  const { words } = parseName(name);
  if (words.length === 0) return [];
  const keys = [`w${letters(words.map(({ text }) => text).join(''), wholeLetters)}`];
  const telling = distinctiveWords(words);
  for (const [index, one] of telling.entries()) {
    for (const other of telling.slice(index + 1)) keys.push(pairKey(one, other));
  }
  const [first, second] = telling;
  if (second !== undefined && telling.length === 2) keys.push(initialKey(first!, second), initialKey(second, first!));
  const alone = telling.filter((word) => word.length >= soloWord).slice(0, soloWords);
  keys.push(...alone.map((word) => `l${letters(word, soloKeyLetters)}`));
  return [...new Set(keys)];
}

const letters = (word: string, count: number): string => phoneticSkeleton(word).slice(0, count);

/** Sorts the most distinctive words first and longer ones first among equals, so that both names choose the same words. */
function distinctiveWords(words: readonly NameWord[]): readonly string[] {
  const strong = words.filter(({ weight }) => weight >= 0.5);
  return (strong.length === 0 ? words : [...strong])
    .toSorted((a, b) => b.weight - a.weight || b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
    .slice(0, keyWords)
    .map(({ text }) => text);
}

const pairKey = (one: string, other: string): string =>
  `p${[letters(one, pairKeyLetters), letters(other, pairKeyLetters)].sort().join('.')}`;

const initialKey = (word: string, other: string): string => `i${letters(word, pairKeyLetters)}.${letters(other, 1)}`;
