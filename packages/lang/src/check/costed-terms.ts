import type { Expression } from '../ast/expression.js';
import { costWeights } from '../catalogue/declaration.js';
import { printExpression } from '../print/print-expression.js';
import type { CheckedRule } from './checked-rule.js';
import { costParts } from './rule-cost.js';

/** A comparison or other term that a condition combines by `and`, `or` and `not`. Equal terms of all rules are combined. */
export interface CostedTerm {
  readonly text: string;
  /** The most expensive cost class in it. */
  readonly class: string;
  readonly weight: number;
  /** Keys of the rules that use it. */
  readonly usedBy: readonly string[];
}

/** The most expensive terms of a set of rules. */
export type ExpensiveTerm = Pick<CostedTerm, 'text' | 'class' | 'weight'>;

const maxExpensive = 10;

const classes = Object.entries(costWeights).sort(([, a], [, b]) => a - b);

const classOf = (weight: number): string => classes.filter(([, least]) => least <= weight).at(-1)?.[0] ?? 'c0';

function termsOf(condition: Expression): readonly Expression[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
    case 'none':
    case 'atLeast':
      return condition.items.flatMap(termsOf);
    case 'not':
      return termsOf(condition.operand);
    default:
      return [condition];
  }
}

function partsOf(condition: Expression, { lets, meaning }: CheckedRule): ReadonlyMap<string, number> {
  return costParts({ condition, lets, resolutions: { get: (node) => meaning.resolution(node) ?? undefined } });
}

/** Returns the distinct terms of rules, cheapest first. */
export function costedTerms(rules: readonly CheckedRule[]): readonly CostedTerm[] {
  const terms = new Map<string, { text: string; weight: number; dearest: number; usedBy: Set<string> }>();
  for (const rule of rules)
    for (const term of termsOf(rule.condition)) {
      const text = printExpression(term);
      const parts = partsOf(term, rule);
      // Names that rules define themselves may have different meanings in different rules.
      const key = [text, ...parts.keys()].join('\n');
      const weights = [...parts.values()];
      const weight = weights.reduce((sum, part) => sum + part, 0);
      const known = terms.get(key) ?? { text, weight, dearest: Math.max(0, ...weights), usedBy: new Set<string>() };
      known.usedBy.add(rule.key);
      terms.set(key, known);
    }
  return [...terms.values()]
    .sort((a, b) => a.weight - b.weight)
    .map(({ text, weight, dearest, usedBy }) => ({ text, class: classOf(dearest), weight, usedBy: [...usedBy] }));
}

/** Returns up to ten terms, most expensive first. */
export const mostExpensiveTerms = (rules: readonly CheckedRule[]): readonly ExpensiveTerm[] =>
  [...costedTerms(rules)]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxExpensive)
    .map(({ text, class: dearest, weight }) => ({ text, class: dearest, weight }));
