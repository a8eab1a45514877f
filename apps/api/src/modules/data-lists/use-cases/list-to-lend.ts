import type { TransactionClient } from '../../../platform/database/index.js';
import { lentList, type LentList } from '../domain/lent-list.js';
import { findListForUpdate } from '../persistence/data-list-store.js';

/** A list as it is shared with children of its organization; it does not change until the transaction ends. Null: there is none. */
export async function listToLend(
  client: TransactionClient,
  organizationId: string,
  id: string,
): Promise<{ readonly id: string; readonly name: string; readonly content: LentList } | null> {
  const list = await findListForUpdate(client, organizationId, id);
  return list && { id: list.id, name: list.name, content: lentList(list) };
}
