import type { Decided } from './run-report.js';

/** What made a score, for people. */
export interface RiskFactor {
  readonly factor: string;
  readonly impact: number;
  readonly description: string;
}

/** One for each rule that counts as a hit. */
export const riskFactorsOf = ({ set, outcome }: Decided): readonly RiskFactor[] =>
  outcome.outcomes.flatMap(({ rule, counts }) => {
    const { checked, shadow } = set.compiled.rules[rule]!;
    return counts && !shadow ? [{ factor: checked.name, impact: checked.score, description: checked.description }] : [];
  });
