import type { Expression } from '../ast/expression.js';
import type { CostReport } from './checked-file.js';
import type { CheckedRule } from './checked-rule.js';
import { costParts, sumOfCosts } from './rule-cost.js';

type Parts = ReadonlyMap<string, number>;

const costsByMatrix = (rules: readonly CheckedRule[]): ReadonlyMap<string, number> => {
  const byMatrix = new Map<string, Parts[]>();
  for (const { costParts: parts, matrices } of rules)
    for (const key of matrices) {
      const members = byMatrix.get(key);
      if (members) members.push(parts);
      else byMatrix.set(key, [parts]);
    }
  return new Map([...byMatrix].map(([key, parts]) => [key, sumOfCosts(parts)]));
};

function countAggregates(rules: readonly CheckedRule[]): number {
  const different = new Set<string>();
  for (const { lets, meaning, aggregates } of rules) {
    const resolutions = { get: (node: Expression) => meaning.resolution(node) ?? undefined };
    for (const node of aggregates)
      for (const key of costParts({ condition: node, lets, resolutions }).keys()) different.add(key);
  }
  return different.size;
}

/** What every rule, every matrix and the whole set cost; what rules share is counted once. Each figure is found when it is read. */
export const costReport = (rules: readonly CheckedRule[]): CostReport => ({
  get rules() {
    return new Map(rules.map((rule) => [rule.key, rule.cost]));
  },
  get matrices() {
    return costsByMatrix(rules);
  },
  get total() {
    return sumOfCosts(rules.map(({ costParts: parts }) => parts));
  },
  get aggregates() {
    return countAggregates(rules);
  },
});
