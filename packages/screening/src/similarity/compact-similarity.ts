import { editDistance } from '@tamis/stdx';

import type { NameWord } from '../names/parse-name.js';
import { isParticle } from '../names/weak-words.js';

const acronymSimilarity = 0.84;
const shortestAcronym = 3;
/** Fewer letters say too little when spaces are all that differs. */
const shortest = 6;

/** Similarity of names whose words are divided in other places, or one of which is the initials of the other; 0 for all others. */
export function compactSimilarity(a: readonly NameWord[], b: readonly NameWord[]): number {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const hasInitials = isAcronym(few, many) || (few.length === many.length && isAcronym(many, few));
  return Math.max(hasInitials ? acronymSimilarity : 0, gluedSimilarity(few, many));
}

/** `SergeiLavrov` beside `Sergei Lavrov`, one or two letters aside. */
function gluedSimilarity(few: readonly NameWord[], many: readonly NameWord[]): number {
  if (few.length === many.length) return 0;
  const [one, other] = [few, many].map((words) => words.map(({ text }) => text).join('')) as [string, string];
  const length = Math.min(one.length, other.length);
  if (length < shortest) return 0;
  const distance = editDistance(one, other);
  return distance > length / 8 ? 0 : 1 - distance / length;
}

function isAcronym([first]: readonly NameWord[], many: readonly NameWord[]): boolean {
  if (first === undefined || many.length < shortestAcronym || first.text.length < shortestAcronym) return false;
  const initials = (words: readonly NameWord[]): string => words.map(({ text }) => text.charAt(0)).join('');
  return first.text === initials(many) || first.text === initials(many.filter(({ text }) => !isParticle(text)));
}
