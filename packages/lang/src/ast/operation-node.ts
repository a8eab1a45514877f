import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { FuzzyOptions } from './fuzzy-options.js';

/** Names in the JSON form (`gte`, `starts_with`). Arithmetic operators have separate names, because JSON uses symbols for them. */
export const operatorNames = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'not_between',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'contains_any',
  'contains_none',
  'contains_all',
  'not_contains_all',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'matches',
  'not_matches',
  'exists',
  'not_exists',
  'is_empty',
  'is_not_empty',
  'before',
  'not_before',
  'after',
  'not_after',
  'within_last',
  'not_within_last',
  'is_multiple_of',
  'is_not_multiple_of',
  'fuzzy_match',
  'not_fuzzy_match',
  'fuzzy_match_custom_list',
  'not_fuzzy_match_custom_list',
  'outside_entity_operational_hours',
  'not_outside_entity_operational_hours',
  'inside_entity_operational_hours',
  'not_inside_entity_operational_hours',
  'within_distance',
  'not_within_distance',
  'add',
  'subtract',
  'multiply',
  'divide',
  'negate',
  'otherwise',
] as const;

export type OperatorName = (typeof operatorNames)[number];

/**
 * Any operation written with an operator symbol or operator words. `operator` is the name under which the library declares it. The kind of
 * right-hand side (values, a data list, addresses) is determined by the operand, not by the operator.
 */
export interface OperationNode extends SyntaxNode {
  readonly kind: 'operation';
  readonly operator: OperatorName;
  /** In source order. */
  readonly operands: readonly Expression[];
  /** Set for `fuzzy_match` and related operators if `at` or `using` is written; `null` otherwise. */
  readonly options: FuzzyOptions | null;
}

export const operationNode = (
  operator: OperatorName,
  operands: readonly Expression[],
  options: FuzzyOptions | null = null,
  range: SourceRange | null = null,
): OperationNode => freezeNode({ kind: 'operation', operator, operands, options, range });
