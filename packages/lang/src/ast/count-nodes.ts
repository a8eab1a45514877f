import type { SyntaxNode } from './syntax-node.js';

/** How many nodes a tree has, itself included; counting stops just above `limit`. Does not recurse, so any depth will do. */
export function countNodes(root: SyntaxNode, limit: number): number {
  const pending: unknown[] = [root];
  let count = 0;
  while (pending.length > 0 && count <= limit) {
    const value = pending.pop();
    if (Array.isArray(value)) for (const item of value as unknown[]) pending.push(item);
    else if (typeof value === 'object' && value !== null) {
      if ('kind' in value && 'range' in value) count++;
      for (const [key, part] of Object.entries(value)) if (key !== 'range') pending.push(part);
    }
  }
  return count;
}
