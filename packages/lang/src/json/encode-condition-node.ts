import type { Expression } from '../ast/expression.js';
import type { ComparisonNodeJson, ConditionNodeJson } from './condition-json.js';
import type { EncodeScope } from './encode-context.js';
import { encodeValue } from './encode-value.js';
import { isComparison } from './leaf-operators.js';
import type { ValueJson } from './value-json.js';

/** A condition of the expression tree: a group, or a comparison. */
export function encodeConditionNode(node: Expression, scope: EncodeScope): ConditionNodeJson {
  const child = (each: Expression): ConditionNodeJson => encodeConditionNode(each, scope);
  if (node.kind === 'and') return { operator: 'AND', conditions: node.items.map(child) };
  if (node.kind === 'or') return { operator: 'OR', conditions: node.items.map(child) };
  if (node.kind === 'not') return { operator: 'NOT', conditions: [child(node.operand)] };
  return encodeComparison(node, scope);
}

/** What is neither `and`, `or` nor `not`: whatever is no comparison is a bare condition. */
export function encodeComparison(node: Expression, scope: EncodeScope): ComparisonNodeJson {
  if (node.kind !== 'operation' || !isComparison(node.operator))
    return { field: encodeValue(node, scope), operator: 'is_true' };
  const [first, ...rest] = node.operands.map((each) => encodeValue(each, scope));
  const value = rest.length > 1 ? rest : rest[0];
  return { field: first as ValueJson, operator: node.operator, ...(value === undefined ? {} : { value }) };
}
