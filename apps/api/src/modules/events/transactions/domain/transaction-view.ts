import {
  type LinkedEntities,
  partyRestrictions,
  type Party,
  type PartyEntities,
  type PartyEntity,
  type Transaction,
} from './transaction.js';
import type { Context, PartyRestriction } from '@tamis/engine';
import { nextTransactionStatuses } from '@tamis/library';
import { type AccountNumbersShown, withAccountNumbers } from '../../../../platform/account-numbers/index.js';
import { rawNumber, stringifyJson } from '../../../../platform/http/index.js';
import type { EntityContext } from '../../../parties/entities/index.js';
import {
  type EntityPartsById,
  type EvaluationSubject,
  type SubjectEntity,
  withParts,
} from '../../../decisions/evaluations/index.js';

// The view is built as text: several are made of each payment, and serializing objects afterwards would cost many times as much.

const jsonString = (value: string | null): string => (value === null ? 'null' : JSON.stringify(value));

/** Values that are already JSON text, as sent or stored. */
const jsonOrNull = (json: string | null): string => json ?? 'null';

const partyJson = (side: Party, entity: PartyEntity | null): string =>
  `{"entityId":${jsonString(side.entityId)},"externalId":${jsonString(side.externalId ?? entity?.externalId ?? null)},` +
  `"name":${jsonString(side.name ?? entity?.name ?? null)},"country":${jsonString(side.country ?? entity?.countryCode ?? null)},` +
  `"type":${jsonString(entity?.type ?? null)},"taxId":${jsonString(side.taxId ?? entity?.taxId ?? null)},` +
  `"riskScore":${entity ? JSON.stringify(entity.riskScore) : 'null'},"details":${jsonOrNull(side.details)}}`;

const flatMembers = (prefix: 'origin' | 'destination', side: Party): string =>
  `"${prefix}EntityId":${jsonString(side.entityId)},"${prefix}ExternalId":${jsonString(side.externalId)},` +
  `"${prefix}TaxId":${jsonString(side.taxId)},"${prefix}Name":${jsonString(side.name)},` +
  `"${prefix}Country":${jsonString(side.country)},"${prefix}Details":${jsonOrNull(side.details)}`;

const lastMembers = ({ last, flagged }: Transaction): string =>
  `"riskScore":${last ? JSON.stringify(last.riskScore) : 'null'},"decision":${jsonString(last?.decision ?? null)},` +
  `"flagged":${flagged},"riskMatrixIds":${JSON.stringify(last?.riskMatrixIds ?? [])},` +
  `"lastEvaluationId":${jsonString(last?.evaluationId ?? null)},"ruleSetVersion":${jsonString(last?.ruleSetVersion ?? null)},` +
  `"lastRiskEvaluationAt":${jsonString(last?.evaluatedAt.toISOString() ?? null)}`;

/** Formats amounts, which differ between responses and rule contexts. */
type AmountText = (amount: string | null) => string;

/** Returns all members of the record as lists return it, without the braces. */
const recordMembers = (transaction: Transaction, { origin, destination }: PartyEntities, amount: AmountText): string =>
  `"id":${jsonString(transaction.id)},"externalId":${jsonString(transaction.externalId)},` +
  `"organizationId":${jsonString(transaction.organizationId)},"type":${jsonString(transaction.type)},` +
  `"status":${jsonString(transaction.status)},"reason":${jsonString(transaction.reason)},` +
  `"paymentMethod":${jsonString(transaction.paymentMethod)},"channel":${jsonString(transaction.channel)},` +
  `"amount":${amount(transaction.amount)},"currency":${jsonString(transaction.currency)},` +
  `"amountInUsd":${amount(transaction.amountInUsd)},"currenciesExchange":${transaction.currenciesExchange},` +
  `"description":${jsonString(transaction.description)},"category":${jsonString(transaction.category)},` +
  `"origin":${partyJson(transaction.origin, origin)},"destination":${partyJson(transaction.destination, destination)},` +
  `${flatMembers('origin', transaction.origin)},${flatMembers('destination', transaction.destination)},` +
  `"locationDetails":${jsonOrNull(transaction.locationDetails)},"deviceDetails":${jsonOrNull(transaction.deviceDetails)},` +
  `"metadata":${transaction.metadata},${lastMembers(transaction)},"batchJobId":${jsonString(transaction.batchJobId)},` +
  `"transactedAt":"${transaction.transactedAt.toISOString()}","createdAt":"${transaction.createdAt.toISOString()}",` +
  `"updatedAt":"${transaction.updatedAt.toISOString()}"`;

/** Returns the JSON text of the record as lists return it. */
export const transactionItemJson = (
  transaction: Transaction,
  entities: PartyEntities,
  shown: AccountNumbersShown,
): string => withAccountNumbers(`{${recordMembers(transaction, entities, jsonOrNull)}}`, shown);

/** Returns the record as JSON text, in the form of the single reads. */
export const transactionViewJson = (
  transaction: Transaction,
  entities: PartyEntities,
  shown: AccountNumbersShown,
): string =>
  withAccountNumbers(
    `{${recordMembers(transaction, entities, jsonOrNull)},"statusHistory":${transaction.statusHistory}}`,
    shown,
  );

/** Returns the JSON text of the record at the root of the rule context. Amounts are decimal text, so that no JSON parser can round them. */
export const transactionRecordJson = (transaction: Transaction, entities: PartyEntities): string =>
  `{${recordMembers(transaction, entities, jsonString)}}`;

/** Returns the JSON text of the rule context: the text of the record with the linked entities, also as JSON texts. */
export const transactionContextJson = (
  record: string,
  linked: { readonly origin: string; readonly destination: string },
  restrictions: readonly PartyRestriction[] = [],
): string => {
  const members = `"originEntity":${linked.origin},"destinationEntity":${linked.destination}`;
  const restricted = restrictions.length > 0 ? `,"partyRestrictions":${JSON.stringify(restrictions)}` : '';
  return `${record.slice(0, -1)},${members}${restricted}}`;
};

/** Returns a payment as the subject of an evaluation. */
export function transactionSubject(
  transaction: Transaction,
  linked: LinkedEntities,
  entities: PartyEntities,
): EvaluationSubject {
  const { id, externalId, type, status, amount, currency } = transaction;
  const record = transactionRecordJson(transaction, entities);
  const restrictions = partyRestrictions(linked);
  const contextWith = (parts: EntityPartsById): string => {
    const [origin, destination] = [linked.origin, linked.destination].map((entity) =>
      stringifyJson(withParts(entity, parts)),
    );
    return transactionContextJson(record, { origin: origin!, destination: destination! }, restrictions);
  };
  return {
    organizationId: transaction.organizationId,
    recordType: 'transaction',
    recordId: id,
    externalId,
    contextJson: contextWith(new Map()),
    // The entities are added in the form in which `JSON.parse` would return them.
    context: () =>
      Object.assign(JSON.parse(record) as Context, {
        originEntity: linked.origin,
        destinationEntity: linked.destination,
        ...(restrictions.length > 0 && { partyRestrictions: restrictions }),
      }),
    contextWith,
    shown: { id, externalId, type, status, amount: rawNumber(amount), currency },
    entity: subjectEntity(linked.origin ?? linked.destination),
    entityIds: [linked.origin?.id, linked.destination?.id].filter((each) => each !== undefined),
    now: transaction.transactedAt,
    moves: { from: status, isAllowed: (from, to) => nextTransactionStatuses(from).includes(to) },
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
