import { ApiError } from '../../../../platform/http/index.js';
import type { EntityStatus } from '../../../parties/entities/index.js';

export const requestStatuses = ['pending', 'submitted', 'accepted', 'discarded', 'cancelled', 'expired'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Allowed transitions from each status; a status without any is final. An operator may accept what was sent before it was submitted. */
const moves: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  pending: ['submitted', 'accepted', 'discarded', 'cancelled', 'expired'],
  submitted: ['accepted', 'discarded'],
  accepted: [],
  discarded: [],
  cancelled: [],
  expired: [],
};

export const isFinal = (status: RequestStatus): boolean => moves[status].length === 0;

/** Throws 409 for a transition that is not in the table. */
export function assertMove(from: RequestStatus, to: RequestStatus): void {
  if (!moves[from].includes(to)) throw moveError(from, `cannot become ${to}`);
}

export const moveError = (from: RequestStatus, what: string): ApiError =>
  new ApiError('INVALID_STATUS_TRANSITION', `A document request that is ${from} ${what}`, { allowed: moves[from] });

/** A requested document. */
export interface AskedDocument {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
}

/** Effect of a request on the status of its entity. */
const statusOutcomes = ['set', 'unchanged', 'locked'] as const;
export type StatusOutcome = (typeof statusOutcomes)[number];

/**
 * Effect of its end on the status. `others_open`: the last of the waiting requests restores it. `not_set`: the request did not set a
 * status.
 */
export type StatusRestore = 'restored' | 'changed' | 'locked' | 'others_open' | 'not_set';

/** A request for documents from an entity, through a link. */
export interface DocumentRequest {
  readonly id: string;
  readonly organizationId: string;
  readonly entityId: string;
  /** Identifies the link; a new link is a new session. */
  readonly sessionId: string;
  readonly status: RequestStatus;
  readonly documents: readonly AskedDocument[];
  readonly message: string | null;
  readonly recipientEmail: string | null;
  readonly language: string | null;
  /** Status of the entity before it waited for documents; `null` if the request did not set it. */
  readonly previousStatus: EntityStatus | null;
  /** The status change with which the wait began. */
  readonly statusChangeId: string | null;
  readonly statusOutcome: StatusOutcome;
  readonly statusRestore: StatusRestore | null;
  /** Number of files ever sent. */
  readonly filesSent: number;
  /** Number of current files. */
  readonly fileCount: number;
  /** Why it was accepted, discarded or cancelled. */
  readonly reason: string | null;
  readonly submittedAt: Date | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Event of a transition, by the new status of the request. */
export const moveEvents: Readonly<Record<RequestStatus, string>> = {
  pending: 'kyc.document_request_created',
  submitted: 'kyc.document_request_submitted',
  accepted: 'kyc.document_request_accepted',
  discarded: 'kyc.document_request_discarded',
  cancelled: 'kyc.document_request_cancelled',
  expired: 'kyc.document_request_expired',
};

/** Returns a request as events show it. */
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
