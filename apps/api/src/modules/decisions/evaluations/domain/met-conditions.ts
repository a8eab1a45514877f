import type { RuleOutcome, SetRule } from '@tamis/engine';
import type { JsonValue } from '@tamis/stdx';

import type { Decided } from './run-report.js';

/** The rule of a run with this id. */
export function ruleOf({ set }: Decided, ruleId: string): SetRule {
  const rule = set.compiled.rules.find(({ content }) => content.ruleId === ruleId);
  if (!rule) throw new Error(`rule ${ruleId} is not in ${set.version}`);
  return rule;
}

/** What each condition of a rule that hit compared, in tree order: for people who ask why. */
export function conditionsOf({ set, outcome }: Decided, rule: SetRule): readonly JsonValue[] {
  const index = set.compiled.rules.indexOf(rule);
  const leaves = outcome.outcomes.find((each) => each.rule === index)?.leaves ?? [];
  return comparedIn(rule, leaves);
}

/** What the conditions of these leaves of a rule compared. */
export const comparedIn = (rule: SetRule, leaves: RuleOutcome['leaves']): readonly JsonValue[] =>
  leaves.map(({ index, actual, outcome }) => {
    const { field, operator, value } = rule.items[index]!;
    return {
      field,
      operator,
      expectedValue: value as JsonValue,
      actualValue: (actual as JsonValue) ?? null,
      outcome,
    };
  });
