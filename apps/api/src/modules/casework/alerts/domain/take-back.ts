import type { Changes } from '../../../../platform/audit/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { ActionContext, AlertChange } from './alert-changes.js';
import type { StoredAlert } from './stored-alert.js';

/** Audit events that change the state of an alert. */
export const revertibleEvents = [
  'alert_acknowledged',
  'alert_assigned',
  'alert_resolved',
  'alert_status_changed',
  'alert_updated',
] as const;

/** An audit entry about an alert. */
export interface RecordedChange {
  readonly entryId: string;
  readonly summary: string;
  readonly changes: Changes;
}

/** Members that are reverted. The case is not among them, because it counts its alerts. */
const members = [
  'status',
  'priority',
  'assignedTo',
  'assignedToType',
  'dueDate',
  'resolution',
  'resolutionNotes',
] as const;

/**
 * Returns the alert as it was before a recorded change. Throws 409 `INVALID_STATUS_TRANSITION` if it was added to or removed from a case.
 */
export function takenBack(
  before: StoredAlert,
  { summary, changes }: RecordedChange,
  { by, at }: ActionContext,
): AlertChange {
  if (changes['investigationId']) {
    const message = 'An alert of a case is removed through the routes of the case';
    throw new ApiError('INVALID_STATUS_TRANSITION', message, { allowed: [] });
  }
  const previous = Object.fromEntries(
    members.filter((member) => changes[member]).map((member) => [member, changes[member]!.previous]),
  ) as Partial<Pick<StoredAlert, (typeof members)[number]>>;
  const dueDate = previous.dueDate == null ? previous.dueDate : new Date(previous.dueDate);
  const restored = { ...before, ...previous, ...(dueDate !== undefined && { dueDate }) };
  const isResolved = restored.status === 'RESOLVED';
  const after: StoredAlert = {
    ...restored,
    ...(changes['assignedTo'] && { assignedAt: restored.assignedTo === null ? null : at }),
    ...(changes['status'] && {
      resolvedAt: isResolved ? at : null,
      resolvedBy: isResolved ? by : null,
    }),
    // An open alert has not been acknowledged.
    ...(restored.status === 'OPEN' && { acknowledgedAt: null, acknowledgedBy: null }),
    updatedAt: at,
  };
  return { before, after, event: 'alert_updated', summary: `taken back: ${summary}` };
}
