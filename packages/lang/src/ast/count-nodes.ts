import type { SyntaxNode } from './syntax-node.js';

const isLiteral = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  value.kind !== 'arrayLiteral' &&
  value.kind.endsWith('Literal');

/**
 * How many nodes a tree has, itself included, but for the literals in a list and the tests of a rule, which have limits of
 * their own; counting stops just above `limit`. Does not recurse, so any depth will do.
 */
export function countNodes(root: SyntaxNode, limit: number): number {
  const pending: unknown[] = [root];
  let count = 0;
  while (pending.length > 0 && count <= limit) {
    const value = pending.pop();
    if (Array.isArray(value)) for (const item of value as unknown[]) pending.push(item);
    else if (value instanceof Object && 'kind' in value && value.kind === 'arrayLiteral' && 'items' in value) {
      count++;
      pending.push((value.items as unknown[]).filter((item) => !isLiteral(item)));
    } else if (typeof value === 'object' && value !== null) {
      if ('kind' in value && 'range' in value) count++;
      for (const [key, part] of Object.entries(value)) if (key !== 'range' && key !== 'tests') pending.push(part);
    }
  }
  return count;
}
