import { isDeepStrictEqual } from 'node:util';

import { ApiError } from '../../../../platform/http/index.js';
import {
  type ActionContext,
  type AlertChange,
  type Disposition,
  resolutionChange,
  withStatus,
} from './alert-changes.js';
import type { AssigneeType, Severity } from './alert-enumerations.js';
import { checkStatusTransition } from './check-status-transition.js';
import type { Assignment, StoredAlert } from './stored-alert.js';
import { alertStatusOf, type WorkStatus, workStatusOf } from './work-status.js';

/** Assignee of a record and related fields, which stay unchanged if absent. */
export interface AssignRequest {
  readonly assignedTo: string;
  readonly assignedToType?: AssigneeType | null;
  readonly priority?: Severity | null;
  readonly dueDate?: string | null;
  readonly reason?: string | null;
}

/** Returns the members of a record that an assignment request changes. */
export const assignmentFields = ({ assignedTo, assignedToType, priority, dueDate }: AssignRequest) => ({
  assignedTo,
  assignedToType: assignedToType ?? 'user',
  ...(priority != null && { priority }),
  ...(dueDate != null && { dueDate: new Date(dueDate) }),
});

/** Acknowledges an alert. Throws 400 `ALREADY_ACKNOWLEDGED` if it is not open. */
export function acknowledged(before: StoredAlert, deed: ActionContext): AlertChange {
  const { status: currentStatus } = before;
  if (currentStatus !== 'OPEN') {
    const message = 'The alert is already acknowledged';
    throw new ApiError('ALREADY_ACKNOWLEDGED', message, undefined, { currentStatus });
  }
  const after = { ...withStatus(before, 'IN_PROGRESS', deed), acknowledgedAt: deed.at, acknowledgedBy: deed.by };
  return { before, after, event: 'alert_acknowledged', summary: 'acknowledged' };
}

/** Resolves an alert. Throws 409 `ALREADY_RESOLVED`. */
export function resolved(before: StoredAlert, disposition: Disposition, deed: ActionContext): AlertChange {
  if (before.status === 'RESOLVED') throw new ApiError('ALREADY_RESOLVED', 'The alert is already resolved');
  return resolutionChange(before, disposition, deed);
}

/** Changes the status of an alert. Throws 409 `INVALID_STATUS_TRANSITION` and 400 `REASON_REQUIRED`. */
export function moved(before: StoredAlert, to: WorkStatus, reason: string | null, deed: ActionContext): AlertChange {
  const from = workStatusOf(before.status);
  checkStatusTransition({ recordLabel: 'An alert', from, to, reason, statusName: alertStatusOf });
  if (to === 'CLOSED') return resolutionChange(before, { resolution: null, notes: reason }, deed);
  const after = withStatus(before, alertStatusOf(to), deed);
  const summary = `status ${before.status} to ${after.status}`;
  return { before, after, event: 'alert_status_changed', summary, reason };
}

/** Returns the alert with a new assignee, or with none; the same alert if nothing changes. */
export function assigned(
  before: StoredAlert,
  fields: Assignment & Partial<Pick<StoredAlert, 'priority' | 'dueDate'>>,
  reason: string | null,
  { at }: ActionContext,
): AlertChange & { readonly after: StoredAlert } {
  const isSomebody = fields.assignedTo !== null;
  const edited = { ...before, ...fields };
  const assignedAt = edited.assignedTo === before.assignedTo ? before.assignedAt : isSomebody ? at : null;
  const after = isDeepStrictEqual(edited, before) ? before : { ...edited, assignedAt, updatedAt: at };
  const summary = isSomebody ? `assigned to a ${fields.assignedToType}` : 'assigned to nobody';
  return { before, after, event: 'alert_assigned', summary, reason };
}
