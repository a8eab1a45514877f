import type { Queryable } from '../../../platform/database/index.js';
import type { RecordWrite } from '../../evaluations/index.js';
import type { Party, PartyEntities, Transaction } from '../domain/transaction.js';
import {
  readPartyEntities,
  readTransaction,
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

const columns = [
  'organization_id', 'id', 'external_id', 'type', 'status', 'reason', 'payment_method', 'channel', 'amount', 'currency',
  'amount_in_usd', 'description', 'category',
  'origin_entity_id', 'origin_external_id', 'origin_tax_id', 'origin_name', 'origin_country', 'origin_details',
  'destination_entity_id', 'destination_external_id', 'destination_tax_id', 'destination_name', 'destination_country',
  'destination_details', 'location_details', 'device_details', 'metadata', 'flagged', 'risk_score', 'decision',
  'last_evaluation_id', 'risk_matrix_ids', 'rule_set_version', 'last_risk_evaluation_at', 'status_history', 'batch_job_id', 'transacted_at',
  'created_at', 'updated_at',
]; // prettier-ignore

// Counting under the quota of the contract rides along: an organization without one pays no round trip for it.
const insertText = `insert into transactions (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
  returning take_creation_quota(organization_id, 'transactions', 1)`;

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
    transaction.description,
    transaction.category,
    ...partyValues(origin),
    ...partyValues(destination),
    transaction.locationDetails,
    transaction.deviceDetails,
    transaction.metadata,
    transaction.flagged,
    last?.riskScore ?? null,
    last?.decision ?? null,
    last?.evaluationId ?? null,
    last?.riskMatrixIds ?? [],
    last?.ruleSetVersion ?? null,
    last?.evaluatedAt ?? null,
    transaction.statusHistory,
    transaction.batchJobId,
    transaction.transactedAt,
    transaction.createdAt,
    transaction.updatedAt,
  ];
}

/** Stores a new transaction. The unique index `transactions_external_id` decides about duplicates; `quotaExceeded` reads a refusal. */
export const transactionInsert = (transaction: Transaction): RecordWrite => ({
  name: 'transaction-insert',
  text: insertText,
  values: transactionValues(transaction),
});

export async function insertTransaction(client: Queryable, transaction: Transaction): Promise<void> {
  const { values, ...statement } = transactionInsert(transaction);
  await client.query({ ...statement, values: [...values] });
}

/** Null: the organization has no such transaction. */
export async function findTransaction(
  client: Queryable,
  organizationId: string,
  by: { readonly id: string } | { readonly externalId: string },
): Promise<StoredTransaction | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['external_id', by.externalId];
  const { rows } = await client.query<TransactionRow>({
    name: `transaction-by-${column}`,
    text: `select ${transactionColumns} from ${transactionTables} where t.organization_id = $1 and t.${column} = $2`,
    values: [organizationId, value],
  });
  const [row] = rows;
  return row ? { transaction: readTransaction(row), entities: readPartyEntities(row) } : null;
}

/** The id behind an external id; null when it is free. */
export async function findTransactionId(
  client: Queryable,
  organizationId: string,
  externalId: string,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>({
    name: 'transaction-id',
    text: 'select id from transactions where organization_id = $1 and external_id = $2',
    values: [organizationId, externalId],
  });
  return rows[0]?.id ?? null;
}
