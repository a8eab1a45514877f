import type { SyntaxNode } from '../ast/syntax-node.js';
import { sameTree } from '../ast/same-tree.js';

/** An item before and after; undefined if it was added or removed. */
export type Aligned<N> = readonly [N | undefined, N | undefined];

/**
 * Pairs the items of two lists: equal trees first, then similar ones, in order. Remaining items were removed or added. The result has the
 * order of the new list, with removed items in their original positions.
 */
export function alignItems<N extends SyntaxNode>(
  before: readonly N[],
  after: readonly N[],
  isAlike: (a: N, b: N) => boolean,
): Aligned<N>[] {
  const partner = new Map<N, N>();
  const free = new Set(before);
  const pair = (matches: (a: N, b: N) => boolean): void => {
    for (const item of after) {
      if (partner.has(item)) continue;
      const old = [...free].find((candidate) => matches(candidate, item));
      if (!old) continue;
      partner.set(item, old);
      free.delete(old);
    }
  };
  pair(sameTree);
  pair(isAlike);
  const removed = [...free].map((old): Aligned<N> => [old, undefined]);
  return [...removed, ...after.map((item): Aligned<N> => [partner.get(item), item])];
}
