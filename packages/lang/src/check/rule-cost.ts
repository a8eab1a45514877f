import type { Expression } from '../ast/expression.js';
import { costWeights, type CostClass, type Declaration } from '../catalogue/declaration.js';
import { childExpressions } from './child-expressions.js';
import type { CheckedLet } from './checked-rule.js';
import { expandedNode } from './constant-value.js';
import type { Resolution } from './meaning.js';

/** A text equal for trees that mean the same, whatever their places in the source. `without`: nodes that are left out. */
export function treeKey(node: Expression, without: ReadonlySet<unknown> = new Set()): string {
  return JSON.stringify(node, (key, value: unknown) =>
    key === 'range' || key === 'style' || without.has(value) ? undefined : value,
  );
}

function ownCost(node: Expression, resolution: Resolution | undefined): number {
  switch (node.kind) {
    case 'aggregate':
      return resolution?.kind === 'aggregate' ? costWeights[resolution.window.cost] : 0;
    case 'convert':
      return costWeights.c2;
    case 'and':
    case 'or':
    case 'not':
    case 'none':
    case 'atLeast':
      return costWeights.c0;
    default:
      if (resolution?.kind === 'template') return costWeights.c1;
      if (resolution?.kind === 'application') return costWeights[operatorCost(node, resolution.declaration)];
      return 0;
  }
}

/** Membership in a constant list is hashed; a search by similarity among a few written values reads no data list. */
function operatorCost(node: Expression, { name, cost }: Declaration): CostClass {
  const right = node.kind === 'operation' ? node.operands[1]?.kind : undefined;
  if (name === 'in' || name === 'not_in') return right === 'arrayLiteral' ? 'c0' : cost;
  return cost === 'c5' && right === 'arrayLiteral' ? 'c1' : cost;
}

/** What is costed: an expression tree, the lets it may name, and what its nodes mean. */
export interface CostedTree {
  readonly condition: Expression;
  readonly lets: readonly CheckedLet[];
  readonly resolutions: { get(node: Expression): Resolution | undefined };
}

/** Text of an expanded tree. Definitions of one name with equal arguments are equal, wherever they are used. */
function expandedKey(node: Expression, tree: CostedTree): string {
  const meaning = (written: Expression): string => {
    const found = expandedNode(written, tree.resolutions);
    const resolution = tree.resolutions.get(found);
    if (resolution?.kind === 'let') {
      const named = tree.lets[resolution.index];
      return named ? meaning(named.value) : '';
    }
    if (resolution?.kind === 'field') return `${resolution.scope}:${resolution.field.jsonPath.join('/')}`;
    const children = childExpressions(found);
    // A leaf, and what a node says besides its children.
    const own = treeKey(found, new Set(children));
    return children.length === 0 ? own : `${own}(${children.map(meaning).join(',')})`;
  };
  return meaning(node);
}

/**
 * Sum of weights over conditions and the lets they use, definitions expanded; equal subtrees count once. `seen` holds what was
 * counted already: pass one set for several rules to get the cost of their union.
 */
export function treeCost(tree: CostedTree, seen: Set<string>): number {
  const visit = (written: Expression): number => {
    const node = expandedNode(written, tree.resolutions);
    const resolution = tree.resolutions.get(node);
    if (resolution?.kind === 'let') {
      const named = tree.lets[resolution.index];
      return named ? visit(named.value) : 0;
    }
    const own = ownCost(node, resolution);
    if (own > 0) {
      const key = expandedKey(node, tree);
      if (seen.has(key)) return 0;
      seen.add(key);
    }
    // The filter of an aggregate is part of its class.
    if (node.kind === 'aggregate') return own;
    return childExpressions(node).reduce((sum, child) => sum + visit(child), own);
  };
  return visit(tree.condition);
}

export const ruleCost = (
  condition: Expression,
  lets: readonly CheckedLet[],
  resolutions: ReadonlyMap<Expression, Resolution>,
): number => treeCost({ condition, lets, resolutions }, new Set());
