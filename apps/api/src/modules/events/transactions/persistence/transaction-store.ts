import {
  placeholderRows,
  type Queryable,
  type Transaction as DatabaseTransaction,
} from '../../../../platform/database/index.js';
import type { RecordWrite } from '../../../decisions/evaluations/index.js';
import type { Party, PartyEntities, Transaction } from '../domain/transaction.js';
import {
  toPartyEntities,
  toTransaction,
  transactionColumns,
  transactionTables,
  type TransactionRow,
} from './transaction-row.js';

/** A stored transaction with what is shown of its parties. */
export interface StoredTransaction {
  readonly transaction: Transaction;
  readonly entities: PartyEntities;
}

const partyValues = (side: Party): readonly unknown[] => [
  side.entityId,
  side.externalId,
  side.taxId,
  side.name,
  side.country,
  side.details,
];

/** From `risk_score` to `last_risk_evaluation_at`. */
const lastEvaluationValues = (last: Transaction['last']): readonly unknown[] => [
  last?.riskScore ?? null,
  last?.decision ?? null,
  last?.evaluationId ?? null,
  last?.riskMatrixIds ?? [],
  last?.ruleSetVersion ?? null,
  last?.evaluatedAt ?? null,
];

const columns = [
  'organization_id', 'id', 'external_id', 'type', 'status', 'reason', 'payment_method', 'channel', 'amount', 'currency',
  'amount_in_usd', 'currencies_exchange', 'description', 'category',
  'origin_entity_id', 'origin_external_id', 'origin_tax_id', 'origin_name', 'origin_country', 'origin_details',
  'destination_entity_id', 'destination_external_id', 'destination_tax_id', 'destination_name', 'destination_country',
  'destination_details', 'location_details', 'device_details', 'metadata', 'flagged', 'risk_score', 'decision',
  'last_evaluation_id', 'risk_matrix_ids', 'rule_set_version', 'last_risk_evaluation_at', 'status_history', 'batch_job_id', 'transacted_at',
  'created_at', 'updated_at',
]; // prettier-ignore

/** The text of an insert of so many, by their number. */
const insertTexts: string[] = [];

const insertText = (rows: number): string =>
  (insertTexts[rows] ??=
    `insert into transactions (${columns.join(', ')}) values ${placeholderRows({ first: 1, rows, columns: columns.length })}`);

function transactionValues(transaction: Transaction): readonly unknown[] {
  const { origin, destination, last } = transaction;
  return [
    transaction.organizationId,
    transaction.id,
    transaction.externalId,
    transaction.type,
    transaction.status,
    transaction.reason,
    transaction.paymentMethod,
    transaction.channel,
    transaction.amount,
    transaction.currency,
    transaction.amountInUsd,
    transaction.currenciesExchange,
    transaction.description,
    transaction.category,
    ...partyValues(origin),
    ...partyValues(destination),
    transaction.locationDetails,
    transaction.deviceDetails,
    transaction.metadata,
    transaction.flagged,
    ...lastEvaluationValues(last),
    transaction.statusHistory,
    transaction.batchJobId,
    transaction.transactedAt,
    transaction.createdAt,
    transaction.updatedAt,
  ];
}

/**
 * Stores new transactions of one organization. The key `transactions_external_id` of the external ids decides about duplicates. Counting
 * under the quota of the contract rides along, so that an organization without one pays no round trip for it; `quotaExceeded` reads a
 * refusal.
 */
export const transactionInserts = (transactions: readonly Transaction[]): RecordWrite => ({
  name: `${transactions.length}-transactions-insert`,
  text: insertText(transactions.length),
  selectSql: `take_creation_quota($1, 'transactions', ${transactions.length})`,
  values: transactions.flatMap(transactionValues),
});

export async function insertTransaction(client: DatabaseTransaction, transaction: Transaction): Promise<void> {
  const { name, text, selectSql: also, values } = transactionInserts([transaction]);
  client.enqueue({ name, text: `with stored as (${text}) select ${also}`, values: [...values] });
}

/** How a path names a transaction. */
export type TransactionKey = { readonly id: string } | { readonly externalId: string };

/** SQL: the row `t` has an external id. The keys tell the partition it is in. `$1` is the organization. */
export const hasExternalIdSql = (place: string): string => `(t.transacted_at, t.id) = (
  select k.transacted_at, k.id from transaction_keys k where k.organization_id = $1 and k.external_id = ${place})`;

/** Null: the organization has no such transaction. */
export async function findTransaction(
  client: Queryable,
  organizationId: string,
  by: TransactionKey,
): Promise<StoredTransaction | null> {
  const [name, condition, value] =
    'id' in by ? ['id', 't.id = $2', by.id] : ['external-id', hasExternalIdSql('$2'), by.externalId];
  const { rows } = await client.query<TransactionRow>({
    name: `transaction-by-${name}`,
    text: `select ${transactionColumns} from ${transactionTables} where t.organization_id = $1 and ${condition}`,
    values: [organizationId, value],
  });
  const [row] = rows;
  return row ? { transaction: toTransaction(row), entities: toPartyEntities(row) } : null;
}

/** A transaction that is locked until the end of the database transaction. */
export interface LockedTransaction extends StoredTransaction {
  /** Whether an alert of it waits for somebody. */
  readonly hasOpenAlert: boolean;
}

/** Null: the organization has no such transaction. */
export async function lockTransaction(
  client: DatabaseTransaction,
  organizationId: string,
  id: string,
): Promise<LockedTransaction | null> {
  const { rows } = await client.query<TransactionRow>({
    name: 'transaction-lock',
    text: `select ${transactionColumns},
        exists (select 1 from alerts a
          where a.organization_id = $1 and a.transaction_id = $2 and a.status <> 'RESOLVED') as has_open_alert
      from ${transactionTables} where t.organization_id = $1 and t.id = $2 for update of t`,
    values: [organizationId, id],
  });
  const [row] = rows;
  if (!row) return null;
  const hasOpenAlert = row['has_open_alert'] as boolean;
  return { transaction: toTransaction(row), entities: toPartyEntities(row), hasOpenAlert };
}

/** Stores everything of a transaction that can change. */
export const transactionUpdate = ({ last, ...transaction }: Transaction): RecordWrite => ({
  name: 'transaction-update',
  text: `update transactions set status = $3, reason = $4, channel = $5, device_details = $6, metadata = $7, flagged = $8,
      risk_score = $9, decision = $10, last_evaluation_id = $11, risk_matrix_ids = $12, rule_set_version = $13,
      last_risk_evaluation_at = $14, status_history = $15, updated_at = $16
    where organization_id = $1 and id = $2 and transacted_at = $17`,
  values: [
    transaction.organizationId,
    transaction.id,
    transaction.status,
    transaction.reason,
    transaction.channel,
    transaction.deviceDetails,
    transaction.metadata,
    transaction.flagged,
    ...lastEvaluationValues(last),
    transaction.statusHistory,
    transaction.updatedAt,
    transaction.transactedAt,
  ],
});

export async function updateTransaction(client: DatabaseTransaction, transaction: Transaction): Promise<void> {
  const { values, ...statement } = transactionUpdate(transaction);
  await client.query({ ...statement, values: [...values] });
}

/** Ids of those that took place last, the newest first. */
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

/** Which of external ids are taken, with the ids of the transactions that have them. */
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
