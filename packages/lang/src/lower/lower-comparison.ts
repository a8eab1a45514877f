import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import type { SourceRange } from '../ast/syntax-node.js';
import { only, type LowerContext } from './lower-context.js';
import { lowerValue } from './lower-expression.js';
import { lowerLength } from './lower-aggregate.js';
import { lowerDistance, lowerLiteral, lowerPercent, lowerRawText, lowerText } from './lower-literal.js';
import { lowerListReference, lowerListTypeReference, lowerNameAsPath, lowerPath, lowerWord } from './lower-name.js';

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
  readonly options?: ast.FuzzyOptions | null;
}

/** Turns `left` and what follows it into one operation. */
export function lowerComparisonTail(
  left: ast.Expression,
  node: cst.ComparisonTailCstNode,
  range: SourceRange | null,
  context: LowerContext,
): ast.Expression {
  const { relation, isPredicate, wordRelation } = node.children;
  const { operator, operands, options } = relation
    ? lowerRelation(only(relation), context)
    : isPredicate
      ? lowerIsPredicate(only(isPredicate), context)
      : lowerWordRelation(only(wordRelation ?? []), context);
  return ast.operationNode(operator, [left, ...operands], options ?? null, range);
}

function lowerRelation({ children }: cst.RelationCstNode, context: LowerContext): Tail {
  const sign = only(children.operator ?? []).image;
  return { operator: signs[sign] ?? 'eq', operands: [lowerValue(only(children.value), context)] };
}

function lowerIsPredicate({ children }: cst.IsPredicateCstNode, context: LowerContext): Tail {
  const isNot = children.Not !== undefined;
  const { similar, multiple, operationalHours, within, order } = children;
  if (children.Missing) return { operator: isNot ? 'exists' : 'not_exists', operands: [] };
  if (children.Present) return { operator: isNot ? 'not_exists' : 'exists', operands: [] };
  if (children.Empty) return { operator: isNot ? 'is_not_empty' : 'is_empty', operands: [] };
  if (similar) return lowerSimilar(only(similar), isNot, context);
  if (multiple) {
    const operands = [lowerValue(only(only(multiple).children.value), context)];
    return { operator: isNot ? 'is_not_multiple_of' : 'is_multiple_of', operands };
  }
  if (operationalHours) return lowerOperationalHours(only(operationalHours), isNot, context);
  if (within) return lowerWithin(only(within), isNot, context);
  if (order) return lowerOrder(only(order), isNot, context);
  return { operator: isNot ? 'neq' : 'eq', operands: [lowerLiteral(only(children.literal ?? []), context)] };
}

function lowerSimilar({ children }: cst.SimilarCstNode, isNot: boolean, context: LowerContext): Tail {
  const { target, value, Percent, threshold, algorithm } = children;
  const options: ast.FuzzyOptions = {
    threshold: Percent
      ? lowerPercent(only(Percent), context)
      : threshold
        ? lowerNameAsPath(only(threshold), context)
        : null,
    algorithm: algorithm ? lowerWord(only(algorithm), context) : null,
  };
  const written = options.threshold || options.algorithm ? options : null;
  if (target) {
    const operands = [lowerTarget(only(target), context)];
    return { operator: isNot ? 'not_fuzzy_match_custom_list' : 'fuzzy_match_custom_list', operands, options: written };
  }
  const operands = [lowerValue(only(value ?? []), context)];
  return { operator: isNot ? 'not_fuzzy_match' : 'fuzzy_match', operands, options: written };
}

function lowerOperationalHours({ children }: cst.OperationalHoursCstNode, isNot: boolean, context: LowerContext): Tail {
  const side = children.Outside ? 'outside' : 'inside';
  const operator = `${side}_entity_operational_hours` as const;
  return { operator: isNot ? `not_${operator}` : operator, operands: [lowerPath(only(children.path), context)] };
}

function lowerWithin({ children }: cst.WithinCstNode, isNot: boolean, context: LowerContext): Tail {
  const { Distance, value, length } = children;
  if (length)
    return { operator: isNot ? 'not_within_last' : 'within_last', operands: [lowerLength(only(length), context)] };
  const operands = [lowerDistance(only(Distance ?? []), context), lowerValue(only(value ?? []), context)];
  return { operator: isNot ? 'not_within_distance' : 'within_distance', operands };
}

function lowerOrder({ children }: cst.OrderCstNode, isNot: boolean, context: LowerContext): Tail {
  const operator = children.Before ? 'before' : 'after';
  return { operator: isNot ? `not_${operator}` : operator, operands: [lowerValue(only(children.value), context)] };
}

function lowerWordRelation({ children }: cst.WordRelationCstNode, context: LowerContext): Tail {
  const isNot = children.Not !== undefined;
  const values = (node: { readonly children: { readonly value: readonly cst.ValueCstNode[] } }): ast.Expression[] =>
    node.children.value.map((value) => lowerValue(value, context));
  const { membership, between, contains, startsWith, endsWith, matches } = children;
  if (membership) {
    const operands = [lowerTarget(only(only(membership).children.target), context)];
    return { operator: isNot ? 'not_in' : 'in', operands };
  }
  if (between) return { operator: isNot ? 'not_between' : 'between', operands: values(only(between)) };
  if (contains) return lowerContains(only(contains), isNot, context);
  if (startsWith) return { operator: isNot ? 'not_starts_with' : 'starts_with', operands: values(only(startsWith)) };
  if (endsWith) return { operator: isNot ? 'not_ends_with' : 'ends_with', operands: values(only(endsWith)) };
  return { operator: isNot ? 'not_matches' : 'matches', operands: [lowerPattern(only(matches ?? []), context)] };
}

function lowerContains({ children }: cst.ContainsCstNode, isNot: boolean, context: LowerContext): Tail {
  const { Any, target, value } = children;
  if (value) {
    return { operator: isNot ? 'not_contains' : 'contains', operands: [lowerValue(only(value), context)] };
  }
  const operands = [lowerTarget(only(target ?? []), context)];
  if (Any) return { operator: isNot ? 'contains_none' : 'contains_any', operands };
  return { operator: isNot ? 'not_contains_all' : 'contains_all', operands };
}

function lowerPattern({ children }: cst.MatchesCstNode, context: LowerContext): ast.Expression {
  const { RawText, Text, path } = children;
  if (RawText) return lowerRawText(only(RawText), context);
  return Text ? lowerText(only(Text), context) : lowerPath(only(path ?? []), context);
}

function lowerTarget({ children }: cst.TargetCstNode, context: LowerContext): ast.Expression {
  const { listReference, listTypeReference, value } = children;
  if (listReference) return lowerListReference(only(listReference), context);
  if (listTypeReference) return lowerListTypeReference(only(listTypeReference), context);
  return lowerValue(only(value ?? []), context);
}
