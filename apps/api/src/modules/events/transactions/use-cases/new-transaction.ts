import { newId, type Queryable } from '../../../../platform/database/index.js';
import {
  invalid,
  objectMembers,
  rawNumber,
  stringifyJson,
  ApiError,
  type ErrorDetails,
} from '../../../../platform/http/index.js';
import type { CurrencyConversion, ConvertedAmounts } from '../../../decisions/currency-rates/index.js';
import { type PartyRole, partyRoles, unresolvedReferences } from '../domain/party-references.js';
import {
  type LinkedEntities,
  partyRestrictions,
  withoutDeleted,
  type Party,
  type PartyEntities,
  type PartyEntity,
  type Transaction,
} from '../domain/transaction.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import { type EntityContext, type PartyIdentifiers, ResolveParties } from '../../../parties/entities/index.js';
import type { CreateTransactionBody } from '../dto/transaction.bodies.js';
import { Injectable } from '@nestjs/common';
import { failure, ok, type Result, asDecimal, parseNumeric } from '@tamis/stdx';

/** Returns the requested matrices. `riskMatrixIds` takes precedence. Empty if the body names none. */
export function requestedMatrixIds({ riskMatrixIds, riskMatrixId }: CreateTransactionBody): readonly string[] {
  return [...new Set(riskMatrixIds?.length ? riskMatrixIds : [riskMatrixId ?? []].flat())];
}

const digits = /^(\d{1,18})(?:\.(\d{1,18}))?$/;

/**
 * Returns the amount as plain decimal text, given the text of a JSON number. Keeps the digits as sent, including trailing zeros, and
 * expands an exponent. `problem` says why the amount cannot be stored.
 */
export function exactAmount(json: string): { readonly amount: string } | { readonly problem: string } {
  const value = parseNumeric(json);
  if (value === null) return { problem: 'must be a number' };
  const plain = /[eE]/.test(json) || json.startsWith('-') ? asDecimal(value).toFixed() : json;
  if (plain.startsWith('-')) return { problem: 'must not be negative' };
  return digits.test(plain)
    ? { amount: plain }
    : { problem: 'must have at most 18 digits before and 18 after the decimal point' };
}

/** Returns the identifiers of one party. The tax id may be given in three fields; the first one present is used. */
function partyNames(body: CreateTransactionBody, role: PartyRole): PartyIdentifiers {
  const details = body[`${role}Details`];
  return {
    entityId: body[`${role}EntityId`] ?? null,
    externalId: body[`${role}ExternalId`] ?? null,
    taxId: body[`${role}TaxId`] ?? details?.taxId ?? details?.paymentDetails?.taxId ?? null,
  };
}

/** Fields of a body with their JSON text as sent. */
type RawMembers = ReadonlyMap<string, string>;

function readRawMembers(raw: string): RawMembers {
  const sent = new Map<string, string>();
  for (const { name, value } of objectMembers(raw)) sent.set(name, value);
  return sent;
}

/** Returns the text of an object field of the body; `null` if it is absent or null. */
function objectText(sent: RawMembers, member: string): string | null {
  const text = sent.get(member);
  return text === undefined || text === 'null' ? null : text;
}

function party(body: CreateTransactionBody, sent: RawMembers, role: PartyRole): Party {
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

interface TransactionRequest {
  readonly body: CreateTransactionBody;
  /** The body as JSON text. */
  readonly raw: string;
  readonly batchJobId?: string | null;
}

/**
 * Returns the transaction for a body, before its parties are linked and rules are evaluated. The amount and free-form objects are taken
 * from the text of the body, so that they are returned as sent. Throws 400 if the amount cannot be stored exactly.
 */
export function newTransaction(
  organizationId: string,
  { body, raw, batchJobId = null }: TransactionRequest,
  now: Date,
): Transaction {
  const sent = readRawMembers(raw);
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

const exchangeView = ({ exchangeRate, value, ...rest }: CurrencyConversion): object => ({
  ...rest,
  exchangeRate: rawNumber(exchangeRate),
  value: rawNumber(value),
});

export const withConversions = (transaction: Transaction, { inUsd, exchanges }: ConvertedAmounts): Transaction => ({
  ...transaction,
  amountInUsd: inUsd,
  currenciesExchange: stringifyJson(exchanges.map(exchangeView)),
});

/** Result of linking: the parties, or why a body with strict linking is refused. */
export type Linking = Result<LinkedEntities, ApiError>;

/** Finds the entities that a payment references. */
@Injectable()
export class LinkParties {
  constructor(private readonly parties: ResolveParties) {}

  /** Returns the entities that each body references, using a connection of the organization. Takes one round trip for all. */
  async linkAll(
    client: Queryable,
    organizationId: string,
    bodies: readonly CreateTransactionBody[],
  ): Promise<readonly Linking[]> {
    const names = bodies.map((body) => partyRoles.map((role) => partyNames(body, role)));
    const found = await this.parties.resolveIn(client, organizationId, names.flat(), 'all');
    return bodies.map((body, index) => toLinking(body, names[index]!, found.slice(index * partyRoles.length)));
  }

  /** Like `linkAll`, but also fails with 422 `PARTY_BLOCKED` if a party's status blocks it and the organization refuses such payments. */
  async linkForCreation(
    client: Queryable,
    organizationId: string,
    bodies: readonly CreateTransactionBody[],
  ): Promise<readonly Linking[]> {
    const linkings = await this.linkAll(client, organizationId, bodies);
    const refusals = linkings.map((linking) => (linking.ok ? toRefusal(linking.value) : null));
    if (refusals.every((refusal) => refusal === null)) return linkings;
    const { blockedParties } = await findSettings(client, organizationId);
    return blockedParties === 'refuse'
      ? linkings.map((linking, index) => (refusals[index] ? failure(refusals[index]) : linking))
      : linkings;
  }

  /** Returns the current data of the entities to which a stored payment is linked. */
  async findLinked({ organizationId, origin, destination }: Transaction): Promise<LinkedEntities> {
    const names = [origin, destination].map(({ entityId }) => ({ entityId }));
    const found = await this.parties.resolve(organizationId, names, 'all');
    return { origin: found[0] ?? null, destination: found[1] ?? null };
  }
}

/**
 * Returns the identifiers that strict linking requires to resolve. Payment details may describe an account of another person, so their tax
 * id is used only if nothing else identifies the party.
 */
const statedNames = (
  body: CreateTransactionBody,
  role: PartyRole,
  names: PartyIdentifiers,
  entity: EntityContext | null,
): PartyIdentifiers => (entity === null ? names : { ...names, taxId: body[`${role}TaxId`] ?? null });

/** Returns why a payment with these parties is refused; `null` if it is not. Suspended parties may pay, but the payment is held. */
function toRefusal(linked: LinkedEntities): ApiError | null {
  const blocked = partyRestrictions(linked).filter(({ decision }) => decision === 'REJECT');
  if (blocked.length === 0) return null;
  const details = blocked.map(({ role, entityId, status }) => [role, `the entity ${entityId} is ${status}`]);
  return new ApiError(
    'PARTY_BLOCKED',
    'The transaction was not stored: the status of a party blocks it',
    Object.fromEntries(details) as Record<string, string>,
  );
}

/** Fails with 400 `INVALID_ENTITY_REFERENCES` if the body requests strict linking and a reference cannot be resolved. */
function toLinking(
  body: CreateTransactionBody,
  names: readonly PartyIdentifiers[],
  found: readonly (EntityContext | null)[],
): Linking {
  const isStrict = body.linkEntityStrict ?? body.validateExistingEntity ?? false;
  const unresolved = isStrict
    ? partyRoles.flatMap((role, index) => {
        const entity = withoutDeleted(found[index] ?? null);
        return unresolvedReferences(role, statedNames(body, role, names[index]!, entity), entity);
      })
    : [];
  if (unresolved.length === 0) return ok({ origin: found[0] ?? null, destination: found[1] ?? null });
  const details = unresolved as unknown as ErrorDetails; // the one code whose details are a list
  return failure(
    new ApiError(
      'INVALID_ENTITY_REFERENCES',
      'The transaction refers to a party by an identifier that belongs to no entity, or to another one',
      details,
    ),
  );
}

/** Returns the error for a taken external id. Names the existing transaction if it is known. */
export function duplicateError(transactionId: string | null): ApiError {
  const message = 'another transaction has this external id';
  return new ApiError(
    'DUPLICATE_EXTERNAL_ID',
    `The transaction was not created: ${message}`,
    { externalId: message },
    { transactionId },
  );
}
