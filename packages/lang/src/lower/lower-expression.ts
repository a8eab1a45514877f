import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { lowerAggregate } from './lower-aggregate.js';
import { lowerComparisonTail } from './lower-comparison.js';
import { nodeRange, single, type LowerContext } from './lower-context.js';
import { lowerLiteral } from './lower-literal.js';
import { lowerGroup } from './lower-group.js';
import { lowerMembers, lowerPath } from './lower-name.js';

/** Chains of one connective become a single node, also across parentheses. A block stays as its author wrote it. */
const flatten = (kind: 'and' | 'or', items: readonly ast.Expression[]): ast.Expression[] =>
  items.flatMap((item) => (item.kind === kind && item.style === 'chain' ? item.items : [item]));

/** A precedence level with a single part may be omitted from the tree. That part takes its place under its own name. */
function lowerLevel(node: cst.CstNode, context: LowerContext): ast.Expression {
  // The table contains the function for exactly this production, which the compiler cannot infer.
  const lower = lowering[node.name as keyof typeof lowering] as (
    node: cst.CstNode,
    context: LowerContext,
  ) => ast.Expression;
  return lower(node, context);
}

export const lowerExpression: (node: cst.ExpressionCstNode, context: LowerContext) => ast.Expression = lowerLevel;
export const lowerValue: (node: cst.ValueCstNode, context: LowerContext) => ast.Expression = lowerLevel;

function lowerDisjunction(node: cst.ExpressionCstNode, context: LowerContext): ast.Expression {
  const items = node.children.conjunction.map((item) => lowerLevel(item, context));
  return items.length === 1 ? single(items) : ast.orNode(flatten('or', items), 'chain', nodeRange(node, context));
}

function lowerConjunction(node: cst.ConjunctionCstNode, context: LowerContext): ast.Expression {
  const items = node.children.negation.map((item) => lowerLevel(item, context));
  return items.length === 1 ? single(items) : ast.andNode(flatten('and', items), 'chain', nodeRange(node, context));
}

function lowerNegation(node: cst.NegationCstNode, context: LowerContext): ast.Expression {
  const { negation, comparison } = node.children;
  if (negation) return ast.notNode(lowerLevel(single(negation), context), nodeRange(node, context));
  return lowerLevel(single(comparison ?? []), context);
}

function lowerComparison(node: cst.ComparisonCstNode, context: LowerContext): ast.Expression {
  const value = lowerLevel(single(node.children.value), context);
  const [tail] = node.children.comparisonTail ?? [];
  return tail ? lowerComparisonTail(value, tail, nodeRange(node, context), context) : value;
}

/** `a - b - c` is `(a - b) - c`: each step uses the result so far as its left side. */
function foldLeft(
  nodes: readonly cst.CstNode[],
  operatorAt: (index: number) => ast.OperatorName,
  context: LowerContext,
): ast.Expression {
  const first = single(nodes);
  let left = lowerLevel(first, context);
  for (let index = 1; index < nodes.length; index++) {
    const node = nodes[index] as cst.CstNode;
    const operands = [left, lowerLevel(node, context)];
    left = ast.operationNode(operatorAt(index - 1), operands, null, nodeRange(first, context, node));
  }
  return left;
}

const lowerAlternatives = (node: cst.ValueCstNode, context: LowerContext): ast.Expression =>
  foldLeft(node.children.sum, () => 'otherwise', context);

function lowerSum(node: cst.SumCstNode, context: LowerContext): ast.Expression {
  const { product, operator = [] } = node.children;
  return foldLeft(product, (at) => (operator[at]?.image === '+' ? 'add' : 'subtract'), context);
}

function lowerProduct(node: cst.ProductCstNode, context: LowerContext): ast.Expression {
  const { unary, operator = [] } = node.children;
  return foldLeft(unary, (at) => (operator[at]?.image === '*' ? 'multiply' : 'divide'), context);
}

function lowerUnary(node: cst.UnaryCstNode, context: LowerContext): ast.Expression {
  const { unary, conversion } = node.children;
  if (unary) return ast.operationNode('negate', [lowerLevel(single(unary), context)], null, nodeRange(node, context));
  return lowerLevel(single(conversion ?? []), context);
}

function lowerConversion(node: cst.ConversionCstNode, context: LowerContext): ast.Expression {
  const { primary, currency = [] } = node.children;
  const start = node.location?.startOffset ?? 0;
  return currency.reduce(
    (operand: ast.Expression, token) =>
      ast.convertNode(operand, token.image, context.rangeOf(start, token.startOffset + token.image.length)),
    lowerLevel(single(primary), context),
  );
}

function lowerPrimary({ children }: cst.PrimaryCstNode, context: LowerContext): ast.Expression {
  const { literal, array, parentheses, group, aggregate, call, path } = children;
  const parts: readonly cst.CstNode[] = literal ?? array ?? parentheses ?? group ?? aggregate ?? call ?? path ?? [];
  return lowerLevel(single(parts), context);
}

const lowerParentheses = ({ children }: cst.ParenthesesCstNode, context: LowerContext): ast.Expression =>
  lowerLevel(single(children.expression), context);

export function lowerArray(node: cst.ArrayCstNode, context: LowerContext): ast.ArrayLiteral {
  const items = (node.children.expression ?? []).map((item) => lowerExpression(item, context));
  return ast.arrayLiteral(items, nodeRange(node, context));
}

function lowerCall(node: cst.CallCstNode, context: LowerContext): ast.CallNode {
  const args = (node.children.expression ?? []).map((item) => lowerExpression(item, context));
  const members = lowerMembers(node.children.member, context);
  return ast.callNode(single(node.children.CallName).image, args, members, nodeRange(node, context));
}

const lowering = {
  expression: lowerDisjunction,
  conjunction: lowerConjunction,
  negation: lowerNegation,
  comparison: lowerComparison,
  value: lowerAlternatives,
  sum: lowerSum,
  product: lowerProduct,
  unary: lowerUnary,
  conversion: lowerConversion,
  primary: lowerPrimary,
  literal: lowerLiteral,
  array: lowerArray,
  parentheses: lowerParentheses,
  group: lowerGroup,
  aggregate: lowerAggregate,
  call: lowerCall,
  path: lowerPath,
};
