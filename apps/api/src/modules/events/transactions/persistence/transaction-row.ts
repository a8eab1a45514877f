import type { Party, PartyEntities, PartyEntity, Transaction } from '../domain/transaction.js';
import { joinPartiesSql, type Queryable } from '../../../../platform/database/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';

/** A row of `transactions` with the displayed fields of its linked entities. JSON columns arrive as text. */
export type TransactionRow = Readonly<Record<string, string | number | boolean | Date | readonly string[] | null>>;

const partyColumns = (side: 'origin' | 'destination', alias: string): string =>
  `t.${side}_entity_id, t.${side}_external_id, t.${side}_tax_id, t.${side}_name, t.${side}_country, t.${side}_details,
   ${alias}.type as ${side}_type, ${alias}.external_id as ${side}_entity_external_id, ${alias}.name as ${side}_entity_name,
   ${alias}.country_code as ${side}_entity_country, ${alias}.tax_id as ${side}_entity_tax_id, ${alias}.risk_score as ${side}_risk_score`;

/** SQL for a `from` clause: the transactions of organization `$1`. */
export const ownTransactionsSql = '(select * from transactions where organization_id = $1)';

/** Select list of a transaction query. */
export const transactionColumns = `t.id, t.organization_id, t.external_id, t.type, t.status, t.reason, t.payment_method, t.channel,
   t.amount::text as amount, t.currency, t.amount_in_usd::text as amount_in_usd, t.currencies_exchange, t.description, t.category,
   ${partyColumns('origin', 'oe')}, ${partyColumns('destination', 'de')},
   t.location_details, t.device_details, t.metadata, t.risk_score::float8 as risk_score, t.decision, t.flagged,
   t.last_evaluation_id, t.risk_matrix_ids, t.rule_set_version, t.last_risk_evaluation_at, t.status_history, t.batch_job_id,
   t.transacted_at, t.created_at, t.updated_at`;

/** From clause of a transaction query. */
export const transactionTables = `transactions t ${joinPartiesSql('t')}`;

const text = (row: TransactionRow, column: string): string | null => row[column] as string | null;

const party = (row: TransactionRow, side: 'origin' | 'destination', numbers: AccountNumberCipher): Party => ({
  entityId: text(row, `${side}_entity_id`),
  externalId: text(row, `${side}_external_id`),
  taxId: text(row, `${side}_tax_id`),
  name: text(row, `${side}_name`),
  country: text(row, `${side}_country`),
  details: openedDetails(text(row, `${side}_details`), numbers),
});

const openedDetails = (details: string | null, numbers: AccountNumberCipher): string | null =>
  details === null ? null : numbers.open('transactions.details', details);

const entity = (row: TransactionRow, side: 'origin' | 'destination'): PartyEntity | null => {
  const type = text(row, `${side}_type`);
  if (type === null) return null;
  return {
    type,
    externalId: text(row, `${side}_entity_external_id`),
    name: text(row, `${side}_entity_name`)!,
    countryCode: text(row, `${side}_entity_country`)!,
    taxId: text(row, `${side}_entity_tax_id`),
    riskScore: row[`${side}_risk_score`] as number,
  };
};

export function toTransaction(row: TransactionRow, numbers: AccountNumberCipher): Transaction {
  const evaluationId = text(row, 'last_evaluation_id');
  return {
    id: text(row, 'id')!,
    organizationId: text(row, 'organization_id')!,
    externalId: text(row, 'external_id')!,
    type: text(row, 'type')!,
    status: text(row, 'status')!,
    reason: text(row, 'reason')!,
    paymentMethod: text(row, 'payment_method'),
    channel: text(row, 'channel'),
    amount: text(row, 'amount')!,
    currency: text(row, 'currency')!,
    amountInUsd: text(row, 'amount_in_usd'),
    currenciesExchange: text(row, 'currencies_exchange')!,
    description: text(row, 'description'),
    category: text(row, 'category'),
    origin: party(row, 'origin', numbers),
    destination: party(row, 'destination', numbers),
    locationDetails: text(row, 'location_details'),
    deviceDetails: text(row, 'device_details'),
    metadata: text(row, 'metadata')!,
    flagged: row['flagged'] as boolean,
    last:
      evaluationId === null
        ? null
        : {
            evaluationId,
            ruleSetVersion: text(row, 'rule_set_version')!,
            riskScore: row['risk_score'] as number,
            decision: text(row, 'decision')!,
            riskMatrixIds: row['risk_matrix_ids'] as readonly string[],
            evaluatedAt: row['last_risk_evaluation_at'] as Date,
          },
    statusHistory: text(row, 'status_history')!,
    batchJobId: text(row, 'batch_job_id'),
    transactedAt: row['transacted_at'] as Date,
    createdAt: row['created_at'] as Date,
    updatedAt: row['updated_at'] as Date,
  };
}

export const toPartyEntities = (row: TransactionRow): PartyEntities => ({
  origin: entity(row, 'origin'),
  destination: entity(row, 'destination'),
});

/** Returns transactions by id, in any order. The connection must read `json` columns as text. */
export async function findTransactions(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
  numbers: AccountNumberCipher,
): Promise<readonly Transaction[]> {
  const { rows } = await client.query<TransactionRow>(
    `select ${transactionColumns} from ${transactionTables} where t.organization_id = $1 and t.id = any($2::uuid[])`,
    [organizationId, ids],
  );
  return rows.map((row) => toTransaction(row, numbers));
}

/** Returns the ids of transactions by external id. Those that are not stored are left out. */
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

/** Returns the transactions stored within a period, oldest first. */
export async function findCreatedTransactions(
  client: Queryable,
  organizationId: string,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<readonly { readonly id: string; readonly at: Date }[]> {
  const { rows } = await client.query<{ id: string; at: Date }>(
    `select id, created_at as at from transactions where organization_id = $1 and created_at >= $2 and created_at < $3
     order by created_at, id limit $4`,
    [organizationId, from, to, limit],
  );
  return rows;
}
