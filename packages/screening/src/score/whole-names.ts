import { isParticle } from '../names/weak-words.js';
import { isTransposition } from '../similarity/word-similarity.js';
import { distanceUpTo, packRelation } from './relate-words.js';
import { weights } from './weights.js';
import { whole } from './word-grid.js';

const shortestAcronym = 3;
const shortestGlued = 6;
/** Names of at least this length may also differ by one character, or by two adjacent characters being swapped. */
const misspeltFrom = 8;

/**
 * Compares names as a whole, regardless of word boundaries: written together, or one as the initials of the other. Returns a packed
 * relation, or 0.
 */
export function relateWhole(ours: readonly string[], theirs: readonly string[], acronyms: boolean): number {
  if (ours.length === theirs.length) return isDividedElsewhere(ours, theirs) ? packRelation('joined', whole) : 0;
  const [few, many] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours];
  const glued = gluedSimilarity(few.join(''), many.join(''));
  if (glued > 0) return packRelation('joined', glued);
  const short = acronyms && few.length === 1 && acronymsOf(many).includes(few[0]!);
  return short ? packRelation('initial', weights.acronym) : 0;
}

/** Returns whether the same characters are divided into the same number of words differently, such as `Ku Mhui` and `Kum Hui`. */
function isDividedElsewhere(ours: readonly string[], theirs: readonly string[]): boolean {
  const one = ours.join('');
  return mayBeGlued(one.length) && one === theirs.join('');
}

/** Returns whether names of this length, written together, may be alike at all. */
export const mayBeGlued = (letters: number): boolean => letters >= shortestGlued;

export function gluedSimilarity(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  if (!mayBeGlued(length)) return 0;
  if (one === other) return whole;
  const isSlip = length >= misspeltFrom && (isTransposition(one, other) || distanceUpTo(one, other, 1) === 1);
  return isSlip ? Math.round(whole * (1 - 1 / length)) : 0;
}

/** Returns the initials of all words, and of those that are not particles. */
export function acronymsOf(words: readonly string[]): readonly string[] {
  if (words.length < shortestAcronym) return [];
  const initials = (of: readonly string[]): string => of.map((word) => word.charAt(0)).join('');
  const all = initials(words);
  const telling = initials(words.filter((word) => !isParticle(word)));
  return telling.length < shortestAcronym || telling === all ? [all] : [all, telling];
}
