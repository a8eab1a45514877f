import { costWeights, type AggregateFrame, type AggregateNode, type Type } from '@tamis/lang';
import { maxWindowRows } from '../limits.js';
import { planCondition, planConvert, planExpression, type PlanScope } from './plan-expression.js';
import { timeSpanKey, typeKey } from './plan-key.js';
import type { PlanNode, TimeSpan } from './plan-node.js';

interface AggregateValue {
  readonly node: PlanNode | null;
  readonly type: Type | null;
}

/**
 * Amounts of several records are first converted to one currency, each at its own rate: the currency written, otherwise the organization's.
 * Distinct amounts are compared without conversion.
 */
function planValue(node: AggregateNode, { distinct }: AggregateFrame, scope: PlanScope): AggregateValue {
  if (node.value === null) return { node: null, type: null };
  const type = scope.meaning.type(node.value);
  const value = planExpression(node.value, scope);
  if (type.kind !== 'money' || distinct) return { node: value, type };
  const currency = type.currency ?? scope.baseCurrency;
  return { node: planConvert(value, currency, scope, true), type: { kind: 'money', currency } };
}

function planTimeSpan({ window }: AggregateFrame, scope: PlanScope): TimeSpan {
  return window.kind === 'since' ? { kind: 'since', start: planExpression(window.start, scope) } : window;
}

/** Plans an aggregate over the rows of its window. */
export function planAggregate(node: AggregateNode, outer: PlanScope): PlanNode {
  const resolution = outer.meaning.resolution(node);
  if (resolution?.kind !== 'aggregate') throw new Error('the checker must give an aggregate a window');
  const { declaration, fold, window: frame } = resolution;
  const { prior, last, cost, distinct } = frame;
  const span = planTimeSpan(frame, { ...outer, window: null });
  const capped = costWeights[cost] >= costWeights.c4 && last === null;
  // One row beyond the cap reveals that there are too many.
  const window = outer.graph.window(frame, { span, rows: capped ? maxWindowRows + 1 : last });
  const scope = { ...outer, window };
  const value = planValue(node, frame, scope);
  const where = node.where && planCondition(node.where, scope);
  const start = span.kind === 'since' ? span.start : null;
  const operands = [value.node, where, start].filter((operand) => operand !== null);
  const key = [
    declaration.name,
    distinct,
    window.id,
    timeSpanKey(span),
    prior,
    last,
    capped,
    value.node?.id ?? '',
    value.type ? typeKey(value.type, outer.graph) : '',
    where?.id ?? '',
  ].join(' ');
  return outer.graph.node(`aggregate ${key}`, operands, () => ({
    kind: 'aggregate',
    written: node,
    declaration,
    fold,
    window,
    span,
    prior,
    last,
    capped,
    value: value.node,
    valueType: value.type,
    where,
    cost: costWeights[cost] + operands.reduce((total, operand) => total + operand.cost, 0),
    inRecord: false,
  }));
}
