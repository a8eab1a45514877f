import { planReport, withSyntaxTrees } from '@tamis/engine';
import { costedTerms, type CostedTerm, sumOfCosts } from '@tamis/lang';

import type { LoadedRuleSet } from './loaded-rule-set.js';

export interface PlannedTerm extends CostedTerm {
  /** Position among all terms: if several terms of one condition can decide it, the cheaper ones are evaluated first. */
  readonly order: number;
}

export interface RuleSetPlan {
  readonly terms: readonly PlannedTerm[];
  /** Data that is fetched or looked up once for several rules. */
  readonly sharedAggregates: readonly { readonly kind: string; readonly text: string; readonly rules: number }[];
  /** Weights of all rules, counting shared parts once. */
  readonly totalCost: number;
}

/** Returns how a rule set is evaluated: what is read for each record, in which order, and what rules share. */
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
