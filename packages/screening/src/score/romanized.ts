/** What a word sounds like in most romanizations: with its vowels, and with vowels that languages confuse taken as one. */
export interface RomanizedWord {
  readonly close: string;
  readonly loose: string;
}

/** In shorter words, the same letters are mostly another name: `Yang` is not `Jiang`. */
const shortestRomanized = 5;

/** Ways to write one sound in Latin letters, such as `ue` for `ü`, `ou` for `u`, and `iy`, `yi`, `ij` for `i`. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ph/gu, 'f'],
  [/sch/gu, 'sh'],
  [/(?:ck|kh|qu|q|c(?![hei]))/gu, 'k'],
  [/gh/gu, 'g'],
  [/x/gu, 'ks'],
  [/w/gu, 'v'],
  [/ee/gu, 'i'],
  [/o[uo]/gu, 'u'],
  [/([aou])e/gu, '$1'],
  [/(?<=.)[yij]+|^[yi]+/gu, 'i'],
  [/^ie/gu, 'e'],
  [/(?<![sc])h(?![aeiou])|(?<=[dt])h/gu, ''],
  [/(.)\1+/gu, '$1'],
];

const confusedVowels: readonly (readonly [RegExp, string])[] = [
  [/^[ij]+(?=[aeou])/gu, 'i'],
  [/e(?=i)/gu, 'a'],
  [/e/gu, 'i'],
  [/o/gu, 'u'],
  [/(.)\1+/gu, '$1'],
];

const replaceAll = (word: string, pairs: readonly (readonly [RegExp, string])[]): string =>
  pairs.reduce((text, [pattern, by]) => text.replace(pattern, by), word);

const known = new Map<string, RomanizedWord | null>();
const maxKnown = 20_000;

/** Returns `null` for a word that is too short. */
export function romanized(word: string): RomanizedWord | null {
  if (word.length < shortestRomanized) return null;
  const found = known.get(word);
  if (found !== undefined) return found;
  const close = replaceAll(word, spellings);
  const made = { close, loose: replaceAll(close, confusedVowels) };
  if (known.size >= maxKnown) known.clear();
  known.set(word, made);
  return made;
}
