import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import type { SourceRange } from '../ast/syntax-node.js';
import { single, type LowerContext } from './lower-context.js';
import { lowerValue } from './lower-expression.js';
import { lowerLength } from './lower-aggregate.js';
import { lowerDistance, lowerLiteral, lowerPercent, lowerRawText, lowerText } from './lower-literal.js';
import { lowerListReference, lowerListTypeReference, lowerNameAsPath, lowerPath, lowerWord } from './lower-name.js';

/** Every spelling of a sign, with its operator. */
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

/** Combines `left` and what follows it into one operation. */
export function lowerComparisonTail(
  left: ast.Expression,
  node: cst.ComparisonTailCstNode,
  range: SourceRange | null,
  context: LowerContext,
): ast.Expression {
  const { relation, isPredicate, wordRelation } = node.children;
  const { operator, operands, options } = relation
    ? lowerRelation(single(relation), context)
    : isPredicate
      ? lowerIsPredicate(single(isPredicate), context)
      : lowerWordRelation(single(wordRelation ?? []), context);
  return ast.operationNode(operator, [left, ...operands], options ?? null, range);
}

function lowerRelation({ children }: cst.RelationCstNode, context: LowerContext): Tail {
  const sign = single(children.operator ?? []).image;
  return { operator: signs[sign] ?? 'eq', operands: [lowerValue(single(children.value), context)] };
}

function lowerIsPredicate({ children }: cst.IsPredicateCstNode, context: LowerContext): Tail {
  const isNot = children.Not !== undefined;
  const { similar, multiple, operationalHours, within, order } = children;
  if (children.Missing) return { operator: isNot ? 'exists' : 'not_exists', operands: [] };
  if (children.Present) return { operator: isNot ? 'not_exists' : 'exists', operands: [] };
  if (children.Empty) return { operator: isNot ? 'is_not_empty' : 'is_empty', operands: [] };
  if (similar) return lowerSimilar(single(similar), isNot, context);
  if (multiple) {
    const operands = [lowerValue(single(single(multiple).children.value), context)];
    return { operator: isNot ? 'is_not_multiple_of' : 'is_multiple_of', operands };
  }
  if (operationalHours) return lowerOperationalHours(single(operationalHours), isNot, context);
  if (within) return lowerWithin(single(within), isNot, context);
  if (order) return lowerOrder(single(order), isNot, context);
  return { operator: isNot ? 'neq' : 'eq', operands: [lowerLiteral(single(children.literal ?? []), context)] };
}

function lowerSimilar({ children }: cst.SimilarCstNode, isNot: boolean, context: LowerContext): Tail {
  const { target, value, Percent, threshold, algorithm } = children;
  const options: ast.FuzzyOptions = {
    threshold: Percent
      ? lowerPercent(single(Percent), context)
      : threshold
        ? lowerNameAsPath(single(threshold), context)
        : null,
    algorithm: algorithm ? lowerWord(single(algorithm), context) : null,
  };
  const written = options.threshold || options.algorithm ? options : null;
  if (target) {
    const operands = [lowerTarget(single(target), context)];
    return { operator: isNot ? 'not_fuzzy_match_custom_list' : 'fuzzy_match_custom_list', operands, options: written };
  }
  const operands = [lowerValue(single(value ?? []), context)];
  return { operator: isNot ? 'not_fuzzy_match' : 'fuzzy_match', operands, options: written };
}

function lowerOperationalHours({ children }: cst.OperationalHoursCstNode, isNot: boolean, context: LowerContext): Tail {
  const side = children.Outside ? 'outside' : 'inside';
  const operator = `${side}_entity_operational_hours` as const;
  return { operator: isNot ? `not_${operator}` : operator, operands: [lowerPath(single(children.path), context)] };
}

function lowerWithin({ children }: cst.WithinCstNode, isNot: boolean, context: LowerContext): Tail {
  const { Distance, value, length } = children;
  if (length)
    return { operator: isNot ? 'not_within_last' : 'within_last', operands: [lowerLength(single(length), context)] };
  const operands = [lowerDistance(single(Distance ?? []), context), lowerValue(single(value ?? []), context)];
  return { operator: isNot ? 'not_within_distance' : 'within_distance', operands };
}

function lowerOrder({ children }: cst.OrderCstNode, isNot: boolean, context: LowerContext): Tail {
  const operator = children.Before ? 'before' : 'after';
  return { operator: isNot ? `not_${operator}` : operator, operands: [lowerValue(single(children.value), context)] };
}

function lowerWordRelation({ children }: cst.WordRelationCstNode, context: LowerContext): Tail {
  const isNot = children.Not !== undefined;
  const values = (node: { readonly children: { readonly value: readonly cst.ValueCstNode[] } }): ast.Expression[] =>
    node.children.value.map((value) => lowerValue(value, context));
  const { membership, between, contains, startsWith, endsWith, matches } = children;
  if (membership) {
    const operands = [lowerTarget(single(single(membership).children.target), context)];
    return { operator: isNot ? 'not_in' : 'in', operands };
  }
  if (between) return { operator: isNot ? 'not_between' : 'between', operands: values(single(between)) };
  if (contains) return lowerContains(single(contains), isNot, context);
  if (startsWith) return { operator: isNot ? 'not_starts_with' : 'starts_with', operands: values(single(startsWith)) };
  if (endsWith) return { operator: isNot ? 'not_ends_with' : 'ends_with', operands: values(single(endsWith)) };
  return { operator: isNot ? 'not_matches' : 'matches', operands: [lowerPattern(single(matches ?? []), context)] };
}

function lowerContains({ children }: cst.ContainsCstNode, isNot: boolean, context: LowerContext): Tail {
  const { Any, target, value } = children;
  if (value) {
    return { operator: isNot ? 'not_contains' : 'contains', operands: [lowerValue(single(value), context)] };
  }
  const operands = [lowerTarget(single(target ?? []), context)];
  if (Any) return { operator: isNot ? 'contains_none' : 'contains_any', operands };
  return { operator: isNot ? 'not_contains_all' : 'contains_all', operands };
}

function lowerPattern({ children }: cst.MatchesCstNode, context: LowerContext): ast.Expression {
  const { RawText, Text, path } = children;
  if (RawText) return lowerRawText(single(RawText), context);
  return Text ? lowerText(single(Text), context) : lowerPath(single(path ?? []), context);
}

function lowerTarget({ children }: cst.TargetCstNode, context: LowerContext): ast.Expression {
  const { listReference, listTypeReference, value } = children;
  if (listReference) return lowerListReference(single(listReference), context);
  if (listTypeReference) return lowerListTypeReference(single(listTypeReference), context);
  return lowerValue(single(value ?? []), context);
}
