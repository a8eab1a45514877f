import type { Party, PartyEntities, PartyEntity, Transaction } from './transaction.js';
import type { Context } from '@tamis/engine';
import { transactionMovesFrom } from '@tamis/library';
import { rawNumber, stringifyJson } from '../../../../platform/http/index.js';
import type { EntityContext } from '../../../parties/entities/index.js';
import { type EntityAccounts, type RunSubject, type SubjectEntity, withAccounts } from '../../../decisions/evaluations/index.js';

// Written as text: several are made of each payment, and objects that are written afterwards cost many times as much.

const text = (value: string | null): string => (value === null ? 'null' : JSON.stringify(value));

/** What is JSON text already, as it was sent or stored. */
const raw = (json: string | null): string => json ?? 'null';

const partyJson = (side: Party, entity: PartyEntity | null): string =>
  `{"entityId":${text(side.entityId)},"externalId":${text(side.externalId ?? entity?.externalId ?? null)},` +
  `"name":${text(side.name ?? entity?.name ?? null)},"country":${text(side.country ?? entity?.countryCode ?? null)},` +
  `"type":${text(entity?.type ?? null)},"taxId":${text(side.taxId ?? entity?.taxId ?? null)},` +
  `"riskScore":${entity ? JSON.stringify(entity.riskScore) : 'null'},"details":${raw(side.details)}}`;

const flatMembers = (prefix: 'origin' | 'destination', side: Party): string =>
  `"${prefix}EntityId":${text(side.entityId)},"${prefix}ExternalId":${text(side.externalId)},` +
  `"${prefix}TaxId":${text(side.taxId)},"${prefix}Name":${text(side.name)},` +
  `"${prefix}Country":${text(side.country)},"${prefix}Details":${raw(side.details)}`;

const lastMembers = ({ last, flagged }: Transaction): string =>
  `"riskScore":${last ? JSON.stringify(last.riskScore) : 'null'},"decision":${text(last?.decision ?? null)},` +
  `"flagged":${flagged},"riskMatrixIds":${JSON.stringify(last?.riskMatrixIds ?? [])},` +
  `"lastEvaluationId":${text(last?.evaluationId ?? null)},"ruleSetVersion":${text(last?.ruleSetVersion ?? null)},` +
  `"lastRiskEvaluationAt":${text(last?.evaluatedAt.toISOString() ?? null)}`;

/** How amounts are spelled, whose form differs between answers and rule contexts. */
type AmountText = (amount: string | null) => string;

/** All members of the record as lists return it, without the braces. */
const members = (transaction: Transaction, { origin, destination }: PartyEntities, amount: AmountText): string =>
  `"id":${text(transaction.id)},"externalId":${text(transaction.externalId)},` +
  `"organizationId":${text(transaction.organizationId)},"type":${text(transaction.type)},` +
  `"status":${text(transaction.status)},"reason":${text(transaction.reason)},` +
  `"paymentMethod":${text(transaction.paymentMethod)},"channel":${text(transaction.channel)},` +
  `"amount":${amount(transaction.amount)},"currency":${text(transaction.currency)},` +
  `"amountInUsd":${amount(transaction.amountInUsd)},"currenciesExchange":${transaction.currenciesExchange},` +
  `"description":${text(transaction.description)},"category":${text(transaction.category)},` +
  `"origin":${partyJson(transaction.origin, origin)},"destination":${partyJson(transaction.destination, destination)},` +
  `${flatMembers('origin', transaction.origin)},${flatMembers('destination', transaction.destination)},` +
  `"locationDetails":${raw(transaction.locationDetails)},"deviceDetails":${raw(transaction.deviceDetails)},` +
  `"metadata":${transaction.metadata},${lastMembers(transaction)},"batchJobId":${text(transaction.batchJobId)},` +
  `"transactedAt":"${transaction.transactedAt.toISOString()}","createdAt":"${transaction.createdAt.toISOString()}",` +
  `"updatedAt":"${transaction.updatedAt.toISOString()}"`;

/** JSON text of the record as lists return it. */
export const transactionItemJson = (transaction: Transaction, entities: PartyEntities): string =>
  `{${members(transaction, entities, raw)}}`;

/** JSON text of the record as single reads return it. */
export const transactionViewJson = (transaction: Transaction, entities: PartyEntities): string =>
  `{${members(transaction, entities, raw)},"statusHistory":${transaction.statusHistory}}`;

/** JSON text of the record at the root of a rule's context, with amounts as decimal text, which no reader can round. */
export const transactionRecordJson = (transaction: Transaction, entities: PartyEntities): string =>
  `{${members(transaction, entities, text)}}`;

/** JSON text of a rule's context: the text of the record, with the entities it was linked to, as JSON texts. */
export const transactionContextJson = (
  record: string,
  linked: { readonly origin: string; readonly destination: string },
): string => `${record.slice(0, -1)},"originEntity":${linked.origin},"destinationEntity":${linked.destination}}`;

/** The entities a payment was linked to. */
export interface LinkedEntities {
  readonly origin: EntityContext | null;
  readonly destination: EntityContext | null;
}

/** A payment as rules are run on it. */
export function transactionSubject(
  transaction: Transaction,
  linked: LinkedEntities,
  entities: PartyEntities,
): RunSubject {
  const { id, externalId, type, status, amount, currency } = transaction;
  const record = transactionRecordJson(transaction, entities);
  const contextWith = (accounts: EntityAccounts): string =>
    transactionContextJson(record, {
      origin: stringifyJson(withAccounts(linked.origin, accounts)),
      destination: stringifyJson(withAccounts(linked.destination, accounts)),
    });
  return {
    organizationId: transaction.organizationId,
    recordType: 'transaction',
    recordId: id,
    externalId,
    contextJson: contextWith(new Map()),
    // The entities are there as `JSON.parse` would read them.
    context: () =>
      Object.assign(JSON.parse(record) as Context, {
        originEntity: linked.origin,
        destinationEntity: linked.destination,
      }),
    contextWith,
    shown: { id, externalId, type, status, amount: rawNumber(amount), currency },
    entity: subjectEntity(linked.origin ?? linked.destination),
    entityIds: [linked.origin?.id, linked.destination?.id].filter((each) => each !== undefined),
    now: transaction.transactedAt,
    moves: { from: status, mayMove: (from, to) => transactionMovesFrom(from).includes(to) },
  };
}

const subjectEntity = (entity: EntityContext | null): SubjectEntity | null =>
  entity && {
    id: entity.id,
    externalId: entity.externalId,
    name: entity.name,
    type: entity.type,
    riskScore: entity.riskScore,
    status: entity.status,
    taxId: entity.taxId,
    countryCode: entity.countryCode,
  };
