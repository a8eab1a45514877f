import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { lowerAggregate } from './lower-aggregate.js';
import { lowerComparisonTail } from './lower-comparison.js';
import { nodeRange, only, type LowerContext } from './lower-context.js';
import { lowerLiteral } from './lower-literal.js';
import { lowerGroup } from './lower-group.js';
import { lowerMembers, lowerPath } from './lower-name.js';

/** Chains of one connective become one node, also across parentheses; a block stays what its author wrote. */
const flatten = (kind: 'and' | 'or', items: readonly ast.Expression[]): ast.Expression[] =>
  items.flatMap((item) => (item.kind === kind && item.style === 'chain' ? item.items : [item]));

export function lowerExpression(node: cst.ExpressionCstNode, context: LowerContext): ast.Expression {
  const items = node.children.conjunction.map((item) => lowerConjunction(item, context));
  return items.length === 1 ? only(items) : ast.orNode(flatten('or', items), 'chain', nodeRange(node, context));
}

function lowerConjunction(node: cst.ConjunctionCstNode, context: LowerContext): ast.Expression {
  const items = node.children.negation.map((item) => lowerNegation(item, context));
  return items.length === 1 ? only(items) : ast.andNode(flatten('and', items), 'chain', nodeRange(node, context));
}

function lowerNegation(node: cst.NegationCstNode, context: LowerContext): ast.Expression {
  const { negation, comparison } = node.children;
  if (negation) return ast.notNode(lowerNegation(only(negation), context), nodeRange(node, context));
  return lowerComparison(only(comparison ?? []), context);
}

function lowerComparison(node: cst.ComparisonCstNode, context: LowerContext): ast.Expression {
  const value = lowerValue(only(node.children.value), context);
  const [tail] = node.children.comparisonTail ?? [];
  return tail ? lowerComparisonTail(value, tail, nodeRange(node, context), context) : value;
}

/** `a - b - c` is `(a - b) - c`: every step takes what was read so far as its left side. */
function foldLeft<N extends cst.CstNode>(
  nodes: readonly N[],
  lower: (node: N, context: LowerContext) => ast.Expression,
  operatorAt: (index: number) => ast.OperatorName,
  context: LowerContext,
): ast.Expression {
  const first = only(nodes);
  return nodes
    .slice(1)
    .reduce(
      (left, node, index) =>
        ast.operationNode(operatorAt(index), [left, lower(node, context)], null, nodeRange(first, context, node)),
      lower(first, context),
    );
}

export const lowerValue = (node: cst.ValueCstNode, context: LowerContext): ast.Expression =>
  foldLeft(node.children.sum, lowerSum, () => 'otherwise', context);

function lowerSum(node: cst.SumCstNode, context: LowerContext): ast.Expression {
  const { product, operator = [] } = node.children;
  return foldLeft(product, lowerProduct, (at) => (operator[at]?.image === '+' ? 'add' : 'subtract'), context);
}

function lowerProduct(node: cst.ProductCstNode, context: LowerContext): ast.Expression {
  const { unary, operator = [] } = node.children;
  return foldLeft(unary, lowerUnary, (at) => (operator[at]?.image === '*' ? 'multiply' : 'divide'), context);
}

function lowerUnary(node: cst.UnaryCstNode, context: LowerContext): ast.Expression {
  const { unary, conversion } = node.children;
  if (unary) return ast.operationNode('negate', [lowerUnary(only(unary), context)], null, nodeRange(node, context));
  return lowerConversion(only(conversion ?? []), context);
}

function lowerConversion(node: cst.ConversionCstNode, context: LowerContext): ast.Expression {
  const { primary, currency = [] } = node.children;
  const start = node.location?.startOffset ?? 0;
  return currency.reduce(
    (operand: ast.Expression, token) =>
      ast.convertNode(operand, token.image, context.rangeOf(start, token.startOffset + token.image.length)),
    lowerPrimary(only(primary), context),
  );
}

function lowerPrimary(node: cst.PrimaryCstNode, context: LowerContext): ast.Expression {
  const { literal, array, parentheses, group, aggregate, call, path } = node.children;
  if (literal) return lowerLiteral(only(literal), context);
  if (array) return lowerArray(only(array), context);
  if (parentheses) return lowerExpression(only(only(parentheses).children.expression), context);
  if (group) return lowerGroup(only(group), context);
  if (aggregate) return lowerAggregate(only(aggregate), context);
  if (call) return lowerCall(only(call), context);
  return lowerPath(only(path ?? []), context);
}

export function lowerArray(node: cst.ArrayCstNode, context: LowerContext): ast.ArrayLiteral {
  const items = (node.children.expression ?? []).map((item) => lowerExpression(item, context));
  return ast.arrayLiteral(items, nodeRange(node, context));
}

function lowerCall(node: cst.CallCstNode, context: LowerContext): ast.CallNode {
  const args = (node.children.expression ?? []).map((item) => lowerExpression(item, context));
  const members = lowerMembers(node.children.member, context);
  return ast.callNode(only(node.children.CallName).image, args, members, nodeRange(node, context));
}
