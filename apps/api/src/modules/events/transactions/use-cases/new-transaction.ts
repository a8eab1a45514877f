import { newId } from '../../../../platform/database/index.js';
import { invalid, objectMembers, rawNumber, stringifyJson } from '../../../../platform/http/index.js';
import type { Exchange, Worth } from '../../../decisions/currency-rates/index.js';
import { exactAmount } from '../domain/exact-amount.js';
import type { PartyRole } from '../domain/party-references.js';
import type { LinkedEntities } from '../domain/transaction-subject.js';
import type { Party, PartyEntities, PartyEntity, Transaction } from '../domain/transaction.js';
import type { EntityContext, PartyNames } from '../../../parties/entities/index.js';
import type { CreateTransactionBody } from '../dto/transaction.bodies.js';

/** How the payment names one of its parties. The tax id may stand in three places; the first that is there counts. */
export function partyNames(body: CreateTransactionBody, role: PartyRole): PartyNames {
  const details = body[`${role}Details`];
  return {
    entityId: body[`${role}EntityId`] ?? null,
    externalId: body[`${role}ExternalId`] ?? null,
    taxId: body[`${role}TaxId`] ?? details?.taxId ?? details?.paymentDetails?.taxId ?? null,
  };
}

/** The members of a body, as they are spelled. */
type SentMembers = ReadonlyMap<string, string>;

function sentMembers(raw: string): SentMembers {
  const sent = new Map<string, string>();
  for (const { name, value } of objectMembers(raw)) sent.set(name, value);
  return sent;
}

/** Text of a member of the body that is an object; null when it is absent or null. */
function objectText(sent: SentMembers, member: string): string | null {
  const text = sent.get(member);
  return text === undefined || text === 'null' ? null : text;
}

function party(body: CreateTransactionBody, sent: SentMembers, role: PartyRole): Party {
  const names = partyNames(body, role);
  return {
    entityId: null,
    externalId: names.externalId ?? null,
    taxId: names.taxId ?? null,
    name: body[`${role}Name`] ?? null,
    country: body[`${role}Country`]?.toUpperCase() ?? null,
    details: objectText(sent, `${role}Details`),
  };
}

interface SentTransaction {
  readonly body: CreateTransactionBody;
  /** The body as text. */
  readonly raw: string;
  readonly batchJobId?: string | null;
}

/**
 * The transaction a body asks for, before its parties are known and any rule has seen it. Amount and free objects are taken from the
 * text of the body, so that they come back as they were sent. Throws 400 for an amount that cannot be stored exactly.
 */
export function newTransaction(
  organizationId: string,
  { body, raw, batchJobId = null }: SentTransaction,
  now: Date,
): Transaction {
  const sent = sentMembers(raw);
  const exact = exactAmount(sent.get('amount') ?? '');
  if ('problem' in exact) throw invalid({ amount: `amount ${exact.problem}` });
  const currency = body.currency.toUpperCase();
  return {
    id: newId(now.getTime()),
    organizationId,
    externalId: body.externalId,
    type: body.type,
    status: body.status ?? 'CREATED',
    reason: body.reason ?? 'WITHOUT_REASON',
    paymentMethod: body.paymentMethod ?? null,
    channel: body.channel ?? null,
    amount: exact.amount,
    currency,
    amountInUsd: null,
    currenciesExchange: '[]',
    description: body.description ?? null,
    category: body.category ?? null,
    origin: party(body, sent, 'origin'),
    destination: party(body, sent, 'destination'),
    locationDetails: objectText(sent, 'locationDetails'),
    deviceDetails: objectText(sent, 'deviceDetails'),
    metadata: objectText(sent, 'metadata') ?? '{}',
    flagged: false,
    last: null,
    statusHistory: '[]',
    batchJobId,
    transactedAt: body.transactedAt == null ? now : new Date(body.transactedAt),
    createdAt: now,
    updatedAt: now,
  };
}

export const withParties = (transaction: Transaction, { origin, destination }: LinkedEntities): Transaction => ({
  ...transaction,
  origin: { ...transaction.origin, entityId: origin?.id ?? null },
  destination: { ...transaction.destination, entityId: destination?.id ?? null },
});

const shown = (entity: EntityContext | null): PartyEntity | null =>
  entity && {
    type: entity.type,
    externalId: entity.externalId,
    name: entity.name,
    countryCode: entity.countryCode,
    taxId: entity.taxId,
    riskScore: entity.riskScore,
  };

export const partyEntities = (linked: LinkedEntities): PartyEntities => ({
  origin: shown(linked.origin),
  destination: shown(linked.destination),
});

const exchangeView = ({ exchangeRate, value, ...rest }: Exchange): object => ({
  ...rest,
  exchangeRate: rawNumber(exchangeRate),
  value: rawNumber(value),
});

export const withWorth = (transaction: Transaction, { inUsd, exchanges }: Worth): Transaction => ({
  ...transaction,
  amountInUsd: inUsd,
  currenciesExchange: stringifyJson(exchanges.map(exchangeView)),
});
