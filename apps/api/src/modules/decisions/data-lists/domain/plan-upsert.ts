import type { ListType } from './list-enumerations.js';
import type { DuplicatePolicy, ItemCounts, ItemError, NewListItem } from './list-item.js';

export interface PlannedItem {
  readonly item: NewListItem;
  readonly normalized: string;
}

export interface UpsertPlan {
  readonly toCreate: readonly PlannedItem[];
  readonly toUpdate: readonly PlannedItem[];
  readonly counts: ItemCounts;
}

/** Items with their normalized values; `null` for a value that is invalid on the list. */
export interface NormalizedItems {
  readonly items: readonly NewListItem[];
  readonly normalized: readonly (string | null)[];
}

/** Decides how each item is handled. `present` contains the normalized values that are on the list. */
export function planUpsert(
  { items, normalized: values }: NormalizedItems,
  type: ListType,
  present: Pick<ReadonlyMap<string, unknown>, 'has'>,
  policy: DuplicatePolicy,
): UpsertPlan {
  const create = new Map<string, PlannedItem>();
  const update = new Map<string, PlannedItem>();
  const errorDetails: ItemError[] = [];
  let [duplicates, skipped, overwritten] = [0, 0, 0];
  items.forEach((item, index) => {
    const { primaryValue } = item;
    const normalized = values[index] ?? null;
    if (normalized === null) return void errorDetails.push(invalidValueError(type, index, primaryValue));
    const sorted = { item, normalized };
    if (!present.has(normalized) && !create.has(normalized)) return void create.set(normalized, sorted);
    duplicates += 1;
    if (policy.updateExisting) {
      overwritten += 1;
      (create.has(normalized) ? create : update).set(normalized, sorted);
    } else if (policy.ignoreDuplicates) skipped += 1;
    else {
      const message = 'the value is already on the list';
      errorDetails.push({ index, primaryValue, code: 'DUPLICATE_ITEM', message });
    }
  });
  return {
    toCreate: [...create.values()],
    toUpdate: [...update.values()],
    counts: {
      processed: items.length,
      created: create.size,
      updated: overwritten,
      duplicates,
      skipped,
      errors: errorDetails.length,
      errorDetails,
    },
  };
}

export const invalidValueError = (type: ListType, index: number, primaryValue: string): ItemError => ({
  index,
  primaryValue,
  code: 'INVALID_VALUE_FOR_LIST_TYPE',
  message: `the value is not allowed on a list of type ${type}`,
});
