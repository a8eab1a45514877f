import { type JoinedWords, joinedWords, looseJoin } from '../score/join-words.js';
import { hashWord } from '../score/word-keys.js';
import { mayBeGlued } from '../score/whole-names.js';

/** Keeps the hashes separate from those of single words. */
const headSalt = 0x9e3779b9;
const tailSalt = 0x85ebca6b;

const salted = (hash: number, salt: number): number => Math.imul(hash ^ salt, 0x27d4eb2f) >>> 0;

/**
 * Returns hashes of the halves of a name whose words are joined. A single inserted, removed or replaced letter leaves one half unchanged,
 * so names within one edit share a half for one of three lengths.
 */
export function gluedHashes(glued: string): readonly number[] {
  if (!mayBeGlued(glued.length)) return [];
  const head = Math.floor(glued.length / 2);
  return [halfHash(glued.slice(0, head), glued.length, headSalt), halfHash(glued.slice(head), glued.length, tailSalt)];
}

/** Returns the hashes under which names within one edit of this one may be found. */
export function gluedProbes(glued: string): readonly number[] {
  if (!mayBeGlued(glued.length - 1)) return gluedHashes(glued);
  const probes: number[] = [];
  for (let length = glued.length - 1; length <= glued.length + 1; length += 1) {
    const head = Math.floor(length / 2);
    const tail = glued.slice(glued.length - (length - head));
    probes.push(halfHash(glued.slice(0, head), length, headSalt), halfHash(tail, length, tailSalt));
  }
  // Two swapped letters in the middle change both halves.
  const half = Math.floor(glued.length / 2);
  probes.push(halfHash(glued.slice(0, half - 1) + glued.charAt(half), glued.length, headSalt));
  return probes;
}

const halfHash = (half: string, length: number, salt: number): number => salted(hashWord(half) + length, salt);

/** Returns each pair of neighbours as the single word that it may be in another name. */
export const joinedPairs = (words: readonly string[]): readonly JoinedWords[] =>
  words.slice(1).map((word, at) => joinedWords(words[at]!, word));

/** Returns the hashes under which two joined neighbours are found. */
export function joinHashes({ spellings, isLoose }: JoinedWords): readonly number[] {
  const loose = isLoose ? spellings.flatMap((joined) => looseJoin(joined) ?? []) : [];
  return [...new Set([...spellings, ...loose])].map((key) => hashWord(key));
}

/** Returns the hashes under which neighbours may be found that form this word. */
export function joinProbes(word: string): readonly number[] {
  const loose = looseJoin(word);
  return loose === null ? [hashWord(word)] : [hashWord(word), hashWord(loose)];
}

/** Returns the hash for names that have a word and an initial. */
export const initialHash = (word: number, initial: string): number => salted(word, initial.charCodeAt(0));

const alphabetBits = 26;

/** Returns a bit for each letter of a word. Digits share the bits of letters. */
export function lettersOfWord(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) % alphabetBits);
  return bits;
}

/** Returns the letters of a name and its number of words. A single inserted, removed or replaced letter changes at most two letter bits. */
export const lettersOf = (words: readonly string[]): number =>
  ((words.length << alphabetBits) | words.reduce((bits, word) => bits | lettersOfWord(word), 0)) >>> 0;

/** Whether names may consist of the same letters. If the numbers of words differ, one different letter is allowed. */
export function mayBeSameLetters(one: number, other: number): boolean {
  if (one >>> alphabetBits === other >>> alphabetBits) return one === other;
  let count = 0;
  for (let rest = (one ^ other) << (32 - alphabetBits); rest !== 0; rest &= rest - 1) count += 1;
  return count <= 2;
}
