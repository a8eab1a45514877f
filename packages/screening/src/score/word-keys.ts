import { isNumberWord } from '../similarity/word-similarity.js';

/** Words from this length on may differ by two letters; shorter ones by one. */
export const twoEditsFrom = 8;
/** Shorter words are equal or not: one letter makes another word of them. */
const shortestMisspelt = 3;
/** Longer ones are no words that people write, and have thousands of ways to lose two letters. */
const longestMisspelt = 30;

const withoutVowel = /^[b-df-hj-np-tv-xz]{2}$/u;

/** Whether a word may stand for another that is spelled otherwise. Two letters are no word where no vowel is left. */
export const isMisspellable = (word: string): boolean =>
  word.length < shortestMisspelt ? withoutVowel.test(word) : word.length <= longestMisspelt && !isNumberWord(word);

/** FNV-1a over the letters of a word, two of which may be left out. */
export function hashWord(word: string, without = -1, withoutToo = -1): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) {
    if (at !== without && at !== withoutToo) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  // The low bits choose a bucket, and FNV mixes upwards only.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Calls for the word itself and for what is left of it without one letter, from eight letters on without two. */
export function eachDeletion(word: string, visit: (hash: number) => void): void {
  visit(hashWord(word));
  const two = word.length >= twoEditsFrom;
  for (let first = 0; first < word.length; first += 1) {
    visit(hashWord(word, first));
    for (let second = first + 1; two && second < word.length; second += 1) visit(hashWord(word, first, second));
  }
}

/** Letters that alphabets and ears confuse, as one of them. */
const confused: Readonly<Record<string, string>> = { g: 'k', q: 'k', d: 't', v: 'f', b: 'p' };

/** A sound without what languages write differently: `ktf` for Gaddafi and Qadhafi. Made from the consonant skeleton. */
export const soundKey = (skeleton: string): string =>
  skeleton
    .replace(/[gqdvb]/gu, (letter) => confused[letter]!)
    .replace(/^[aeiou]/u, 'a')
    .replace(/(.)\1+/gu, '$1');

/** Scripts without vowels give words without vowels. */
export const isVowelless = (word: string): boolean => word.length >= 3 && !/[aeiou]/u.test(word);

/** What a script without vowels leaves of a word: `slmn` for Salman and Suleiman. */
export const consonantKey = (word: string): string =>
  word.slice(0, 1) +
  word
    .slice(1)
    .replace(/[aeiouywh]/gu, '')
    .replace(/(.)\1+/gu, '$1');
