import type { Changes } from '../../../../platform/audit/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { ActionContext, AlertChange } from './alert-changes.js';
import type { StoredAlert } from './stored-alert.js';

/** Events of the trail that take an alert from one state to another. */
export const revertibleEvents = [
  'alert_acknowledged',
  'alert_assigned',
  'alert_resolved',
  'alert_status_changed',
  'alert_updated',
] as const;

/** An entry of the trail about an alert. */
export interface RecordedChange {
  readonly entryId: string;
  readonly summary: string;
  readonly changes: Changes;
}

/** Members that go back to what they were. Of a case it is a matter of the case, which counts its alerts. */
const members = [
  'status',
  'priority',
  'assignedTo',
  'assignedToType',
  'dueDate',
  'resolution',
  'resolutionNotes',
] as const;

/** The alert as it was before a recorded change. Throws 409 `INVALID_STATUS_TRANSITION` for one that joined a case or left it. */
export function takenBack(
  before: StoredAlert,
  { summary, changes }: RecordedChange,
  { by, at }: ActionContext,
): AlertChange {
  if (changes['investigationId']) {
    const message = 'An alert leaves a case by the route of the case';
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
    // An open alert was acknowledged by nobody.
    ...(restored.status === 'OPEN' && { acknowledgedAt: null, acknowledgedBy: null }),
    updatedAt: at,
  };
  return { before, after, event: 'alert_updated', summary: `taken back: ${summary}` };
}
