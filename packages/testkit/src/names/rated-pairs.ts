import type { NameMeasure } from './peer-measures.js';
import type { NamePair } from './treatments.js';

export interface RatedPair {
  readonly same: boolean;
  readonly score: number;
}

export interface PairFigures {
  /** Of pairs of the same, how many are found. */
  readonly recall: number;
  /** Of pairs of others, how many are taken for the same. */
  readonly falseHits: number;
  readonly f1: number;
}

export const ratePairs = (pairs: readonly NamePair[], measure: NameMeasure): readonly RatedPair[] =>
  pairs.map(({ one, other, same }) => ({ same, score: measure(one, other) }));

/** What a threshold makes of rated pairs. */
export function pairFigures(rated: readonly RatedPair[], from: number): PairFigures {
  const count = (same: boolean, hit: boolean): number =>
    rated.filter((each) => each.same === same && each.score >= from === hit).length;
  const [found, lost, wrong, right] = [count(true, true), count(true, false), count(false, true), count(false, false)];
  return {
    recall: found / (found + lost),
    falseHits: wrong / (wrong + right),
    f1: (2 * found) / (2 * found + wrong + lost),
  };
}

/** The threshold at which a measure is best. */
export function bestThreshold(rated: readonly RatedPair[]): number {
  const thresholds = Array.from({ length: 60 }, (_, step) => 0.4 + step / 100);
  return thresholds.reduce((best, each) => (pairFigures(rated, each).f1 > pairFigures(rated, best).f1 ? each : best));
}

/** Pairs that a measure takes for what they are not. */
export const wrongPairs = (
  pairs: readonly NamePair[],
  measure: NameMeasure,
  threshold: number,
): readonly (NamePair & { readonly score: number })[] =>
  ratePairs(pairs, measure).flatMap(({ same, score }, at) =>
    score >= threshold === same ? [] : [{ ...pairs[at]!, score }],
  );
