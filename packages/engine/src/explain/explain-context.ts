import { type CheckedRule, type Expression, isUnknown, type Outcome } from '@tamis/lang';
import type { RuleInspector } from '../evaluate/rule-inspector.js';

/** Returns whether the value of an expression is hidden. */
export type IsHidden = (node: Expression, rule: CheckedRule) => boolean;

/** An explanation in progress. */
export interface ExplainContext {
  readonly inspector: RuleInspector;
  /** Whether to evaluate even what the result does not depend on. */
  readonly full: boolean;
  readonly isHidden: IsHidden;
  /** Number of nodes created. */
  nodes: number;
}

export const outcomeText = (value: Outcome): 'true' | 'false' | 'unknown' =>
  isUnknown(value) ? 'unknown' : value === true ? 'true' : 'false';
