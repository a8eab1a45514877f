import type { NameMeasure } from './peer-measures.js';
import type { NamePair } from './treatments.js';

export interface RatedPair {
  readonly same: boolean;
  readonly score: number;
}

export interface PairFigures {
  /** Share of the pairs of the same person that are found. */
  readonly recall: number;
  /** Share of the pairs of different persons that are treated as the same. */
  readonly falseHits: number;
  readonly f1: number;
}

export const ratePairs = (pairs: readonly NamePair[], measure: NameMeasure): readonly RatedPair[] =>
  pairs.map(({ one, other, same }) => ({ same, score: measure(one, other) }));

/** Returns the figures of rated pairs at a threshold. */
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

/** Returns the best threshold for a measure. */
export function bestThreshold(rated: readonly RatedPair[]): number {
  const thresholds = Array.from({ length: 60 }, (_, step) => 0.4 + step / 100);
  return thresholds.reduce((best, each) => (pairFigures(rated, each).f1 > pairFigures(rated, best).f1 ? each : best));
}

/** Returns the pairs that a measure misjudges. */
export const wrongPairs = (
  pairs: readonly NamePair[],
  measure: NameMeasure,
  threshold: number,
): readonly (NamePair & { readonly score: number })[] =>
  ratePairs(pairs, measure).flatMap(({ same, score }, at) =>
    score >= threshold === same ? [] : [{ ...pairs[at]!, score }],
  );
