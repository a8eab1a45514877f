import { spellingsTogether } from '../names/canonical-word.js';
import { isParticle } from '../names/weak-words.js';
import { romanized } from './romanized.js';
import { weights } from './weights.js';
import { whole } from './word-grid.js';
import { soundOf } from './word-sound.js';

/** Shorter joined words are not distinctive, except for initials: `J A` and `J.A.` */
const shortestJoined = 4;
const isTooShort = (joined: string): boolean => joined.length < shortestJoined && joined.length !== 2;

/** Two neighbours as the single word that they may be in another name. */
export interface JoinedWords {
  /** Empty if it would not be distinctive. */
  readonly spellings: readonly string[];
  /** Whether the other name may romanize it in another way: `Al Rasheed` and `Alrashid`. */
  readonly isLoose: boolean;
}

/** Only joins with such a short part are looked up in other romanizations, because most names consist of longer ones. */
const longestShort = 3;

export const joinedWords = (one: string, other: string): JoinedWords => ({
  spellings: spellingsTogether(one, other).filter((joined) => !isTooShort(joined)),
  isLoose: Math.min(one.length, other.length) <= longestShort,
});

/** Returns the text by which loose joins are found that may be the same word, or `null` if the word is too short. */
export function looseJoin(word: string): string | null {
  const loose = romanized(word)?.loose;
  return loose === undefined ? null : `~${loose}`;
}

export function joinedSimilarity({ spellings, isLoose }: JoinedWords, word: string): number {
  if (spellings.includes(word)) return whole;
  const theirs = isLoose ? romanized(word) : null;
  if (theirs === null) return 0;
  let similarity = 0;
  for (const spelling of spellings) {
    const ours = romanized(spelling);
    // An index finds only words that sound the same.
    if (ours?.loose !== theirs.loose || soundOf(spelling).sound !== soundOf(word).sound) continue;
    const isClose = ours.close === theirs.close;
    similarity = Math.max(similarity, isClose ? weights.closeRomanization : weights.looseRomanization);
  }
  return similarity;
}

/** Neighbours in one name that form one word of the other: `Good Will` and `Goodwill`. */
export interface WordJoin {
  /** Index of the first of the two. */
  readonly at: number;
  /** Index of the word in the other name. */
  readonly of: number;
}

/** Returns the joins of both names. A word is never part of two joins. */
export function findJoins(
  ours: readonly string[],
  theirs: readonly string[],
): {
  readonly ours: readonly WordJoin[];
  readonly theirs: readonly WordJoin[];
} {
  const found = { ours: joinsOf(ours, theirs), theirs: joinsOf(theirs, ours) };
  if (found.ours.length === 0 || found.theirs.length === 0) return found;
  const parts = (joins: readonly WordJoin[]): readonly number[] => joins.flatMap(({ at }) => [at, at + 1]);
  const used = (joins: readonly WordJoin[]): readonly number[] => joins.map(({ of }) => of);
  const clash =
    parts(found.ours).some((word) => used(found.theirs).includes(word)) ||
    parts(found.theirs).some((word) => used(found.ours).includes(word));
  return clash ? { ours: [], theirs: [] } : found;
}

/** A part with an equal word in the other name is kept separate. Particles hardly matter and may occur several times. */
const hasItsOwn = (part: string, words: readonly string[], others: readonly string[]): boolean =>
  others.includes(part) && !isParticle(part) && count(part, words) <= count(part, others);

const count = (word: string, words: readonly string[]): number => words.filter((each) => each === word).length;

function joinsOf(words: readonly string[], others: readonly string[]): readonly WordJoin[] {
  const joins: WordJoin[] = [];
  for (let at = 0; at + 1 < words.length; at += 1) {
    if (hasItsOwn(words[at]!, words, others) || hasItsOwn(words[at + 1]!, words, others)) continue;
    const together = joinedWords(words[at]!, words[at + 1]!);
    const similarities =
      together.spellings.length === 0 ? [] : others.map((other) => joinedSimilarity(together, other));
    const best = Math.max(0, ...similarities);
    if (best === 0) continue;
    joins.push({ at, of: similarities.indexOf(best) });
    at += 1;
  }
  return joins;
}
