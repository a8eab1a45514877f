import {
  analyseRules,
  describeFinding,
  findInSet,
  type CheckedMatrix,
  type CheckedRule,
  type DescribedFinding,
} from '@tamis/lang';

/** Returns all findings about the rules as a set: limits and silenced alerts, and facts that are certain without any data. */
export const describeSet = (
  rules: readonly CheckedRule[],
  matrices: readonly CheckedMatrix[],
): readonly DescribedFinding[] => [
  ...findInSet(rules, matrices),
  ...analyseRules(rules, { matrices }).map(describeFinding),
];
