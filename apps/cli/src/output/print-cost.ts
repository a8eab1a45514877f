import type { SetCheckResult } from '@tamis/lang';
import { mostExpensiveTerms, limits } from '@tamis/lang';
import type { CheckedInput } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { tableText } from './print-table.js';

/** Returns the cost of each rule and matrix, of the most expensive terms, and of all rules together. */
export function costJson({ rules, cost }: SetCheckResult): object {
  return {
    total: cost.total,
    aggregates: cost.aggregates,
    budgetPerRule: limits.costPerRule,
    matrices: Object.fromEntries(cost.matrices),
    dearest: mostExpensiveTerms(rules),
    rules: rules.map(({ key, unknownable }) => ({ rule: key, cost: cost.rules.get(key) ?? 0, unknownable })),
  };
}

export function printCost({ input, checked }: CheckedInput, io: CliIo): void {
  const { rules, cost } = checked;
  if (rules.length === 0) return;
  const dearest = [...rules].sort((a, b) => b.cost - a.cost);
  io.out(`\ncost of ${input.name}: ${cost.total}, different aggregates: ${cost.aggregates}\n`);
  io.out(
    tableText(
      dearest.map((rule) => [
        rule.key,
        rule.cost,
        `of ${limits.costPerRule}`,
        rule.unknownable.length > 0 ? `unknown without ${rule.unknownable.join(', ')}` : 'never unknown',
      ]),
    ),
  );
  const matrices = [...cost.matrices].map(([key, own]) => [`matrix ${key}`, own]);
  if (matrices.length > 0) io.out(tableText(matrices));
  io.out(
    `\ndearest terms\n${tableText(mostExpensiveTerms(rules).map(({ weight, class: of, text }) => [weight, of, text]))}`,
  );
}
