import type { Expression } from '../ast/expression.js';
import type { CostReport } from './checked-file.js';
import type { CheckedRule } from './checked-rule.js';
import { costParts, sumOfCosts } from './rule-cost.js';

type Parts = ReadonlyMap<string, number>;

/** Returns the costs of every rule, every matrix and the entire set. What rules share is counted once. */
export function costReport(rules: readonly CheckedRule[]): CostReport {
  const byMatrix = new Map<string, Parts[]>();
  const all: Parts[] = [];
  const aggregates = new Set<string>();
  for (const { costParts: parts, lets, meaning, matrices, aggregates: own } of rules) {
    const resolutions = { get: (node: Expression) => meaning.resolution(node) ?? undefined };
    all.push(parts);
    for (const key of matrices) {
      const members = byMatrix.get(key);
      if (members) members.push(parts);
      else byMatrix.set(key, [parts]);
    }
    for (const node of own)
      for (const key of costParts({ condition: node, lets, resolutions }).keys()) aggregates.add(key);
  }
  return {
    rules: new Map(rules.map((rule) => [rule.key, rule.cost])),
    matrices: new Map([...byMatrix].map(([key, parts]) => [key, sumOfCosts(parts)])),
    total: sumOfCosts(all),
    aggregates: aggregates.size,
  };
}
