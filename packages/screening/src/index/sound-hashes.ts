import { consonantKey, hashWord, isVowelless } from '../score/word-keys.js';

const [vowelless, vowelled] = ['v.', 'c.'];

/** Returns the hash by which a word is found from its consonants, as in scripts without vowels. */
export const consonantHash = (word: string): number =>
  hashWord((isVowelless(word) ? vowelless : vowelled) + consonantKey(word));

/** Returns the hashes under which this word may be found without vowels, or with them. */
export const consonantProbes = (word: string): readonly number[] =>
  (isVowelless(word) ? [vowelless, vowelled] : [vowelless]).map((kind) => hashWord(kind + consonantKey(word)));
