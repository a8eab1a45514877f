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
