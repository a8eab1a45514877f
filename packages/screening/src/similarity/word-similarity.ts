import { editDistance, jaroWinkler } from '@tamis/stdx';

import { otherSpellingsOf } from '../names/canonical-word.js';

/** Similarity between an initial and a word that begins with it. */
const initialSimilarity = 0.82;
const soundsAlike = 0.9;
const minSimilarity = 0.6;

/** Jaro-Winkler overrates words that only begin alike, so each further wrong character reduces the similarity. */
const distanceFactors = [1, 0.98, 0.86] as const;
const farFactor = 0.72;

const digits = /[0-9]/u;
/** Roman numerals of sequels, funds and successors. */
const romanNumber = /^(?:ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii|xiv|xv)$/u;

/** Returns whether a word is a number. A different number means something different, however close it is. */
export const isNumberWord = (word: string): boolean => digits.test(word) || romanNumber.test(word);

/** Returns the similarity of two words of names, 0 to 1. Symmetric. */
export function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (isNumberWord(a) || isNumberWord(b)) return 0;
  const misspelt = misspeltSpellings(a, b).map(([spelling, word]) => jaroWinkler(spelling, word) * distanceFactors[1]);
  return Math.max(similarityAsRead(a, b), ...misspelt);
}

function similarityAsRead(a: string, b: string): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 1) return long.startsWith(short) ? initialSimilarity : 0;
  const allowed = short.length <= 3 ? 1 : short.length <= 5 ? 1.5 : short.length / 3;
  const skeletal = phoneticSkeleton(a) === phoneticSkeleton(b) && short.length > 2 ? soundsAlike : 0;
  if (long.length - short.length > allowed + 1 || leastDistance(a, b) > allowed + 1) return skeletal;
  const distance = isTransposition(a, b) ? 1 : editDistance(a, b);
  if (distance > allowed + 1) return skeletal;
  const spelled = jaroWinkler(a, b) * (distanceFactors.at(distance) ?? farFactor);
  const similarity = Math.max(skeletal, spelled);
  return similarity < minSimilarity ? 0 : similarity;
}

/** Returns a set with one bit per character of a word. Digits share bits with letters, which can only make words look closer. */
function characterBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/**
 * Returns a lower bound of the edits between two words, since each edit introduces at most one character. This alone excludes most pairs of
 * words.
 */
function leastDistance(a: string, b: string): number {
  const [one, other] = [characterBits(a), characterBits(b)];
  return Math.max(countBits(one & ~other), countBits(other & ~one));
}

/** Returns whether two adjacent characters are swapped, which is a single typing error rather than two. */
export function isTransposition(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/**
 * Returns the spellings that a given name replaces and the other word may be meant for: `Hosseni` is far from `husayn`. Only some typing
 * errors count, since similar spellings may be two names: `Hassan` is not `Hossain`.
 */
export function misspeltSpellings(a: string, b: string): readonly (readonly [spelling: string, word: string])[] {
  const ours = otherSpellingsOf(a);
  const theirs = otherSpellingsOf(b);
  // Most words are no given names, and millions are compared.
  if ((ours === undefined) === (theirs === undefined)) return none;
  const word = ours === undefined ? a : b;
  return (ours ?? theirs!).filter((spelling) => isSlipOf(spelling, word)).map((spelling) => [spelling, word] as const);
}

const none: readonly never[] = [];

/** Another first letter, another letter, and a letter at the end make other names: `Rahim`, `Karim` for `Kasim`, `Hosseini`. */
function isSlipOf(spelling: string, word: string): boolean {
  if (word.charAt(0) !== spelling.charAt(0) || word.startsWith(spelling)) return false;
  if (word.length === spelling.length) return isTransposition(spelling, word);
  return Math.abs(word.length - spelling.length) === 1 && editDistance(spelling, word) === 1;
}

const sounds: readonly (readonly [RegExp, string])[] = [
  [/ph/gu, 'f'],
  [/(?:sch|sh|ch|zh|sz|cz|tsch)/gu, 's'],
  [/(?:ck|qu|kh|gh|c(?=[aou])|q)/gu, 'k'],
  [/(?:c|z)/gu, 's'],
  [/x/gu, 'ks'],
  [/w/gu, 'v'],
  [/b(?=[bv])/gu, ''],
  [/(?:j|y)/gu, 'i'],
  [/h/gu, ''],
];

const skeletons = new Map<string, string>();
const maxSkeletons = 50_000;

/** Returns the first character of a word and its consonants as many languages pronounce them, which misspellings mostly preserve. */
export function phoneticSkeleton(word: string): string {
  const known = skeletons.get(word);
  if (known !== undefined) return known;
  let text = word;
  for (const [pattern, sound] of sounds) text = text.replace(pattern, sound);
  text = text.replace(/(.)\1+/gu, '$1');
  const made = text.slice(0, 1) + text.slice(1).replace(/[aeiou]/gu, '');
  if (skeletons.size >= maxSkeletons) skeletons.clear();
  skeletons.set(word, made);
  return made;
}
