import type { Expression } from '../ast/expression.js';
import type { CostReport } from './checked-file.js';
import type { CheckedRule } from './checked-rule.js';
import { treeCost, type CostedTree } from './rule-cost.js';

const treeOf = ({ condition, lets, meaning }: CheckedRule): CostedTree => ({
  condition,
  lets,
  resolutions: { get: (node: Expression) => meaning.resolution(node) ?? undefined },
});

/** Cost of the union of rules: what they share is counted once. */
const unionCost = (rules: readonly CheckedRule[]): number => {
  const seen = new Set<string>();
  return rules.reduce((sum, rule) => sum + treeCost(treeOf(rule), seen), 0);
};

/** What every rule, every matrix and the whole set cost. */
export function costReport(rules: readonly CheckedRule[]): CostReport {
  const byMatrix = new Map<string, CheckedRule[]>();
  for (const rule of rules) for (const key of rule.matrices) byMatrix.set(key, [...(byMatrix.get(key) ?? []), rule]);
  const aggregates = new Set<string>();
  for (const { aggregates: own, lets, meaning } of rules)
    for (const node of own) {
      const tree: CostedTree = {
        condition: node,
        lets,
        resolutions: { get: (each: Expression) => meaning.resolution(each) ?? undefined },
      };
      treeCost(tree, aggregates);
    }
  return {
    rules: new Map(rules.map((rule) => [rule.key, rule.cost])),
    matrices: new Map([...byMatrix].map(([key, own]) => [key, unionCost(own)])),
    total: unionCost(rules),
    aggregates: aggregates.size,
  };
}
