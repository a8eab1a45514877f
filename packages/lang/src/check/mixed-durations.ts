import type { SyntaxNode } from '../ast/syntax-node.js';
import { e0309 } from '../diagnostics/codes/e0309.js';
import type { Type } from '../types/type.js';
import type { RuleContext } from './rule-context.js';

const isCalendar = (type: Type): boolean => type.kind === 'duration' && type.calendar === true;

/**
 * Refuses (E0309) values that are compared or stand for one another when all are durations, some of a fixed length and some
 * counted in months or years. True when it did.
 */
export function refusesMixedDurations(node: SyntaxNode, types: readonly Type[], rule: RuleContext): boolean {
  const areDurations = types.every((type) => type.kind === 'duration');
  if (!areDurations || !types.some(isCalendar) || types.every(isCalendar)) return false;
  rule.findings.add(e0309, node, {
    message: 'one side has a fixed length, the other is counted in months or years',
    help: 'write days (`d`) or weeks (`w`) on both sides',
  });
  return true;
}
