import { isUnknown } from '@tamis/lang';
import { explainCondition } from './explain-condition.js';
import type { ExplainContext, IsHidden } from './explain-context.js';
import type { RuleInspector } from '../evaluate/rule-inspector.js';
import type { RuleTrace } from './trace-node.js';

export interface ExplainOptions {
  /** Also evaluate the parts the answer does not depend on. */
  readonly full?: boolean;
  /** Parts whose values are not shown. Absent: all are. */
  readonly isHidden?: IsHidden;
}

const hidesNothing: IsHidden = () => false;

/** The condition of one rule as a tree with the values it came to. */
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
