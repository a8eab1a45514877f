import { createHash } from 'node:crypto';

import type { Asked, ItemCode, ItemProblem } from '@tamis/enrichment';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

/** - `queued`: waits for its turn, or for the equal one that leads it. Only the transaction that settles it ends it. */
export const executionStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type ExecutionState = (typeof executionStates)[number];

/** One integration of a request, as stored. */
export interface Execution {
  readonly id: string;
  readonly requestId: string;
  /** `null` if it does not concern a stored entity. */
  readonly entityId: string | null;
  readonly integrationCode: string;
  readonly state: ExecutionState;
  /** The equal execution already in progress whose result this one shares; `null` if it calls the provider itself. */
  readonly leaderId: string | null;
  readonly problem: { readonly code: ItemCode; readonly message: string } | null;
  readonly chargedCents: number;
  readonly executionMs: number;
  /** The outcome of storing the result. */
  readonly outcome: ExecutionOutcome | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** Id of the key or user that requested it. */
  readonly triggeredBy: string | null;
}

export interface ExecutionOutcome {
  readonly fieldsEnriched: readonly string[];
  readonly dataQuality: object;
}

/** A lease for calling the provider. The next holder gets the next number. */
export interface ExecutionLease {
  readonly id: string;
  readonly leaseNumber: number;
}

export const isFinished = ({ state }: Pick<Execution, 'state'>): boolean => state !== 'queued' && state !== 'running';

/** Returns a key that is the same for executions that send the same query about the same entity to one provider. */
export const fingerprintOf = (entityId: string, code: string, asked: Asked): string =>
  createHash('sha256')
    .update(canonicalJson([entityId, code, asked] as unknown as JsonValue))
    .digest('hex');

/** Ends the message of an execution that made no call because of an open circuit. Stored messages are found by it. */
export const circuitOpenText = 'is not called for a while because it failed too often';

export const problem = (code: ItemCode, message: string): ItemProblem => ({ code, message });
