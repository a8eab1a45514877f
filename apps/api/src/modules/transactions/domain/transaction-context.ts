import type { Context } from '@tamis/engine';

import type { EntityContext } from '../../entities/index.js';
import type { Party, PartyEntities, PartyEntity, Transaction } from './transaction.js';

/** The entities a payment was linked to. */
export interface LinkedEntities {
  readonly origin: EntityContext | null;
  readonly destination: EntityContext | null;
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const partyContext = (side: Party, entity: PartyEntity | null, details: unknown): object => ({
  entityId: side.entityId,
  externalId: side.externalId ?? entity?.externalId ?? null,
  name: side.name ?? entity?.name ?? null,
  country: side.country ?? entity?.countryCode ?? null,
  type: entity?.type ?? null,
  taxId: side.taxId ?? entity?.taxId ?? null,
  riskScore: entity?.riskScore ?? null,
  details,
});

/** What `JSON.parse` reads from `transactionContextJson`, made of what is there: to parse the whole text costs several times as much. */
export function transactionContext(transaction: Transaction, entities: PartyEntities, linked: LinkedEntities): Context {
  const { origin, destination, last } = transaction;
  const [originDetails, destinationDetails] = [parsed(origin.details), parsed(destination.details)];
  return {
    id: transaction.id,
    externalId: transaction.externalId,
    organizationId: transaction.organizationId,
    type: transaction.type,
    status: transaction.status,
    reason: transaction.reason,
    paymentMethod: transaction.paymentMethod,
    channel: transaction.channel,
    amount: transaction.amount,
    currency: transaction.currency,
    amountInUsd: transaction.amountInUsd,
    currenciesExchange: parsed(transaction.currenciesExchange),
    description: transaction.description,
    category: transaction.category,
    origin: partyContext(origin, entities.origin, originDetails),
    destination: partyContext(destination, entities.destination, destinationDetails),
    originEntityId: origin.entityId,
    originExternalId: origin.externalId,
    originTaxId: origin.taxId,
    originName: origin.name,
    originCountry: origin.country,
    originDetails,
    destinationEntityId: destination.entityId,
    destinationExternalId: destination.externalId,
    destinationTaxId: destination.taxId,
    destinationName: destination.name,
    destinationCountry: destination.country,
    destinationDetails,
    locationDetails: parsed(transaction.locationDetails),
    deviceDetails: parsed(transaction.deviceDetails),
    metadata: parsed(transaction.metadata),
    riskScore: last?.riskScore ?? null,
    decision: last?.decision ?? null,
    flagged: transaction.flagged,
    riskMatrixIds: last?.riskMatrixIds ?? [],
    lastEvaluationId: last?.evaluationId ?? null,
    ruleSetVersion: last?.ruleSetVersion ?? null,
    lastRiskEvaluationAt: last?.evaluatedAt.toISOString() ?? null,
    batchJobId: transaction.batchJobId,
    transactedAt: transaction.transactedAt.toISOString(),
    createdAt: transaction.createdAt.toISOString(),
    updatedAt: transaction.updatedAt.toISOString(),
    originEntity: linked.origin,
    destinationEntity: linked.destination,
  };
}
