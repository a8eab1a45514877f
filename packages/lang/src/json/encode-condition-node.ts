import type { Expression } from '../ast/expression.js';
import type { OperationNode } from '../ast/operation-node.js';
import type { ComparisonNodeJson, ConditionNodeJson } from './condition-json.js';
import type { EncodeScope } from './encode-context.js';
import { encodeGroup, groupOf } from './encode-group.js';
import { encodeFuzzy } from './encode-options.js';
import { encodeValue } from './encode-value.js';
import { isComparison, operatorForms } from './leaf-operators.js';
import type { TaggedLiteralJson } from './literal-json.js';
import type { ValueJson } from './value-json.js';

/** Encodes a condition in the expression tree: a group, or a comparison. */
export function encodeConditionNode(node: Expression, scope: EncodeScope): ConditionNodeJson {
  const group = groupOf(node);
  return group === null
    ? encodeComparison(node, scope)
    : encodeGroup(group, (each): ConditionNodeJson => encodeConditionNode(each, scope));
}

function valueOf({ operator, operands }: OperationNode, scope: EncodeScope): ComparisonNodeJson['value'] {
  const [first, second, ...others] = operands.slice(1).map((each) => encodeValue(each, scope));
  if (operatorForms[operator] === 'distance') return { distance: first as TaggedLiteralJson, of: second as ValueJson };
  if (first === undefined || second === undefined) return first;
  return [first, second, ...others];
}

/** Encodes anything that is not a group; an expression that is not a comparison becomes a bare condition. */
export function encodeComparison(node: Expression, scope: EncodeScope): ComparisonNodeJson {
  if (node.kind !== 'operation' || !isComparison(node.operator))
    return { field: encodeValue(node, scope), operator: 'is_true' };
  const [left] = node.operands;
  const value = valueOf(node, scope);
  return {
    field: left === undefined ? [] : encodeValue(left, scope),
    operator: node.operator,
    ...(value === undefined ? {} : { value }),
    ...(node.options === null ? {} : { options: encodeFuzzy(node.options) }),
  };
}
