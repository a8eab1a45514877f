import type { Expression } from '../ast/expression.js';
import { childExpressions } from './child-expressions.js';
import { expandedNode } from './constant-value.js';
import type { Resolution } from './meaning.js';

/**
 * Nodes of an expression with the value of every `let` in the place of its name. A `let` that names the one before twice doubles
 * it, so this is counted from the sizes of the lets, by their index, and never by walking through them.
 */
export function writtenOutNodes(
  root: Expression,
  letSizes: readonly number[],
  resolutions: ReadonlyMap<Expression, Resolution>,
): number {
  const node = expandedNode(root, resolutions);
  const resolution = resolutions.get(node);
  if (resolution?.kind === 'let') return letSizes[resolution.index] ?? 1;
  const parts = resolution?.kind === 'template' ? resolution.parts.filter((part) => typeof part !== 'string') : [];
  const start = node.kind === 'aggregate' && node.window?.kind === 'since' ? [node.window.start] : [];
  return [...childExpressions(node), ...parts, ...start].reduce(
    (sum, child) => sum + writtenOutNodes(child, letSizes, resolutions),
    1,
  );
}
