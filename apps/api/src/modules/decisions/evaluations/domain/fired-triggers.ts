import type { MatrixContent, ScoreTrigger } from '@tamis/engine';

import type { Decided } from './run-report.js';

/** A score trigger whose condition holds after a run. */
export interface FiredTrigger {
  readonly matrix: MatrixContent;
  readonly trigger: ScoreTrigger;
  /** Among those of its matrix. */
  readonly index: number;
  /** Of the matrix: normalized, and in points. */
  readonly riskScore: number;
  readonly totalScore: number;
}

const compare: Readonly<Record<ScoreTrigger['condition']['operator'], (score: number, value: number) => boolean>> = {
  eq: (score, value) => score === value,
  neq: (score, value) => score !== value,
  gt: (score, value) => score > value,
  gte: (score, value) => score >= value,
  lt: (score, value) => score < value,
  lte: (score, value) => score <= value,
};

/**
 * What the scores of the matrices set off, in the order they ran. Shadow matrices set off nothing, nor does a matrix none of whose
 * rules ran, nor a rule that was run alone.
 */
export function firedTriggers({ set, outcome, ruleId }: Decided): readonly FiredTrigger[] {
  if (ruleId !== undefined) return [];
  return (outcome.matrices ?? []).flatMap(({ matrix: key, shadow, rulesEvaluated, normalizedScore, totalScore }) => {
    const matrix = set.content.matrices?.find((each) => each.key === key);
    if (shadow || rulesEvaluated === 0) return [];
    return (matrix?.triggers ?? []).flatMap((trigger, index): FiredTrigger[] => {
      const { operator, value } = trigger.condition;
      if (!compare[operator](normalizedScore, value)) return [];
      return [{ matrix: matrix!, trigger, index, riskScore: normalizedScore, totalScore }];
    });
  });
}
