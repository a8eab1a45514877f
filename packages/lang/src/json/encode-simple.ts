import type { Expression } from '../ast/expression.js';
import { toJsonPath } from '../paths/to-json-path.js';
import type { LeafOptionsJson, SimpleConditionJson } from './condition-json.js';
import { nameOf, type EncodeScope } from './encode-context.js';
import { encodeLiteral } from './encode-literal.js';
import { isComparison, operatorForms, type ComparisonOperator } from './leaf-operators.js';
import type { LiteralJson } from './literal-json.js';

/** Functions that only choose how a text field is compared. */
export const collationOptions = { exact: 'cs', folded: 'ci' } as const;

type Subject = Pick<SimpleConditionJson, 'field' | 'options'>;
type Operand = Pick<SimpleConditionJson, 'value' | 'valueField'>;

/** The field of a simple leaf: a path, or a path under `exact` or `folded`. */
function encodeSubject(node: Expression, scope: EncodeScope): Subject | null {
  if (node.kind === 'path') return { field: toJsonPath(node.steps, scope) };
  const [only] = node.kind === 'call' && node.args.length === 1 ? node.args : [];
  if (node.kind !== 'call' || only?.kind !== 'path' || !Object.hasOwn(collationOptions, node.name)) return null;
  const options: LeafOptionsJson = { collation: collationOptions[node.name as keyof typeof collationOptions] };
  return { field: toJsonPath(only.steps, scope), options };
}

function encodeOperand(node: Expression, scope: EncodeScope): Operand | null {
  if (node.kind === 'path') {
    const name = nameOf(node, scope);
    return name === null ? { valueField: toJsonPath(node.steps, scope) } : { value: { $name: name } };
  }
  const value = encodeLiteral(node);
  return value === null ? null : { value };
}

const address = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-fA-F]*:[0-9a-fA-F]*:[0-9a-fA-F:.]*)(\/\d{1,3})?$/;

const isAddressList = (value: LiteralJson | undefined): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && address.test(item));

type Tail = Operand & Pick<SimpleConditionJson, 'operator'>;

/** A membership test by what stands on its right: a data list, addresses, or any other array. */
function encodeMembership(operator: 'in' | 'not_in', node: Expression, scope: EncodeScope): Tail | null {
  if (node.kind === 'listReference') return { operator: `${operator}_custom_list`, value: node.name };
  const name = nameOf(node, scope);
  if (name !== null && scope.lists.has(name)) return { operator: `${operator}_custom_list`, value: { $name: name } };
  const operand = encodeOperand(node, scope);
  if (operand === null) return null;
  return { operator: isAddressList(operand.value as LiteralJson) ? `${operator}_ip_range` : operator, ...operand };
}

function encodeTail(operator: ComparisonOperator, rest: readonly Expression[], scope: EncodeScope): Tail | null {
  const [first] = rest;
  if (operatorForms[operator] === 'presence') return rest.length === 0 ? { operator } : null;
  if (operatorForms[operator] === 'range') {
    const bounds = rest.map(encodeLiteral);
    return bounds.every((bound) => bound !== null) ? { operator, value: bounds } : null;
  }
  if (first === undefined || rest.length > 1) return null;
  if (operator === 'in' || operator === 'not_in') return encodeMembership(operator, first, scope);
  const operand = encodeOperand(first, scope);
  return operand === null ? null : { operator, ...operand };
}

/**
 * A comparison of one field with a literal, a name or another field; null for everything else. The caller proves by decoding that
 * nothing was lost.
 */
export function encodeSimple(node: Expression, scope: EncodeScope): SimpleConditionJson | null {
  const comparison = node.kind === 'operation' && isComparison(node.operator) ? node : null;
  if (comparison === null) {
    const bare = encodeSubject(node, scope);
    return bare === null
      ? null
      : { field: bare.field, operator: 'is_true', ...(bare.options && { options: bare.options }) };
  }
  const [left, ...rest] = comparison.operands;
  const subject = left === undefined ? null : encodeSubject(left, scope);
  const tail = encodeTail(comparison.operator as ComparisonOperator, rest, scope);
  if (subject === null || tail === null) return null;
  return { field: subject.field, ...tail, ...(subject.options && { options: subject.options }) };
}
