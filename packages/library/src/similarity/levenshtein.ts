import { editDistance } from '@tamis/stdx';

/** 1 − distance / longer length, in code points. */
export function levenshteinSimilarity(a: string, b: string): number {
  const longer = Math.max([...a].length, [...b].length);
  return longer === 0 ? 1 : 1 - editDistance(a, b) / longer;
}
