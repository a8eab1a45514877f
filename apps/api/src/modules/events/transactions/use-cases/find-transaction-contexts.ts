import type { Context } from '@tamis/engine';

import type { Queryable } from '../../../../platform/database/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import { resolveEntities } from '../../../parties/entities/index.js';
import { transactionSubject } from '../domain/transaction-view.js';
import { findTransactions } from '../persistence/transaction-row.js';
import { partyEntities } from './new-transaction.js';

/** A payment as it would be evaluated now. */
export interface StoredTransactionContext {
  readonly context: Context;
}

/** Returns payments by id with the current data of their parties. Uses a connection of the organization. */
export async function findTransactionContexts(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
  numbers: AccountNumberCipher,
): Promise<ReadonlyMap<string, StoredTransactionContext>> {
  if (ids.length === 0) return new Map();
  const transactions = await findTransactions(client, organizationId, ids, numbers);
  const names = transactions.flatMap(({ origin, destination }) => [origin, destination]);
  const entities = await resolveEntities(
    client,
    organizationId,
    names.map(({ entityId }) => ({ entityId })),
    'all',
  );
  return new Map(
    transactions.map((transaction, index) => {
      const linked = { origin: entities[2 * index] ?? null, destination: entities[2 * index + 1] ?? null };
      const { contextJson } = transactionSubject(transaction, linked, partyEntities(linked));
      return [transaction.id, { context: JSON.parse(contextJson) as Context }];
    }),
  );
}
