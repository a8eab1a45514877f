import { joinedSpellings } from '../score/join-words.js';
import { hashWord } from '../score/word-keys.js';
import { mayBeGlued } from '../score/whole-names.js';

/** Apart from the hashes of words alone. */
const headSalt = 0x9e3779b9;
const tailSalt = 0x85ebca6b;

const salted = (hash: number, salt: number): number => Math.imul(hash ^ salt, 0x27d4eb2f) >>> 0;

/**
 * Hashes of the halves of a name whose words are written together. One letter more, less or other leaves a half as it was, so names
 * within one edit share a half for one of three lengths.
 */
export function gluedHashes(glued: string): readonly number[] {
  if (!mayBeGlued(glued.length)) return [];
  const head = Math.floor(glued.length / 2);
  return [halfHash(glued.slice(0, head), glued.length, headSalt), halfHash(glued.slice(head), glued.length, tailSalt)];
}

/** The hashes under which names within one edit of this one may stand. */
export function gluedProbes(glued: string): readonly number[] {
  if (!mayBeGlued(glued.length - 1)) return gluedHashes(glued);
  const probes: number[] = [];
  for (let length = glued.length - 1; length <= glued.length + 1; length += 1) {
    const head = Math.floor(length / 2);
    const tail = glued.slice(glued.length - (length - head));
    probes.push(halfHash(glued.slice(0, head), length, headSalt), halfHash(tail, length, tailSalt));
  }
  // Two letters that changed places in the middle leave neither half as it was.
  const half = Math.floor(glued.length / 2);
  probes.push(halfHash(glued.slice(0, half - 1) + glued.charAt(half), glued.length, headSalt));
  return probes;
}

const halfHash = (half: string, length: number, salt: number): number => salted(hashWord(half) + length, salt);

/** Each pair of neighbours as the one word that it may be elsewhere, in all its spellings. */
export const joinedPairs = (words: readonly string[]): readonly (readonly string[])[] =>
  words.slice(1).map((word, at) => joinedSpellings(words[at]!, word));

/** Under which names stand that have a word and an initial. */
export const initialHash = (word: number, initial: string): number => salted(word, initial.charCodeAt(0));

const alphabetBits = 26;

/** A bit for each letter of a word. Digits share those of letters. */
export function lettersOfWord(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) % alphabetBits);
  return bits;
}

/** The letters of a name, and how many words it has: one letter more, less or other changes two bits of letters at most. */
export const lettersOf = (words: readonly string[]): number =>
  ((words.length << alphabetBits) | words.reduce((bits, word) => bits | lettersOfWord(word), 0)) >>> 0;

/** Whether names may be the same letters, one aside where they are of other numbers of words. */
export function mayBeSameLetters(one: number, other: number): boolean {
  if (one >>> alphabetBits === other >>> alphabetBits) return one === other;
  let count = 0;
  for (let rest = (one ^ other) << (32 - alphabetBits); rest !== 0; rest &= rest - 1) count += 1;
  return count <= 2;
}
