import type { Expression } from '../ast/expression.js';

function cloneAny(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(cloneAny);
  if (typeof part !== 'object' || part === null) return part;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part)) copy[key] = key === 'range' ? value : cloneAny(value);
  return Object.freeze(copy);
}

/** The same tree made of new nodes, so that each use of a definition has meanings of its own. */
export const cloneExpression = (node: Expression): Expression => cloneAny(node) as Expression;
