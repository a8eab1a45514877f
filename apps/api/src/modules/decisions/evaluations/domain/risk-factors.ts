import { executedMatrices, isShadow } from '@tamis/engine';

import type { EvaluationResult } from './evaluation-report.js';

/** What made a score, for people. */
export interface RiskFactor {
  readonly factor: string;
  readonly impact: number;
  readonly description: string;
}

/** One for each rule that counts as a hit. */
export function riskFactorsOf({ set, outcome, run }: EvaluationResult): readonly RiskFactor[] {
  const executed = executedMatrices(set.content, run);
  return outcome.outcomes.flatMap(({ rule: index, counts }) => {
    const rule = set.compiled.rules[index]!;
    const { name: factor, score: impact, description } = rule.checked;
    return counts && !isShadow(rule, executed) ? [{ factor, impact, description }] : [];
  });
}
