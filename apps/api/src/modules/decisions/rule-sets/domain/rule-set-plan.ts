import { planReport, withSyntaxTrees } from '@tamis/engine';
import { costedTerms, type CostedTerm, sumOfCosts } from '@tamis/lang';

import type { LoadedRuleSet } from './loaded-rule-set.js';

export interface PlannedTerm extends CostedTerm {
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

/** How a rule set is run: what is asked of each record, in which order, and what rules share. */
export function ruleSetPlan({ compiled }: LoadedRuleSet): RuleSetPlan {
  const rules = compiled.rules.map((rule) => withSyntaxTrees(rule).checked);
  return {
    terms: costedTerms(rules).map((term, order) => ({ ...term, order })),
    sharedAggregates: planReport(compiled)
      .facts.filter(({ rules: readers }) => readers > 1)
      .map(({ kind, what: text, rules: readers }) => ({ kind, text, rules: readers })),
    totalCost: sumOfCosts(rules.map((rule) => rule.costParts)),
  };
}
