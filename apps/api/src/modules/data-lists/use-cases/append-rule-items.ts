import type { TransactionClient } from '../../../platform/database/index.js';
import type { AddedBy } from '../domain/list-item.js';
import { normalizeListValue } from '../domain/list-keys.js';
import { insertItems, type LockedList, lockLists, noteChange, presentItems } from '../persistence/list-items-writer.js';

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
  const ids = [...new Set(additions.map(({ listId }) => listId))];
  const lists = new Map((await lockLists(client, organizationId, ids)).map((list) => [list.id, list]));
  const outcomes: AdditionOutcome[] = [];
  for (const addition of additions) {
    outcomes.push(await append(client, organizationId, lists.get(addition.listId), addition, now));
  }
  return outcomes;
}

async function append(
  client: TransactionClient,
  organizationId: string,
  list: LockedList | undefined,
  addition: RuleAddition,
  now: Date,
): Promise<AdditionOutcome> {
  if (!list || list.type !== 'custom' || list.status !== 'active' || list.isGlobal) return 'not_allowed';
  const normalized = addition.value === null ? null : normalizeListValue(list.type, addition.value);
  if (addition.value === null || normalized === null) return 'empty';
  if ((await presentItems(client, organizationId, list.id, [normalized])).size > 0) return 'duplicate';
  const write = { organizationId, list, addedBy: addition.addedBy, now };
  await insertItems(client, write, [{ item: { primaryValue: addition.value, reason: addition.reason }, normalized }]);
  await noteChange(client, write, 1);
  return 'added';
}
