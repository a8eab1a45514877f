import { isParticle } from '../names/weak-words.js';
import { isNumberWord, isTransposition, misspeltSpellings } from '../similarity/word-similarity.js';
import { consonantKey, isMisspellable, isVowelless, twoEditsFrom } from './word-keys.js';
import { romanized } from './romanized.js';
import { soundOf } from './word-sound.js';
import { weights } from './weights.js';

const wordRelations = ['none', 'equal', 'spelling', 'sounds', 'initial', 'joined'] as const;
export type WordRelation = (typeof wordRelations)[number];
const codes = Object.fromEntries(wordRelations.map((relation, code) => [relation, code])) as Record<
  WordRelation,
  number
>;
const codesEach = 8;

/**
 * Packs a similarity in ten-thousandths and its reason into one number, because millions are compared and an object for each would be
 * expensive.
 */
export const packRelation = (relation: WordRelation, similarity: number): number =>
  similarity * codesEach + codes[relation];
export const similarityOf = (packed: number): number => Math.floor(packed / codesEach);
export const relationOf = (packed: number): WordRelation => wordRelations[packed % codesEach]!;

const equalWords = packRelation('equal', 10_000);
export const initialOf = packRelation('initial', weights.initial);
const unrelated = 0;

/**
 * Compares two words. Similarities that this function does not find are not found by the index either: it looks words up by the deletion of
 * a letter and by the keys of their sound, both of which are complete for this function. Symmetric.
 */
export function relateWords(a: string, b: string): number {
  if (a === b) return equalWords;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 1) return isInitial(short, long) ? initialOf : unrelated;
  if (!isMisspellable(short) || !isMisspellable(long)) return unrelated;
  // A particle is not a misspelling of a name that begins in the same way.
  if (isParticle(short) || isParticle(long)) return unrelated;
  const [one, other] = [soundOf(short), soundOf(long)];
  return relateUnequal(short, long, one.skeleton === other.skeleton, one.sound === other.sound);
}

/** Like `relateWords`, for different words that may be misspelled and whose sounds were already compared. */
export function relateUnequal(a: string, b: string, sameSkeleton: boolean, sameSound: boolean): number {
  return Math.max(relateAsRead(a, b, sameSkeleton, sameSound), misspeltName(a, b));
}

function misspeltName(a: string, b: string): number {
  const misspelt = misspeltSpellings(a, b);
  if (misspelt.length === 0) return unrelated;
  const near = Math.max(...misspelt.map(([spelling, word]) => nearness(spelling, word)));
  return packRelation('spelling', Math.round(near * weights.edits[1]));
}

function relateAsRead(a: string, b: string, sameSkeleton: boolean, sameSound: boolean): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const near = nearness(short, long);
  const spelled = near < weights.farSound ? 0 : spelledAlike(short, long, near);
  const sounding = sameSkeleton || sameSound ? soundingAlike(near, sameSkeleton) : 0;
  const consonants = spelled === 0 && sounding === 0 ? consonantsAlike(short, long) : 0;
  const romanization = sameSkeleton || sameSound ? romanizedAlike(short, long) : 0;
  const alike = Math.max(spelled, sounding, consonants);
  const best = Math.max(alike, romanization);
  if (best === 0) return unrelated;
  return packRelation(spelled > 0 && alike === spelled ? 'spelling' : 'sounds', best);
}

/** An initial as in `V. Ivanov`. A letter is not an initial of a number word, as `V` of `VI`. */
const isInitial = (letter: string, word: string): boolean =>
  letter > '9' && word.length > 1 && word.startsWith(letter) && !isNumberWord(word) && !isParticle(word);

function spelledAlike(short: string, long: string, near: number): number {
  const limit = short.length >= twoEditsFrom ? 2 : 1;
  const distance = isTransposition(short, long) ? 1 : distanceUpTo(short, long, limit);
  return distance > limit ? 0 : Math.round(near * weights.edits[distance]!);
}

function soundingAlike(near: number, sameSkeleton: boolean): number {
  if (near >= weights.nearSound) return sameSkeleton ? weights.sameSkeleton : weights.sameSound;
  return sameSkeleton && near >= weights.farSound ? weights.farSkeleton : 0;
}

/** `Mueller` for `Müller`, `Youri` for `Yuriy`: the same name in another romanization. */
function romanizedAlike(short: string, long: string): number {
  const [one, other] = [romanized(short), romanized(long)];
  if (one === null || other === null || one.loose !== other.loose) return 0;
  return one.close === other.close ? weights.closeRomanization : weights.looseRomanization;
}

const consonantsAlike = (short: string, long: string): number =>
  (isVowelless(short) || isVowelless(long)) && consonantKey(short) === consonantKey(long) ? weights.sameConsonants : 0;

/**
 * Returns the Levenshtein distance, or one more than the limit. Branches in three ways at each difference, which suits limits of one and
 * two.
 */
export function distanceUpTo(a: string, b: string, limit: number): number {
  return distanceFrom(a, 0, a.length, b, 0, b.length, limit);
}

function distanceFrom(
  a: string,
  fromA: number,
  endA: number,
  b: string,
  fromB: number,
  endB: number,
  limit: number,
): number {
  let [startA, startB, lastA, lastB] = [fromA, fromB, endA, endB];
  while (startA < lastA && startB < lastB && a.charCodeAt(startA) === b.charCodeAt(startB)) {
    startA += 1;
    startB += 1;
  }
  while (lastA > startA && lastB > startB && a.charCodeAt(lastA - 1) === b.charCodeAt(lastB - 1)) {
    lastA -= 1;
    lastB -= 1;
  }
  const [restA, restB] = [lastA - startA, lastB - startB];
  if (Math.abs(restA - restB) > limit) return limit + 1;
  if (restA === 0 || restB === 0) return restA + restB;
  if (limit === 0) return 1;
  const substituted = distanceFrom(a, startA + 1, lastA, b, startB + 1, lastB, limit - 1);
  const deleted = distanceFrom(a, startA + 1, lastA, b, startB, lastB, limit - 1);
  const inserted = distanceFrom(a, startA, lastA, b, startB + 1, lastB, limit - 1);
  return 1 + Math.min(substituted, deleted, inserted);
}

const maxPrefix = 4;

/**
 * Returns the Jaro-Winkler similarity like `jaroWinkler`, but allows swapped neighbours in words of three letters as well. Without
 * allocations: one bit for each letter, for words of up to 31 letters.
 */
function nearness(first: string, second: string): number {
  const [a, b] = first < second ? [first, second] : [second, first];
  const reach = Math.max(1, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  let [takenA, takenB, matches] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const end = Math.min(b.length, at + reach + 1);
    for (let other = Math.max(0, at - reach); other < end; other += 1) {
      if ((takenB >>> other) & 1 || a.charCodeAt(at) !== b.charCodeAt(other)) continue;
      takenA |= 1 << at;
      takenB |= 1 << other;
      matches += 1;
      break;
    }
  }
  if (matches === 0) return 0;
  const transpositions = outOfOrder(a, takenA, b, takenB) / 2;
  const jaro = (matches / a.length + matches / b.length + (matches - transpositions) / matches) / 3;
  let prefix = 0;
  while (prefix < maxPrefix && prefix < a.length && a.charCodeAt(prefix) === b.charCodeAt(prefix)) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

/** Returns how many of the characters common to both words are in a different order. */
function outOfOrder(a: string, takenA: number, b: string, takenB: number): number {
  let count = 0;
  let other = 0;
  for (let at = 0; at < a.length; at += 1) {
    if (((takenA >>> at) & 1) === 0) continue;
    while (((takenB >>> other) & 1) === 0) other += 1;
    if (a.charCodeAt(at) !== b.charCodeAt(other)) count += 1;
    other += 1;
  }
  return count;
}
