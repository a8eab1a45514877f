import type { Expression } from '../ast/expression.js';
import type { LeafJson, SimpleConditionJson } from './condition-json.js';
import type { EncodeContext } from './encode-context.js';
import { encodeLeaves } from './encode-conditions.js';
import type { LeafOperatorName } from './leaf-operators.js';
import type { ValueJson } from './value-json.js';

export type ConditionItemValue = ValueJson | NonNullable<SimpleConditionJson['value']> | null;

/** One leaf of a condition as an evaluation lists it, with its node, by which an engine finds the leaf's result. */
export interface ConditionItem {
  readonly id: string;
  readonly field: string;
  readonly operator: LeafOperatorName;
  /** The other side of the comparison; `null` if the operator takes none, `{$field}` for another field. */
  readonly value: ConditionItemValue;
  readonly node: Expression;
}

function valueOf(leaf: LeafJson): ConditionItemValue {
  if (leaf.type === 'simple' && leaf.valueField !== undefined) return { $field: leaf.valueField };
  return leaf.value ?? null;
}

/** Returns the leaves of a condition in tree order, with the same ids as `encodeConditions`. */
export function conditionItems(condition: Expression, context: EncodeContext): readonly ConditionItem[] {
  return encodeLeaves(condition, context).map(({ node, json }) => ({
    id: json.id,
    field: json.field,
    operator: json.operator,
    value: valueOf(json),
    node,
  }));
}
