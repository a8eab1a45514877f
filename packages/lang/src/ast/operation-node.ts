import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/** The names of the JSON form (`gte`, `starts_with`); arithmetic has names of its own because JSON writes signs there. */
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
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'exists',
  'not_exists',
  'is_empty',
  'is_not_empty',
  'add',
  'subtract',
  'multiply',
  'divide',
  'negate',
  'otherwise',
] as const;
export type OperatorName = (typeof operatorNames)[number];

/** Everything written with an operator sign or operator words. `operator` is the name under which the library declares it. */
export interface OperationNode extends SyntaxNode {
  readonly kind: 'operation';
  readonly operator: OperatorName;
  readonly operands: readonly Expression[];
}

export const operationNode = (
  operator: OperatorName,
  operands: readonly Expression[],
  range: SourceRange | null = null,
): OperationNode => freezeNode({ kind: 'operation', operator, operands, range });
