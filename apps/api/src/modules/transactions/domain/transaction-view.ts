import { RawJson, rawNumber } from '../../../platform/http/index.js';
import type { Party, PartyEntities, PartyEntity, Transaction } from './transaction.js';

const raw = (json: string | null): RawJson | null => (json === null ? null : new RawJson(json));

const party = (side: Party, entity: PartyEntity | null): Record<string, unknown> => ({
  entityId: side.entityId,
  externalId: side.externalId ?? entity?.externalId ?? null,
  name: side.name ?? entity?.name ?? null,
  country: side.country ?? entity?.countryCode ?? null,
  type: entity?.type ?? null,
  taxId: side.taxId ?? entity?.taxId ?? null,
  riskScore: entity?.riskScore ?? null,
  details: raw(side.details),
});

const flat = (prefix: 'origin' | 'destination', side: Party): Record<string, unknown> => ({
  [`${prefix}EntityId`]: side.entityId,
  [`${prefix}ExternalId`]: side.externalId,
  [`${prefix}TaxId`]: side.taxId,
  [`${prefix}Name`]: side.name,
  [`${prefix}Country`]: side.country,
  [`${prefix}Details`]: raw(side.details),
});

/** Everything but the amounts, whose form differs between answers and rule contexts. */
const members = (transaction: Transaction, entities: PartyEntities): Record<string, unknown> => ({
  description: transaction.description,
  category: transaction.category,
  origin: party(transaction.origin, entities.origin),
  destination: party(transaction.destination, entities.destination),
  ...flat('origin', transaction.origin),
  ...flat('destination', transaction.destination),
  locationDetails: raw(transaction.locationDetails),
  deviceDetails: raw(transaction.deviceDetails),
  metadata: raw(transaction.metadata),
  riskScore: transaction.last?.riskScore ?? null,
  decision: transaction.last?.decision ?? null,
  flagged: transaction.flagged,
  riskMatrixIds: transaction.last?.riskMatrixIds ?? [],
  lastEvaluationId: transaction.last?.evaluationId ?? null,
  ruleSetVersion: transaction.last?.ruleSetVersion ?? null,
  lastRiskEvaluationAt: transaction.last?.evaluatedAt.toISOString() ?? null,
  batchJobId: transaction.batchJobId,
  transactedAt: transaction.transactedAt.toISOString(),
  createdAt: transaction.createdAt.toISOString(),
  updatedAt: transaction.updatedAt.toISOString(),
});

const head = (transaction: Transaction): Record<string, unknown> => ({
  id: transaction.id,
  externalId: transaction.externalId,
  organizationId: transaction.organizationId,
  type: transaction.type,
  status: transaction.status,
  reason: transaction.reason,
  paymentMethod: transaction.paymentMethod,
  channel: transaction.channel,
});

/** The record as lists return it. Serialize with `stringifyJson`. */
export const transactionItem = (transaction: Transaction, entities: PartyEntities): Record<string, unknown> => ({
  ...head(transaction),
  amount: rawNumber(transaction.amount),
  currency: transaction.currency,
  amountInUsd: transaction.amountInUsd === null ? null : rawNumber(transaction.amountInUsd),
  currenciesExchange: raw(transaction.currenciesExchange),
  ...members(transaction, entities),
});

/** The record as single reads return it. Serialize with `stringifyJson`. */
export const transactionView = (transaction: Transaction, entities: PartyEntities): Record<string, unknown> => ({
  ...transactionItem(transaction, entities),
  statusHistory: raw(transaction.statusHistory),
});

/** The record at the root of a rule's context: as above, with amounts as decimal text, which no reader can round. */
export const transactionContext = (transaction: Transaction, entities: PartyEntities): Record<string, unknown> => ({
  ...transactionItem(transaction, entities),
  amount: transaction.amount,
  amountInUsd: transaction.amountInUsd,
});
