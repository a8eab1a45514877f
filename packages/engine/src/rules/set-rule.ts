import type { ActionJson, CheckedRule, ConditionItem } from '@tamis/lang';
import type { RuleContent } from './rule-set-content.js';

/** One rule of a compiled set. */
export interface SetRule {
  readonly content: RuleContent;
  readonly checked: CheckedRule;
  /** Leaves of the condition, in tree order. */
  readonly items: readonly ConditionItem[];
  /** Actions of the rule as JSON. */
  readonly actions: readonly ActionJson[];
  /** Whether it is published as shadow, or its text contains `mode shadow`: it is recorded but never counted. */
  readonly shadow: boolean;
}
