import { isUnknown } from '@tamis/lang';
import { explainCondition } from './explain-condition.js';
import type { ExplainContext, IsHidden } from './explain-context.js';
import type { RuleInspector } from '../evaluate/rule-inspector.js';
import type { RuleTrace } from './trace-node.js';

export interface ExplainOptions {
  /** Whether to evaluate even parts that the result does not depend on. */
  readonly full?: boolean;
  /** Selects expressions whose values are hidden. Absent to show all. */
  readonly isHidden?: IsHidden;
}

const hidesNothing: IsHidden = () => false;

/** Returns the condition of one rule as a tree with the values of its nodes. */
export function explainRule(
  parts: RuleInspector,
  { full = false, isHidden = hidesNothing }: ExplainOptions = {},
): RuleTrace {
  const { rule, index } = parts;
  const { checked, content } = rule;
  const explaining: ExplainContext = { inspector: parts, full, isHidden, nodes: 0 };
  const value = parts.condition(checked.condition);
  const outcome = isUnknown(value) ? 'unknown' : value === true ? 'hit' : 'no_hit';
  return {
    rule: index,
    ruleId: content.ruleId,
    ruleKey: checked.key,
    outcome,
    matched: outcome === 'hit' || (outcome === 'unknown' && checked.unknownPolicy === 'hit'),
    ...(isUnknown(value) ? { unknownBecause: value.causes } : {}),
    tree: explainCondition(checked.condition, '0', explaining),
  };
}
