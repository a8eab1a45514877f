import { failure, ok, type Result } from '@tamis/stdx';

import type { PlannedItem } from './plan-upsert.js';
import { syncLimits } from './sync-limits.js';

/** An item that an earlier sync added to the list. */
export interface SyncedItem {
  readonly id: string;
  /** Everything the file says about it, as a single text. */
  readonly content: string;
}

export interface ItemsReplacement {
  readonly toCreate: readonly PlannedItem[];
  readonly toUpdate: readonly (PlannedItem & { readonly id: string })[];
  readonly toRemove: readonly string[];
  readonly unchanged: number;
  /** Number of values that were added to the list by others. They remain unchanged. */
  readonly skipped: number;
}

/** Reported if more than half of the items would be removed: a broken file is more likely than that many changes. */
export interface ReplacementDoubt {
  readonly remaining: number;
  readonly before: number;
}

/**
 * Returns the changes that make the synced items of a list equal to those of a file. `others`: values of the file that someone else added
 * to the list.
 *
 * @param contentOf all that the file says of an item
 */
export function planReplacement(
  wanted: ReadonlyMap<string, PlannedItem>,
  synced: ReadonlyMap<string, SyncedItem>,
  others: Pick<ReadonlyMap<string, unknown>, 'has'>,
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
