import type { Outcome } from '@tamis/lang';

/** How the items of a group are combined. */
export type GroupKind =
  | { readonly kind: 'and' }
  | { readonly kind: 'or' }
  | { readonly kind: 'atLeast'; readonly count: number };

/** Returns whether these items determine the result, regardless of the others. */
function isSettled(group: GroupKind, seen: readonly Outcome[], open: number): boolean {
  if (group.kind === 'and') return seen.includes(false);
  if (group.kind === 'or') return seen.includes(true);
  const hits = seen.filter((value) => value === true).length;
  const misses = seen.filter((value) => value === false).length;
  return hits >= group.count || seen.length + open - misses < group.count;
}

/**
 * Returns the items of a group that do not affect the result if cheaper ones are evaluated first, as in the engine. Equal costs stay in
 * text order. Skipped items are not evaluated.
 */
export function skippedItems(
  group: GroupKind,
  costs: readonly number[],
  evaluate: (index: number) => Outcome,
): readonly boolean[] {
  const order = costs.map((_, index) => index).sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || a - b);
  const skipped = costs.map(() => true);
  const seen: Outcome[] = [];
  for (const index of order) {
    if (isSettled(group, seen, order.length - seen.length)) break;
    seen.push(evaluate(index));
    skipped[index] = false;
  }
  return skipped;
}
