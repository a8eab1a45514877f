import { asDecimal, type Numeric } from '@tamis/stdx';
import type { CallNode } from '../ast/call-node.js';
import type { OperationNode } from '../ast/operation-node.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import type { Signature } from '../catalogue/signature.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { e0309 } from '../diagnostics/codes/e0309.js';
import type { Type } from '../types/type.js';
import { foldConstant } from './fold-constant.js';
import { isWholeDays } from './is-whole-days.js';
import type { RuleContext } from './rule-context.js';

const isCalendar = (type: Type): boolean => type.kind === 'duration' && type.calendar === true;

/**
 * Rejects (E0309) values that are compared or used as alternatives if all are durations, some with a fixed length and others in months or
 * years. Returns `true` if it did.
 */
export function rejectsMixedDurations(node: SyntaxNode, types: readonly Type[], rule: RuleContext): boolean {
  const areDurations = types.every((type) => type.kind === 'duration');
  if (!areDurations || !types.some(isCalendar) || types.every(isCalendar)) return false;
  rule.findings.add(e0309, node, {
    message: 'one side has a fixed length, the other is counted in months or years',
    help: 'write days (`d`) or weeks (`w`) on both sides',
  });
  return true;
}

/** Rejects (E0309) months and years if the function requires a fixed length. Returns `true` if it did. */
export function rejectsCalendarLength(
  node: CallNode,
  { fixedLengths = [] }: Signature,
  types: readonly Type[],
  rule: RuleContext,
): boolean {
  const index = fixedLengths.find((at) => types[at] && isCalendar(types[at]));
  if (index === undefined) return false;
  rule.findings.add(e0309, node.args[index] ?? node, {
    message: 'months and years have no fixed length',
    help: 'write days (`d`) or weeks (`w`)',
  });
  return true;
}

/**
 * Rejects (E0302) months or years multiplied by a constant that is not an integer, since half a month has no defined length. Returns `true`
 * if it did.
 */
export function rejectsFractionalMonths(node: OperationNode, types: readonly Type[], rule: RuleContext): boolean {
  const factor = node.operands[types.findIndex((type) => type.kind === 'number')];
  if (node.operator !== 'multiply' || !types.some(isCalendar) || !factor) return false;
  const value = foldConstant(factor, rule.resolutions);
  if (value === undefined || asDecimal(value as Numeric).isInteger()) return false;
  rule.findings.add(e0302, factor, {
    message: 'months and years can only be multiplied by whole numbers',
    help: 'write days (`d`) or weeks (`w`)',
  });
  return true;
}

/** The types of two operands; added to a date, a duration that is not known to be whole days gives an instant. */
export function besideDay({ operands }: OperationNode, types: readonly Type[], rule: RuleContext): readonly Type[] {
  const at = types.findIndex((type) => type.kind === 'duration' && !isCalendar(type));
  const operand = operands[at];
  if (!operand || types.length !== 2 || types[1 - at]?.kind !== 'date') return types;
  if (isWholeDays(operand, rule)) return types;
  return types.with(at, { kind: 'duration', partOfDay: true });
}
