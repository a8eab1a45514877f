import { ApiError } from '../../../../platform/http/index.js';
import type { EntityStatus } from '../../../parties/entities/index.js';

export const requestStatuses = ['pending', 'submitted', 'accepted', 'discarded', 'cancelled', 'expired'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Where each status goes from here; none: it is final. An operator may take what was sent before it was submitted. */
const moves: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  pending: ['submitted', 'accepted', 'discarded', 'cancelled', 'expired'],
  submitted: ['accepted', 'discarded'],
  accepted: [],
  discarded: [],
  cancelled: [],
  expired: [],
};

export const isFinal = (status: RequestStatus): boolean => moves[status].length === 0;

/** Throws 409 for a move that the table does not have. */
export function assertMove(from: RequestStatus, to: RequestStatus): void {
  if (!moves[from].includes(to)) throw moveError(from, `cannot become ${to}`);
}

export const moveError = (from: RequestStatus, what: string): ApiError =>
  new ApiError('INVALID_STATUS_TRANSITION', `A document request that is ${from} ${what}`, { allowed: moves[from] });

/** A document that is asked for. */
export interface AskedDocument {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
}

/** What a request did to the status of its entity. */
const statusOutcomes = ['set', 'unchanged', 'locked'] as const;
export type StatusOutcome = (typeof statusOutcomes)[number];

/** What its end did to it. `others_open`: the last one of those that wait restores it. `not_set`: it has set none. */
export type StatusRestore = 'restored' | 'changed' | 'locked' | 'others_open' | 'not_set';

/** Documents that an entity is asked for, by a link. */
export interface DocumentRequest {
  readonly id: string;
  readonly organizationId: string;
  readonly entityId: string;
  /** Names the link; another link is another session. */
  readonly sessionId: string;
  readonly status: RequestStatus;
  readonly documents: readonly AskedDocument[];
  readonly message: string | null;
  readonly recipientEmail: string | null;
  readonly language: string | null;
  /** Of the entity before it waited for documents; null: the request has not set it. */
  readonly previousStatus: EntityStatus | null;
  /** The change of the status with which the wait began. */
  readonly statusChangeId: string | null;
  readonly statusOutcome: StatusOutcome;
  readonly statusRestore: StatusRestore | null;
  /** Files that were ever sent. */
  readonly filesSent: number;
  /** Files that there are. */
  readonly fileCount: number;
  /** Why it was accepted, discarded or cancelled. */
  readonly reason: string | null;
  readonly submittedAt: Date | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is told of a move, by the status that a request has then. */
export const moveEvents: Readonly<Record<RequestStatus, string>> = {
  pending: 'kyc.document_request_created',
  submitted: 'kyc.document_request_submitted',
  accepted: 'kyc.document_request_accepted',
  discarded: 'kyc.document_request_discarded',
  cancelled: 'kyc.document_request_cancelled',
  expired: 'kyc.document_request_expired',
};

/** As events show it. */
export const announced = (request: DocumentRequest): object => {
  const { id, entityId, organizationId, status, documents, previousStatus, statusRestore, reason } = request;
  const { submittedAt, expiresAt, createdAt, updatedAt } = request;
  return {
    ...{ id, entityId, organizationId, status, documents, previousStatus, statusRestore: restoreView(statusRestore) },
    ...{ reason, submittedAt, expiresAt, createdAt, updatedAt },
  };
};

export interface OutcomeView {
  readonly outcome: 'set' | 'restored' | 'unchanged' | 'skipped' | 'failed';
  readonly code: string | null;
}

const restoreViews: Readonly<Record<StatusRestore, OutcomeView>> = {
  restored: { outcome: 'restored', code: null },
  changed: { outcome: 'skipped', code: 'STATUS_CHANGED' },
  locked: { outcome: 'failed', code: 'STATUS_LOCKED' },
  others_open: { outcome: 'skipped', code: 'REQUESTS_OPEN' },
  not_set: { outcome: 'skipped', code: 'STATUS_NOT_SET' },
};

export const restoreView = (restore: StatusRestore | null): OutcomeView | null => restore && restoreViews[restore];

export const outcomeView = (outcome: StatusOutcome): OutcomeView =>
  outcome === 'locked' ? { outcome: 'failed', code: 'STATUS_LOCKED' } : { outcome, code: null };
