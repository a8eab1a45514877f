import type { OperationNode } from '../ast/operation-node.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { formatPath } from '../paths/path-syntax.js';
import type { RuleContext } from './rule-context.js';

/** Refuses (E0302) operational hours of a payment method, which has none: they would be unknown for ever. True when it did. */
export function refusesHours(node: OperationNode, rule: RuleContext): boolean {
  const [, entity] = node.operands;
  if (!node.operator.endsWith('side_entity_operational_hours') || entity?.kind !== 'path') return false;
  if (formatPath(entity.steps.filter((step) => step !== 'current')) !== 'instrument') return false;
  rule.findings.add(e0302, entity, {
    message: 'an instrument has no operational hours',
    help: 'name `origin` or `destination`',
  });
  return true;
}
