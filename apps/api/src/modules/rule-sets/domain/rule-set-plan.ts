import { planReport, wholeRule } from '@tamis/engine';
import { costParts, costWeights, printExpression, sumOfCosts, type CheckedRule, type Expression } from '@tamis/lang';

import type { LoadedRuleSet } from './loaded-rule-set.js';

/** One comparison, or what else a condition is made of by `and`, `or` and `not`; equal ones of all rules are one. */
export interface PlannedTerm {
  readonly text: string;
  /** The dearest class of cost in it. */
  readonly class: string;
  readonly weight: number;
  /** Keys of the rules. */
  readonly usedBy: readonly string[];
  /** Its place among all terms: where several of one condition decide, the cheaper are run first. */
  readonly order: number;
}

export interface RuleSetPlan {
  readonly terms: readonly PlannedTerm[];
  /** What is fetched or looked up once for several rules. */
  readonly sharedAggregates: readonly { readonly kind: string; readonly text: string; readonly rules: number }[];
  /** Weights of all rules, what they share counted once. */
  readonly totalCost: number;
}

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

/** How a rule set is run: what is asked of each record, in which order, and what rules share. */
export function ruleSetPlan({ compiled }: LoadedRuleSet): RuleSetPlan {
  const rules = compiled.rules.map((rule) => wholeRule(rule).checked);
  const terms = new Map<string, { text: string; weight: number; dearest: number; usedBy: Set<string> }>();
  for (const rule of rules)
    for (const term of termsOf(rule.condition)) {
      const text = printExpression(term);
      const parts = partsOf(term, rule);
      // Names that rules give to values of their own may mean different things.
      const key = [text, ...parts.keys()].join('\n');
      const weights = [...parts.values()];
      const weight = weights.reduce((sum, part) => sum + part, 0);
      const known = terms.get(key) ?? { text, weight, dearest: Math.max(0, ...weights), usedBy: new Set<string>() };
      known.usedBy.add(rule.key);
      terms.set(key, known);
    }
  return {
    terms: [...terms.values()]
      .sort((a, b) => a.weight - b.weight)
      .map(({ text, weight, dearest, usedBy }, order) => {
        return { text, class: classOf(dearest), weight, usedBy: [...usedBy], order };
      }),
    sharedAggregates: planReport(compiled)
      .facts.filter(({ rules: readers }) => readers > 1)
      .map(({ kind, what: text, rules: readers }) => ({ kind, text, rules: readers })),
    totalCost: sumOfCosts(rules.map((rule) => rule.costParts)),
  };
}
