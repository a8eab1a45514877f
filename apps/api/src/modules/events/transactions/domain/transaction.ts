import type { Result } from '@tamis/stdx';
import { accountNumbersIn } from '../../../../platform/secrets/index.js';
import type { PartyRestriction } from '@tamis/engine';
import { type EntityContext, transactionDecisions } from '../../../parties/entities/index.js';
import { partyRoles } from './party-references.js';

/** One side of a payment as it was sent; `entityId` is the entity it was linked to. */
export interface Party {
  readonly entityId: string | null;
  readonly externalId: string | null;
  readonly taxId: string | null;
  readonly name: string | null;
  readonly country: string | null;
  /** JSON text of an object, verbatim. */
  readonly details: string | null;
}

/** What the last evaluation left on the transaction. */
export interface LastEvaluation {
  readonly evaluationId: string;
  readonly ruleSetVersion: string;
  readonly riskScore: number;
  readonly decision: string;
  /** Of the executed matrices, in order. */
  readonly riskMatrixIds: readonly string[];
  readonly evaluatedAt: Date;
}

/** A transaction as it is stored. Amounts are decimal texts; free objects are JSON texts, as they were sent. */
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
  /** JSON text of what it is worth in the currencies the organization reports in. */
  readonly currenciesExchange: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly origin: Party;
  readonly destination: Party;
  readonly locationDetails: string | null;
  readonly deviceDetails: string | null;
  readonly metadata: string;
  readonly flagged: boolean;
  /** Null: rules never ran. */
  readonly last: LastEvaluation | null;
  /** JSON text of the history, newest last. */
  readonly statusHistory: string;
  readonly batchJobId: string | null;
  readonly transactedAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What answers show of a linked entity beside the transaction's own copy. */
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

/** Whether one of the payments has an account number to seal. */
export const nameAccounts = (payments: readonly Result<Transaction, unknown>[]): boolean =>
  payments.some(
    (payment) =>
      payment.ok &&
      [payment.value.origin, payment.value.destination].some(
        ({ details }) => accountNumbersIn(details ?? '').length > 0,
      ),
  );

/** The entities a payment was linked to. */
export interface LinkedEntities {
  readonly origin: EntityContext | null;
  readonly destination: EntityContext | null;
}

/** What the statuses of the parties make of the decision on a payment, whatever rules say. */
export const partyRestrictions = (linked: LinkedEntities): readonly PartyRestriction[] =>
  partyRoles.flatMap((role) => {
    const entity = linked[role];
    const decision = entity && transactionDecisions[entity.status];
    return decision ? [{ role, entityId: entity.id, status: entity.status, decision }] : [];
  });

/** A deleted party is none to callers who want every reference to lead to an entity. */
export const withoutDeleted = (entity: EntityContext | null): EntityContext | null =>
  entity?.deletedAt == null ? entity : null;
