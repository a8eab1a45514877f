import { type NameWord, type ParsedName, parseName } from '../names/parse-name.js';

import { type Alignment, alignWords } from './align-words.js';
import { compactSimilarity } from './compact-similarity.js';

/** Cost of an unpaired word if the other name has none left, which means that one name was written in a shorter form. */
const extraCost = { of: { several: 0.35, one: 0.62 } };
/** Cost of two unpaired words, one in each name, that differ. */
const conflictCost = 1.5;
/** GmbH is not AG, but it may be a mistake. */
const otherLegalForm = 0.9;

/**
 * Returns the similarity of two names of persons or companies, 0 to 1. It is symmetric. A name without letters or digits is not similar to
 * any name.
 */
export const nameSimilarity = (a: string, b: string): number => compareNames(parseName(a), parseName(b));

/** Like `nameSimilarity`, for names that were already parsed. */
export function compareNames(a: ParsedName, b: ParsedName): number {
  if (a.words.length === 0 || b.words.length === 0) return 0;
  const aligned = scoreOf(alignWords(a.words, b.words));
  const similarity = Math.max(aligned, compactSimilarity(a.words, b.words));
  return conflictingForms(a, b) ? similarity * otherLegalForm : similarity;
}

function scoreOf({ pairs, leftA, leftB }: Alignment): number {
  let matched = 0;
  let whole = 0;
  let strong = 0;
  for (const { similarity, weight } of pairs) {
    matched += similarity * similarity * weight;
    whole += weight;
    if (weight > 0.5) strong += 1;
  }
  if (whole === 0) return 0;
  const [weightA, weightB] = [weightOf(leftA), weightOf(leftB)];
  const conflict = Math.min(weightA, weightB);
  const extra = Math.max(weightA, weightB) - conflict;
  const cost = strong > 1 ? extraCost.of.several : extraCost.of.one;
  return matched / (whole + conflictCost * conflict + cost * extra);
}

const weightOf = (words: readonly NameWord[]): number => words.reduce((sum, { weight }) => sum + weight, 0);

function conflictingForms(a: ParsedName, b: ParsedName): boolean {
  if (a.legalForms.length === 0 || b.legalForms.length === 0) return false;
  return !a.legalForms.some((kind) => b.legalForms.includes(kind));
}
