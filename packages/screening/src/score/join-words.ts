import { spellingsTogether } from '../names/canonical-word.js';
import { isParticle } from '../names/weak-words.js';

/** Shorter joined words are not distinctive, except for initials: `J A` and `J.A.` */
const shortestJoined = 4;
const isTooShort = (joined: string): boolean => joined.length < shortestJoined && joined.length !== 2;

/** Returns the word that two neighbours may form in another name, in all spellings. Empty if it would not be distinctive. */
export const joinedSpellings = (one: string, other: string): readonly string[] =>
  spellingsTogether(one, other).filter((joined) => !isTooShort(joined));

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
    const together = joinedSpellings(words[at]!, words[at + 1]!);
    const of = together.length === 0 ? -1 : others.findIndex((other) => together.includes(other));
    if (of < 0) continue;
    joins.push({ at, of });
    at += 1;
  }
  return joins;
}
