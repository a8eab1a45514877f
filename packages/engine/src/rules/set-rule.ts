import type { ActionJson, CheckedRule, ConditionItem } from '@tamis/lang';
import type { RuleContent } from './rule-set-content.js';

/** One rule of a compiled set. */
export interface SetRule {
  readonly content: RuleContent;
  readonly checked: CheckedRule;
  /** Leaves of the condition, in tree order. */
  readonly items: readonly ConditionItem[];
  /** Its actions as JSON. */
  readonly actions: readonly ActionJson[];
  /** Published as shadow, or `mode shadow` in its text: recorded, never counted. */
  readonly shadow: boolean;
}
