import {
  analyseRules,
  describeFinding,
  findInSet,
  type CheckedMatrix,
  type CheckedRule,
  type DescribedFinding,
} from '@tamis/lang';

/** Everything that is known of rules together: limits and silenced alerts, and what is certain before any data is. */
export const describeSet = (
  rules: readonly CheckedRule[],
  matrices: readonly CheckedMatrix[],
): readonly DescribedFinding[] => [
  ...findInSet(rules, matrices),
  ...analyseRules(rules, { matrices }).map(describeFinding),
];
