import { editDistance } from '@tamis/stdx';

import type { NameWord } from '../names/parse-name.js';
import { isParticle } from '../names/weak-words.js';

const acronymSimilarity = 0.84;
const shortestAcronym = 3;
/** Shorter names are not significant if they differ only in spaces. */
const shortest = 6;

/**
 * Returns the similarity of names whose words are divided differently, or one of which consists of the initials of the other; 0 for all
 * others.
 */
export function compactSimilarity(a: readonly NameWord[], b: readonly NameWord[]): number {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const hasInitials = isAcronym(few, many) || (few.length === many.length && isAcronym(many, few));
  return Math.max(hasInitials ? acronymSimilarity : 0, gluedSimilarity(few, many));
}

/** Compares names written together, such as `SergeiLavrov` and `Sergei Lavrov`, apart from one or two different characters. */
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
