import type { Expression } from '../ast/expression.js';
import { literalValue } from '../values/literal-value.js';
import { childExpressions } from './child-expressions.js';

export interface ExpressionSize {
  readonly nodes: number;
  /** Number of comparisons, calls used as conditions, and so on: everything below `and`, `or` and `not` other than these. */
  readonly leaves: number;
  readonly depth: number;
  readonly logicDepth: number;
}

const logic: ReadonlySet<Expression['kind']> = new Set(['and', 'or', 'not', 'none', 'atLeast']);
const isLogic = (node: Expression): boolean => logic.has(node.kind);

/** Measures the size without recursion, since the tree may be deeper than the stack. Stops counting at `maxNodes`. */
export function expressionSize(root: Expression, maxNodes: number): ExpressionSize {
  const open: { node: Expression; depth: number; logic: number; condition: boolean }[] = [
    { node: root, depth: 1, logic: 0, condition: true },
  ];
  let [nodes, leaves, depth, logicDepth] = [0, 0, 0, 0];
  for (let next = open.pop(); next && nodes < maxNodes; next = open.pop()) {
    const level = isLogic(next.node) ? next.logic + 1 : next.logic;
    nodes++;
    depth = Math.max(depth, next.depth);
    logicDepth = Math.max(logicDepth, level);
    if (next.condition && !isLogic(next.node)) leaves++;
    const condition = isLogic(next.node);
    const children = childExpressions(next.node);
    // The literals of a list have a separate limit.
    const counted =
      next.node.kind === 'arrayLiteral' ? children.filter((each) => literalValue(each) === undefined) : children;
    for (const node of counted) open.push({ node, depth: next.depth + 1, logic: level, condition });
  }
  return { nodes, leaves, depth, logicDepth };
}
