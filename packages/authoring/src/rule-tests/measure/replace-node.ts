import type { SyntaxNode } from '@tamis/lang';

/** Replaces one node of a tree, found by identity; unchanged parts stay the same objects. */
export function replaceNode<T>(tree: T, target: SyntaxNode, replacement: unknown): T {
  if ((tree as unknown) === target) return replacement as T;
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) {
    const items = tree.map((item: unknown) => replaceNode(item, target, replacement));
    return (items.some((item, index) => item !== (tree as unknown[])[index]) ? items : tree) as T;
  }
  const entries = Object.entries(tree);
  const changed = entries.map(
    ([key, value]) => [key, key === 'range' ? value : replaceNode(value, target, replacement)] as const,
  );
  const differs = changed.some(([, value], index) => value !== entries[index]?.[1]);
  return differs ? (Object.freeze(Object.fromEntries(changed)) as T) : tree;
}
