import type { Expression } from '../ast/expression.js';
import { costWeights, type CostClass } from '../catalogue/declaration.js';
import { childExpressions } from './child-expressions.js';
import type { CheckedLet, Resolution } from './checked-rule.js';

/** A text equal for trees that mean the same, whatever their places in the source. */
export function treeKey(node: Expression): string {
  return JSON.stringify(node, (key, value: unknown) => (key === 'range' ? undefined : value));
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
      return costWeights.c0;
    default:
      if (resolution?.kind === 'membership') return costWeights.c2;
      if (resolution?.kind === 'application') return costWeights[operatorCost(node, resolution.declaration.cost)];
      return 0;
  }
}

/** Membership in a constant list is hashed. */
const operatorCost = (node: Expression, declared: CostClass): CostClass =>
  node.kind === 'operation' &&
  (node.operator === 'in' || node.operator === 'not_in') &&
  node.operands[1]?.kind === 'arrayLiteral'
    ? 'c0'
    : declared;

/** Sum of weights over condition and used lets; equal subtrees count once. */
export function ruleCost(
  condition: Expression,
  lets: readonly CheckedLet[],
  resolutions: ReadonlyMap<Expression, Resolution>,
): number {
  const seen = new Set<string>();
  const visit = (node: Expression): number => {
    const resolution = resolutions.get(node);
    if (resolution?.kind === 'let') {
      const named = lets[resolution.index];
      return named ? visit(named.value) : 0;
    }
    const key = treeKey(node);
    if (seen.has(key)) return 0;
    seen.add(key);
    // The filter of an aggregate is part of its class.
    if (node.kind === 'aggregate') return ownCost(node, resolution);
    return childExpressions(node).reduce((sum, child) => sum + visit(child), ownCost(node, resolution));
  };
  return visit(condition);
}
