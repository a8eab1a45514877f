import { otherSpellingsOf } from '../names/canonical-word.js';
import { isNumberWord } from '../similarity/word-similarity.js';

/** Words of at least this length may differ by two characters, shorter ones by one. */
export const twoEditsFrom = 8;
/** Shorter words are either equal or different: one character makes a different word of them. */
const shortestMisspelt = 3;
/** Longer ones are not words that people write, and there are thousands of ways to remove two of their characters. */
const longestMisspelt = 30;

const withoutVowel = /^[b-df-hj-np-tv-xz]{2}$/u;

/** Returns whether a word may be a misspelling of another. Two characters without a vowel are not treated as a word. */
export const isMisspellable = (word: string): boolean =>
  word.length < shortestMisspelt ? withoutVowel.test(word) : word.length <= longestMisspelt && !isNumberWord(word);

/** Returns the FNV-1a hash of a word, of which up to two characters may be left out. */
export function hashWord(word: string, without = -1, withoutToo = -1): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) {
    if (at !== without && at !== withoutToo) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  // Mixes the high bits downwards: the low bits choose a bucket, and FNV only mixes upwards.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Calls `visit` with the hash of the word itself and of every variant without one character, and for words of eight characters or more also
 * without two. The same for all spellings of a given name.
 */
export function eachDeletion(word: string, visit: (hash: number) => void): void {
  for (const spelling of [word, ...(otherSpellingsOf(word) ?? [])]) {
    visit(hashWord(spelling));
    const two = spelling.length >= twoEditsFrom;
    for (let first = 0; first < spelling.length; first += 1) {
      visit(hashWord(spelling, first));
      for (let second = first + 1; two && second < spelling.length; second += 1)
        visit(hashWord(spelling, first, second));
    }
  }
}

/** Consonants that alphabets and listeners confuse, mapped to one of them. */
const confused: Readonly<Record<string, string>> = { g: 'k', q: 'k', d: 't', v: 'f', b: 'p' };

/** Returns a sound without the differences between languages: `ktf` for Gaddafi and Qadhafi. It is computed from the consonant skeleton. */
export const soundKey = (skeleton: string): string =>
  skeleton
    .replace(/[gqdvb]/gu, (letter) => confused[letter]!)
    .replace(/^[aeiou]/u, 'a')
    .replace(/(.)\1+/gu, '$1');

/** Returns whether a word has no vowels, as words from scripts without vowels do. */
export const isVowelless = (word: string): boolean => word.length >= 3 && !/[aeiou]/u.test(word);

/** Returns what a script without vowels keeps of a word: `slmn` for Salman and Suleiman. */
export const consonantKey = (word: string): string =>
  word.slice(0, 1) +
  word
    .slice(1)
    .replace(/[aeiouywh]/gu, '')
    .replace(/(.)\1+/gu, '$1');
