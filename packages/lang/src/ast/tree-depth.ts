import type { SyntaxNode } from './syntax-node.js';

/** How many nodes lie in one another at the deepest place; measuring stops just above `limit`. Does not recurse. */
export function treeDepth(root: SyntaxNode, limit: number): number {
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  let deepest = 0;
  for (let next = pending.pop(); next && deepest <= limit; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    const own = 'kind' in value && 'range' in value ? depth + 1 : depth;
    deepest = Math.max(deepest, own);
    for (const [key, part] of Object.entries(value)) if (key !== 'range') pending.push({ value: part, depth: own });
  }
  return deepest;
}
