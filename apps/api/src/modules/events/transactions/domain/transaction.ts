import type { Result } from '@tamis/stdx';
import { accountNumbersIn } from '../../../../platform/secrets/index.js';
import type { PartyRestriction } from '@tamis/engine';
import { type EntityContext, transactionDecisions } from '../../../parties/entities/index.js';
import { partyRoles } from './party-references.js';

/** One side of a payment as submitted. `entityId` is the linked entity. */
export interface Party {
  readonly entityId: string | null;
  readonly externalId: string | null;
  readonly taxId: string | null;
  readonly name: string | null;
  readonly country: string | null;
  /** JSON text of an object, verbatim. */
  readonly details: string | null;
}

/** Result of the last evaluation of the transaction. */
export interface LastEvaluation {
  readonly evaluationId: string;
  readonly ruleSetVersion: string;
  readonly riskScore: number;
  readonly decision: string;
  /** Ids of the executed matrices, in order. */
  readonly riskMatrixIds: readonly string[];
  readonly evaluatedAt: Date;
}

/** A stored transaction. Amounts are decimal texts. Free-form objects are JSON texts, as submitted. */
export interface Transaction {
  readonly id: string;
  readonly organizationId: string;
  readonly externalId: string;
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly paymentMethod: string | null;
  readonly channel: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly amountInUsd: string | null;
  /** JSON text of the amounts in the currencies in which the organization reports. */
  readonly currenciesExchange: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly origin: Party;
  readonly destination: Party;
  readonly locationDetails: string | null;
  readonly deviceDetails: string | null;
  readonly metadata: string;
  readonly flagged: boolean;
  /** `null` if rules were never evaluated. */
  readonly last: LastEvaluation | null;
  /** JSON text of the status history, newest last. */
  readonly statusHistory: string;
  readonly batchJobId: string | null;
  readonly transactedAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Fields of a linked entity that responses show in addition to the transaction's own copy. */
export interface PartyEntity {
  readonly type: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly countryCode: string | null;
  readonly taxId: string | null;
  readonly riskScore: number;
}

export interface PartyEntities {
  readonly origin: PartyEntity | null;
  readonly destination: PartyEntity | null;
}

/** Returns whether any of the payments contains an account number that must be encrypted. */
export const nameAccounts = (payments: readonly Result<Transaction, unknown>[]): boolean =>
  payments.some(
    (payment) =>
      payment.ok &&
      [payment.value.origin, payment.value.destination].some(
        ({ details }) => accountNumbersIn(details ?? '').length > 0,
      ),
  );

/** The entities to which a payment is linked. */
export interface LinkedEntities {
  readonly origin: EntityContext | null;
  readonly destination: EntityContext | null;
}

/** Returns the restrictions that the statuses of the parties impose on the decision, regardless of the rules. */
export const partyRestrictions = (linked: LinkedEntities): readonly PartyRestriction[] =>
  partyRoles.flatMap((role) => {
    const entity = linked[role];
    const decision = entity && transactionDecisions[entity.status];
    return decision ? [{ role, entityId: entity.id, status: entity.status, decision }] : [];
  });

/** Returns the entity, or `null` if it was deleted, for callers that need every reference to lead to an existing entity. */
export const withoutDeleted = (entity: EntityContext | null): EntityContext | null =>
  entity?.deletedAt == null ? entity : null;
