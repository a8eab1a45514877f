import { createHash } from 'node:crypto';

import type { Asked, ItemCode, ItemProblem } from '@tamis/enrichment';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

/** - `queued`: waits for its turn, or for the equal one that leads it. Only the transaction that settles it ends it. */
export const executionStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type ExecutionState = (typeof executionStates)[number];

/** One integration of a request, as it is stored. */
export interface Execution {
  readonly id: string;
  readonly requestId: string;
  /** Null: it is for no stored entity. */
  readonly entityId: string | null;
  readonly integrationCode: string;
  readonly state: ExecutionState;
  /** The equal execution that was under way already, whose result is its own; null: it asks by itself. */
  readonly leaderId: string | null;
  readonly problem: { readonly code: ItemCode; readonly message: string } | null;
  readonly chargedCents: number;
  readonly executionMs: number;
  /** What storing the result made of it. */
  readonly outcome: ExecutionOutcome | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** Id of the key or person that asked. */
  readonly triggeredBy: string | null;
}

export interface ExecutionOutcome {
  readonly fieldsEnriched: readonly string[];
  readonly dataQuality: object;
}

/** One that somebody may ask the provider for; whoever takes it over has the next number. */
export interface ExecutionLease {
  readonly id: string;
  readonly leaseNumber: number;
}

export const isFinished = ({ state }: Pick<Execution, 'state'>): boolean => state !== 'queued' && state !== 'running';

/** Of executions that ask one provider for the same about the same entity. */
export const fingerprintOf = (entityId: string, code: string, asked: Asked): string =>
  createHash('sha256')
    .update(canonicalJson([entityId, code, asked] as unknown as JsonValue))
    .digest('hex');

export const problem = (code: ItemCode, message: string): ItemProblem => ({ code, message });
