import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import type { SourceRange } from '../ast/syntax-node.js';
import { only, type LowerContext } from './lower-context.js';
import { lowerValue } from './lower-expression.js';
import { lowerLiteral } from './lower-literal.js';
import { lowerListReference } from './lower-name.js';

/** Every spelling of a sign, and the operator it stands for. */
const signs: Readonly<Record<string, ast.OperatorName>> = {
  '=': 'eq',
  '==': 'eq',
  '!=': 'neq',
  '<>': 'neq',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};

interface Tail {
  readonly operator: ast.OperatorName;
  readonly operands: readonly ast.Expression[];
}

/** Turns `left` and what follows it into one operation. */
export function lowerComparisonTail(
  left: ast.Expression,
  node: cst.ComparisonTailCstNode,
  range: SourceRange | null,
  context: LowerContext,
): ast.Expression {
  const { relation, isPredicate, wordRelation } = node.children;
  const { operator, operands } = relation
    ? lowerRelation(only(relation), context)
    : isPredicate
      ? lowerIsPredicate(only(isPredicate), context)
      : lowerWordRelation(only(wordRelation ?? []), context);
  return ast.operationNode(operator, [left, ...operands], range);
}

function lowerRelation({ children }: cst.RelationCstNode, context: LowerContext): Tail {
  const sign = only(children.operator ?? []).image;
  return { operator: signs[sign] ?? 'eq', operands: [lowerValue(only(children.value), context)] };
}

function lowerIsPredicate({ children }: cst.IsPredicateCstNode, context: LowerContext): Tail {
  const isNot = children.Not !== undefined;
  if (children.Missing) return { operator: isNot ? 'exists' : 'not_exists', operands: [] };
  if (children.Present) return { operator: isNot ? 'not_exists' : 'exists', operands: [] };
  if (children.Empty) return { operator: isNot ? 'is_not_empty' : 'is_empty', operands: [] };
  return { operator: isNot ? 'neq' : 'eq', operands: [lowerLiteral(only(children.literal ?? []), context)] };
}

function lowerWordRelation({ children }: cst.WordRelationCstNode, context: LowerContext): Tail {
  const isNot = children.Not !== undefined;
  const values = (node: { readonly children: { readonly value: readonly cst.ValueCstNode[] } }): ast.Expression[] =>
    node.children.value.map((value) => lowerValue(value, context));
  const { membership, between, contains, startsWith, endsWith } = children;
  if (membership) return { operator: isNot ? 'not_in' : 'in', operands: [lowerMembership(only(membership), context)] };
  if (between) return { operator: isNot ? 'not_between' : 'between', operands: values(only(between)) };
  if (contains) return { operator: isNot ? 'not_contains' : 'contains', operands: values(only(contains)) };
  if (startsWith) return { operator: isNot ? 'not_starts_with' : 'starts_with', operands: values(only(startsWith)) };
  return { operator: isNot ? 'not_ends_with' : 'ends_with', operands: values(only(endsWith ?? [])) };
}

function lowerMembership({ children }: cst.MembershipCstNode, context: LowerContext): ast.Expression {
  const [reference] = children.listReference ?? [];
  return reference ? lowerListReference(reference, context) : lowerValue(only(children.value ?? []), context);
}
