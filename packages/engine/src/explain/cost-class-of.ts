import type { CostClass, Expression, SemanticModel } from '@tamis/lang';

/** Returns the cost of a node itself, without its parts. */
export function costClassOf(node: Expression, meaning: SemanticModel): CostClass {
  if (node.kind === 'convert') return 'c2';
  const resolution = meaning.resolution(node);
  if (resolution?.kind === 'aggregate') return resolution.window.cost;
  return resolution?.kind === 'application' ? resolution.declaration.cost : 'c0';
}
