import type { TransactionClient } from '../../../../platform/database/index.js';
import type { AddedBy } from '../domain/list-item.js';
import { normalizeListValue } from '../domain/list-keys.js';
import { type AddedItem, insertItems, presentItems } from '../persistence/list-items-writer.js';
import { type LockedList, lockLists, noteChange } from '../persistence/list-lock.js';
import { announceItems } from './announce-items.js';

/** A value that a rule adds to a list. */
export interface RuleAddition {
  readonly listId: string;
  /** Null and empty are skipped. */
  readonly value: string | null;
  readonly reason?: string | null;
  readonly addedBy: AddedBy & { readonly type: 'rule' };
}

/** `not_allowed`: the list is not an active list of type `custom` of this organization. */
export type AdditionOutcome = 'added' | 'duplicate' | 'empty' | 'not_allowed';

/** Adds values to lists inside the caller's transaction; says for each, in order, what became of it. */
export async function appendRuleItems(
  client: TransactionClient,
  organizationId: string,
  additions: readonly RuleAddition[],
  now: Date,
): Promise<readonly AdditionOutcome[]> {
  if (additions.length === 0) return [];
  const outcomes = additions.map((): AdditionOutcome => 'not_allowed');
  const ids = [...new Set(additions.map(({ listId }) => listId))];
  for (const list of await lockLists(client, organizationId, ids)) {
    if (!isWritable(list)) continue;
    const places = additions.flatMap(({ listId }, place) => (listId === list.id ? [place] : []));
    const change = { organizationId, list, now };
    const values = places.map((place) => normalizedOf(list, additions[place]!));
    const present = await presentItems(
      client,
      organizationId,
      list.id,
      values.flatMap((value) => value ?? []),
    );
    const toAdd = new Map<string, AddedItem>();
    places.forEach((place, index) => {
      const normalized = values[index] ?? null;
      if (normalized === null) outcomes[place] = 'empty';
      else if (present.has(normalized) || toAdd.has(normalized)) outcomes[place] = 'duplicate';
      else {
        outcomes[place] = 'added';
        toAdd.set(normalized, newItem(additions[place]!, normalized));
      }
    });
    if (toAdd.size === 0) continue;
    const createdIds = await insertItems(client, change, [...toAdd.values()]);
    await announceItems(client, organizationId, await noteChange(client, change, toAdd.size), createdIds);
  }
  return outcomes;
}

const isWritable = ({ type, status, isGlobal }: LockedList): boolean =>
  type === 'custom' && status === 'active' && !isGlobal;

const normalizedOf = ({ type }: LockedList, { value }: RuleAddition): string | null =>
  value === null ? null : normalizeListValue(type, value);

const newItem = ({ value, reason, addedBy }: RuleAddition, normalized: string): AddedItem => ({
  item: { primaryValue: value!, reason },
  normalized,
  addedBy,
});
