import type { Queryable } from '../../../../platform/database/index.js';
import type { Transaction } from '../domain/transaction.js';
import { toTransaction, transactionColumns, transactionTables, type TransactionRow } from './transaction-row.js';

/** Transactions by id, in no order. Its connection reads `json` columns as text. */
export async function findTransactions(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Transaction[]> {
  const { rows } = await client.query<TransactionRow>(
    `select ${transactionColumns} from ${transactionTables} where t.organization_id = $1 and t.id = any($2::uuid[])`,
    [organizationId, ids],
  );
  return rows.map(toTransaction);
}

/** Ids of transactions by the ids their owner gave them. Those that are not stored are left out. */
export async function findTransactionIds(
  client: Queryable,
  organizationId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await client.query<{ externalId: string; id: string }>(
    `select external_id as "externalId", id from transaction_keys where organization_id = $1 and external_id = any($2)`,
    [organizationId, externalIds],
  );
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}
