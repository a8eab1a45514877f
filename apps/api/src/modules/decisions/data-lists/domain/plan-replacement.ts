import { failure, ok, type Result } from '@tamis/stdx';

import type { PlannedItem } from './plan-upsert.js';
import { syncLimits } from './sync-limits.js';

/** An item that an earlier sync has put on the list. */
export interface SyncedItem {
  readonly id: string;
  /** All that a file says of it, as one text. */
  readonly content: string;
}

export interface ItemsReplacement {
  readonly toCreate: readonly PlannedItem[];
  readonly toUpdate: readonly (PlannedItem & { readonly id: string })[];
  readonly toRemove: readonly string[];
  readonly unchanged: number;
  /** Values that somebody else has put on the list: theirs stay as they are. */
  readonly skipped: number;
}

/** More than half of what came before would go: rather a broken file than so much news. */
export interface ReplacementDoubt {
  readonly remaining: number;
  readonly before: number;
}

/**
 * What makes the synced items of a list those of a file. `others`: values of the file that stand on the list by somebody else's hand.
 *
 * @param contentOf all that the file says of an item
 */
export function planReplacement(
  wanted: ReadonlyMap<string, PlannedItem>,
  synced: ReadonlyMap<string, SyncedItem>,
  others: ReadonlySet<string>,
  { contentOf, force }: { readonly contentOf: (planned: PlannedItem) => string; readonly force: boolean },
): Result<ItemsReplacement, ReplacementDoubt> {
  const toRemove = [...synced].filter(([value]) => !wanted.has(value)).map(([, { id }]) => id);
  const isDoubted = toRemove.length > syncLimits.removedUnasked && toRemove.length * 2 > synced.size;
  if (isDoubted && !force) return failure({ remaining: synced.size - toRemove.length, before: synced.size });
  const toCreate: PlannedItem[] = [];
  const toUpdate: (PlannedItem & { readonly id: string })[] = [];
  let [unchanged, skipped] = [0, 0];
  for (const [value, planned] of wanted) {
    const before = synced.get(value);
    if (before === undefined) {
      if (others.has(value)) skipped += 1;
      else toCreate.push(planned);
    } else if (before.content === contentOf(planned)) unchanged += 1;
    else toUpdate.push({ ...planned, id: before.id });
  }
  return ok({ toCreate, toUpdate, toRemove, unchanged, skipped });
}
