import type { Expression } from '../ast/expression.js';
import type { OperationNode } from '../ast/operation-node.js';
import { printExpression } from '../print/print-expression.js';
import type { ConditionMetadata } from './condition-metadata.js';
import type { AggregationLeafJson, ExpressionLeafJson, LeafJson, SimpleLeafJson } from './condition-json.js';
import { decodeCondition } from './decode-conditions.js';
import { roundTripsTo } from './round-trips-to.js';
import { encodeAggregate } from './encode-aggregate.js';
import { encodeComparison } from './encode-condition-node.js';
import { nameOf, type EncodeScope } from './encode-context.js';
import { encodeLiteral } from './encode-literal.js';
import { encodeSimple } from './encode-simple.js';
import { isComparison, operatorForms } from './leaf-operators.js';

const aggregateOperators: ReadonlySet<string> = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between']);

function simpleLeaf(node: Expression, id: string, marks: ConditionMetadata, scope: EncodeScope): SimpleLeafJson | null {
  const simple = encodeSimple(node, scope);
  if (simple === null) return null;
  const { countryMetadata } = marks;
  return { id, type: 'simple', ...simple, ...(countryMetadata === undefined ? {} : { countryMetadata }) };
}

function aggregationLeaf(node: Expression, id: string, scope: EncodeScope): AggregationLeafJson | null {
  if (node.kind !== 'operation' || !isComparison(node.operator) || !aggregateOperators.has(node.operator)) return null;
  const [aggregate, first, second] = node.operands;
  if (aggregate?.kind !== 'aggregate' || first === undefined) return null;
  const name = nameOf(first, scope);
  const bounds = [first, ...(second === undefined ? [] : [second])].map(encodeLiteral);
  const [literal] = bounds;
  const value =
    second === undefined
      ? name === null
        ? literal
        : { $name: name }
      : bounds.every((bound) => bound !== null)
        ? bounds
        : null;
  if (value === null || value === undefined) return null;
  const field = printExpression(aggregate);
  return {
    id,
    type: 'aggregation',
    field,
    aggregation: encodeAggregate(aggregate, scope),
    operator: node.operator,
    value,
  };
}

/** Returns the comparison in a readable form, for clients that only show `field`, `operator` and `value`. */
function readable(node: Expression): Pick<ExpressionLeafJson, 'field' | 'operator' | 'value'> {
  const isOperation = node.kind === 'operation' && isComparison(node.operator);
  if (!isOperation) return { field: printExpression(node), operator: 'is_true' };
  const { operator, operands } = node as OperationNode & { operator: Parameters<typeof isComparison>[0] };
  const [field = '', ...values] = operands.map((each) => printExpression(each));
  const isDistance =
    operatorForms[operator as ExpressionLeafJson['operator'] & OperationNode['operator']] === 'distance';
  const value = isDistance ? values.join(' of ') : values.length > 1 ? values : values[0];
  return { field, operator: operator as ExpressionLeafJson['operator'], ...(value === undefined ? {} : { value }) };
}

const expressionLeaf = (node: Expression, id: string, scope: EncodeScope): ExpressionLeafJson => ({
  id,
  type: 'expression',
  ...readable(node),
  expression: encodeComparison(node, scope),
});

/** Returns the most specific leaf that decodes to the identical tree. */
export function encodeLeaf(node: Expression, id: string, marks: ConditionMetadata, scope: EncodeScope): LeafJson {
  const specific = simpleLeaf(node, id, marks, scope) ?? aggregationLeaf(node, id, scope);
  const isProven =
    specific !== null && roundTripsTo(node, scope, (context, place) => decodeCondition(specific, place, context));
  return isProven ? specific : expressionLeaf(node, id, scope);
}
