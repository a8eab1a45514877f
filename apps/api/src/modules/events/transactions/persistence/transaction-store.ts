import {
  hasOpenAlertSql,
  type Queryable,
  rowColumns,
  type Transaction as DatabaseTransaction,
} from '../../../../platform/database/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import type { RecordWrite } from '../../../decisions/evaluations/index.js';
import type { Party, PartyEntities, Transaction } from '../domain/transaction.js';
import {
  toPartyEntities,
  toTransaction,
  transactionColumns,
  transactionTables,
  type TransactionRow,
} from './transaction-row.js';

/** A stored transaction with the displayed fields of its parties. */
export interface StoredTransaction {
  readonly transaction: Transaction;
  readonly entities: PartyEntities;
}

const columns = rowColumns<Transaction>()('transactions', {
  organization_id: (transaction) => transaction.organizationId,
  id: (transaction) => transaction.id,
  external_id: (transaction) => transaction.externalId,
  type: (transaction) => transaction.type,
  status: (transaction) => transaction.status,
  reason: (transaction) => transaction.reason,
  payment_method: (transaction) => transaction.paymentMethod,
  channel: (transaction) => transaction.channel,
  amount: (transaction) => transaction.amount,
  currency: (transaction) => transaction.currency,
  amount_in_usd: (transaction) => transaction.amountInUsd,
  currencies_exchange: (transaction) => transaction.currenciesExchange,
  description: (transaction) => transaction.description,
  category: (transaction) => transaction.category,
  origin_entity_id: ({ origin }) => origin.entityId,
  origin_external_id: ({ origin }) => origin.externalId,
  origin_tax_id: ({ origin }) => origin.taxId,
  origin_name: ({ origin }) => origin.name,
  origin_country: ({ origin }) => origin.country,
  origin_details: ({ origin }) => origin.details,
  destination_entity_id: ({ destination }) => destination.entityId,
  destination_external_id: ({ destination }) => destination.externalId,
  destination_tax_id: ({ destination }) => destination.taxId,
  destination_name: ({ destination }) => destination.name,
  destination_country: ({ destination }) => destination.country,
  destination_details: ({ destination }) => destination.details,
  location_details: (transaction) => transaction.locationDetails,
  device_details: (transaction) => transaction.deviceDetails,
  metadata: (transaction) => transaction.metadata,
  flagged: (transaction) => transaction.flagged,
  risk_score: ({ last }) => last?.riskScore ?? null,
  decision: ({ last }) => last?.decision ?? null,
  last_evaluation_id: ({ last }) => last?.evaluationId ?? null,
  risk_matrix_ids: ({ last }) => last?.riskMatrixIds ?? [],
  rule_set_version: ({ last }) => last?.ruleSetVersion ?? null,
  last_risk_evaluation_at: ({ last }) => last?.evaluatedAt ?? null,
  status_history: (transaction) => transaction.statusHistory,
  batch_job_id: (transaction) => transaction.batchJobId,
  transacted_at: (transaction) => transaction.transactedAt,
  created_at: (transaction) => transaction.createdAt,
  updated_at: (transaction) => transaction.updatedAt,
});

/** Insert statements by number of rows. */
const insertTexts: string[] = [];

const insertText = (rows: number): string => (insertTexts[rows] ??= columns.insertText(rows));

/**
 * Returns the insert of new transactions of one organization. The key `transactions_external_id` on external ids detects duplicates. The
 * same statement counts toward the contract quota, so that organizations without one need no extra round trip; `quotaExceeded` recognizes a
 * refusal. `numbers` is `null` if no payment contains an account number.
 */
export const transactionInserts = (
  transactions: readonly Transaction[],
  numbers: AccountNumberCipher | null,
): RecordWrite => ({
  name: `${transactions.length}-transactions-insert`,
  text: insertText(transactions.length),
  selectSql: `take_creation_quota($1, 'transactions', ${transactions.length})`,
  values: columns.valuesOf(transactions.map((each) => withSealedDetails(each, numbers))),
});

function withSealedDetails(transaction: Transaction, numbers: AccountNumberCipher | null): Transaction {
  if (!numbers) return transaction;
  const sealed = (party: Party): Party =>
    party.details === null ? party : { ...party, details: numbers.sealMembers('transactions.details', party.details) };
  return { ...transaction, origin: sealed(transaction.origin), destination: sealed(transaction.destination) };
}

/** Inserts transactions in one statement. If it fails, the database transaction throws its error. */
export function insertTransactions(
  client: DatabaseTransaction,
  transactions: readonly Transaction[],
  numbers: AccountNumberCipher | null,
): void {
  const { name, text, selectSql: also, values } = transactionInserts(transactions, numbers);
  client.enqueue({ name, text: `with stored as (${text}) select ${also}`, values: [...values] });
}

/** How a request path identifies a transaction. */
export type TransactionKey = { readonly id: string } | { readonly externalId: string };

/** Returns the SQL condition that row `t` has an external id. The keys determine its partition. `$1` is the organization. */
export const hasExternalIdSql = (place: string): string => `(t.transacted_at, t.id) = (
  select k.transacted_at, k.id from transaction_keys k where k.organization_id = $1 and k.external_id = ${place})`;

/** Locks and returns a transaction; `null` if the organization has no such transaction. */
export async function findTransaction(
  client: Queryable,
  organizationId: string,
  by: TransactionKey,
  numbers: AccountNumberCipher,
): Promise<StoredTransaction | null> {
  const [name, condition, value] =
    'id' in by ? ['id', 't.id = $2', by.id] : ['external-id', hasExternalIdSql('$2'), by.externalId];
  const { rows } = await client.query<TransactionRow>({
    name: `transaction-by-${name}`,
    text: `select ${transactionColumns} from ${transactionTables} where t.organization_id = $1 and ${condition}`,
    values: [organizationId, value],
  });
  const [row] = rows;
  return row ? { transaction: toTransaction(row, numbers), entities: toPartyEntities(row) } : null;
}

/** A transaction that is locked until the end of the database transaction. */
export interface LockedTransaction extends StoredTransaction {
  /** Whether it has an alert that is still open. */
  readonly hasOpenAlert: boolean;
}

/** Locks and returns a transaction; `null` if the organization has no such transaction. */
export async function lockTransaction(
  client: DatabaseTransaction,
  organizationId: string,
  id: string,
  numbers: AccountNumberCipher,
): Promise<LockedTransaction | null> {
  const { rows } = await client.query<TransactionRow>({
    name: 'transaction-lock',
    text: `select ${transactionColumns},
        ${hasOpenAlertSql('$2')} as has_open_alert
      from ${transactionTables} where t.organization_id = $1 and t.id = $2 for update of t`,
    values: [organizationId, id],
  });
  const [row] = rows;
  if (!row) return null;
  const hasOpenAlert = row['has_open_alert'] as boolean;
  return { transaction: toTransaction(row, numbers), entities: toPartyEntities(row), hasOpenAlert };
}

const changes = columns.update(
  [
    'status', 'reason', 'channel', 'device_details', 'metadata', 'flagged', 'risk_score', 'decision', 'last_evaluation_id',
    'risk_matrix_ids', 'rule_set_version', 'last_risk_evaluation_at', 'status_history', 'updated_at',
  ],
  ['organization_id', 'id', 'transacted_at'],
); // prettier-ignore

/** Returns the update of all columns of a transaction that can change. */
export const transactionUpdate = (transaction: Transaction): RecordWrite => ({
  name: 'transaction-update',
  text: changes.text,
  values: changes.valuesOf(transaction),
});

export async function updateTransaction(client: DatabaseTransaction, transaction: Transaction): Promise<void> {
  const { values, ...statement } = transactionUpdate(transaction);
  await client.query({ ...statement, values: [...values] });
}

/** Returns the ids of the latest transactions, newest first. */
export async function findNewestTransactionIds(
  client: Queryable,
  organizationId: string,
  count: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from transactions where organization_id = $1 order by transacted_at desc, seq desc limit $2',
    [organizationId, count],
  );
  return rows.map(({ id }) => id);
}

/** Returns the external ids that are taken, with the ids of their transactions. */
export async function findTransactionIdsByExternalId(
  client: Queryable,
  organizationId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ externalId: string; id: string }>({
    name: 'transaction-ids',
    text: 'select external_id as "externalId", id from transaction_keys where organization_id = $1 and external_id = any($2)',
    values: [organizationId, externalIds],
  });
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}
