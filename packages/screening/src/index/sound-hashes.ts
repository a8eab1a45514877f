import { consonantKey, hashWord, isVowelless } from '../score/word-keys.js';

const [vowelless, vowelled] = ['v.', 'c.'];

/** Under which a word is found by what a script without vowels leaves of it. */
export const consonantHash = (word: string): number =>
  hashWord((isVowelless(word) ? vowelless : vowelled) + consonantKey(word));

/** Where words stand that may be this one without vowels, or with them. */
export const consonantProbes = (word: string): readonly number[] =>
  (isVowelless(word) ? [vowelless, vowelled] : [vowelless]).map((kind) => hashWord(kind + consonantKey(word)));
