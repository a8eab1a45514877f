import { ApiError } from '../../../../platform/http/index.js';
import { transitionsFrom, type WorkStatus } from './work-status.js';

/** A requested status transition. */
export interface StatusTransition {
  /** Label of the record, such as `An alert`. */
  readonly recordLabel: string;
  readonly from: WorkStatus;
  readonly to: WorkStatus;
  readonly reason: string | null | undefined;
  /** Returns how the record calls a status. Defaults to the status itself. */
  readonly statusName?: (status: WorkStatus) => string;
}

/** Throws 409 `INVALID_STATUS_TRANSITION`, and 400 `REASON_REQUIRED` if a closed record is reopened without a reason. */
export function checkStatusTransition({
  recordLabel: what,
  from,
  to,
  reason,
  statusName: nameOf = String,
}: StatusTransition): void {
  const allowed = transitionsFrom(from);
  if (!allowed.includes(to)) {
    const message = `${what} cannot go from ${nameOf(from)} to ${nameOf(to)}`;
    throw new ApiError('INVALID_STATUS_TRANSITION', message, { allowed: allowed.map(nameOf) });
  }
  if (from === 'CLOSED' && !reason?.trim()) {
    throw new ApiError('REASON_REQUIRED', `${what} can only be reopened with a reason`, {
      reason: 'must give the reason for reopening',
    });
  }
}
