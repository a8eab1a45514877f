import type { Expression } from '../ast/expression.js';
import type { OperationNode } from '../ast/operation-node.js';
import { sameTree } from '../ast/same-tree.js';
import { printExpression } from '../print/print-expression.js';
import { alignItems } from './align-items.js';

const arrow = (before: Expression, after: Expression): string =>
  `${printExpression(before)} → ${printExpression(after)}`;

const orderings: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte', 'eq', 'neq', 'between', 'not_between']);

/** Returns the compared value, such as `origin.riskScore`: two terms about the same value count as one term that was changed. */
const subject = (node: Expression): Expression => {
  if (node.kind === 'not') return subject(node.operand);
  return node.kind === 'operation' && node.operands[0] ? node.operands[0] : node;
};

/** Whether two aggregates differ only in their window, filter or links. */
const isSameCount = (a: Expression, b: Expression): boolean =>
  a.kind === 'aggregate' && b.kind === 'aggregate' && a.function === b.function && sameTree(a.source, b.source);

export const isSameTerm = (a: Expression, b: Expression): boolean => {
  const [left, right] = [subject(a), subject(b)];
  return sameTree(left, right) || isSameCount(left, right);
};

type Group = Extract<Expression, { items: readonly Expression[] }>;

const isGroup = (node: Expression): node is Exclude<Group, { kind: 'arrayLiteral' }> =>
  'items' in node && node.kind !== 'arrayLiteral';

function describeItems(before: Group, after: Group): string[] {
  return alignItems(before.items, after.items, isSameTerm).flatMap(([old, current]) => {
    if (!old) return current ? [`adds condition ${printExpression(current)}`] : [];
    return current ? describeCondition(old, current) : [`removes condition ${printExpression(old)}`];
  });
}

/** Returns `null` if the two differ in more than their right-hand sides. */
function describeOperation(before: OperationNode, after: OperationNode): string[] | null {
  const { operator, operands } = before;
  const isSameShape = operator === after.operator && operands.length === after.operands.length;
  if (!isSameShape || !sameTree(before.options, after.options)) return null;
  const changed = operands.flatMap((operand, index) => {
    const other = after.operands[index];
    return other && !sameTree(operand, other) ? [{ index, operand, other }] : [];
  });
  const [only] = changed;
  if (!only || changed.length > 1) return null;
  if (only.index > 0 && orderings.has(operator)) {
    return [`threshold ${arrow(only.operand, only.other)} (${printExpression(subject(after))})`];
  }
  return null;
}

/** Describes what changed between two expressions by the smallest part that differs. `label` is the prefix for the whole expression. */
export function describeCondition(before: Expression, after: Expression, label = 'condition '): string[] {
  if (sameTree(before, after)) return [];
  if (before.kind === 'operation' && after.kind === 'operation') {
    const change = describeOperation(before, after);
    if (change) return change;
  }
  if (isGroup(before) && isGroup(after) && before.kind === after.kind) {
    const items = describeItems(before, after);
    if (before.kind === 'atLeast' && after.kind === 'atLeast' && !sameTree(before.count, after.count))
      return [`at least ${before.count.text} → ${after.count.text}`, ...items];
    // If only the order changed, there is nothing else to describe.
    return items.length > 0 ? items : ['order of conditions'];
  }
  // A single condition became part of a chain, or vice versa.
  if (isChain(after) && !isChain(before) && after.items.some((item) => isSameTerm(before, item)))
    return describeItems({ ...after, items: [before] }, after);
  if (isChain(before) && !isChain(after) && before.items.some((item) => isSameTerm(item, after)))
    return describeItems(before, { ...before, items: [after] });
  return [`${label}${arrow(before, after)}`];
}

const isChain = (node: Expression): node is Extract<Expression, { kind: 'and' | 'or' }> =>
  node.kind === 'and' || node.kind === 'or';
