import { type CheckedRule, type Expression, isUnknown, type Outcome } from '@tamis/lang';
import type { RuleInspector } from '../evaluate/rule-inspector.js';

/** Whether what a part of a rule comes to is not shown. */
export type IsHidden = (node: Expression, rule: CheckedRule) => boolean;

/** An explanation under way. */
export interface ExplainContext {
  readonly inspector: RuleInspector;
  /** Also evaluate what the answer does not depend on. */
  readonly full: boolean;
  readonly isHidden: IsHidden;
  /** How many nodes were made. */
  nodes: number;
}

export const outcomeText = (value: Outcome): 'true' | 'false' | 'unknown' =>
  isUnknown(value) ? 'unknown' : value === true ? 'true' : 'false';
