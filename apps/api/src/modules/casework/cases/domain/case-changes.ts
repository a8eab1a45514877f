import { type AuditEntry, diffChanges, creationChanges } from '../../../../platform/audit/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { AlertChange, ActionContext, StoredAlert } from '../../alerts/index.js';
import type { StoredCase } from './stored-case.js';

/** What a change of a case is recorded and announced as. */
export interface CaseChange {
  readonly before: StoredCase;
  readonly after: StoredCase;
  readonly event:
    | 'investigation_assigned'
    | 'investigation_closed'
    | 'investigation_status_changed'
    | 'investigation_updated';
  readonly summary: string;
  readonly reason?: string | null;
  /** Where something else names the entry. */
  readonly entryId?: string;
}

const auditedFields = [
  'name',
  'description',
  'status',
  'priority',
  'alertCount',
  'assignedTo',
  'assignedToType',
  'dueDate',
  'closureReason',
  'outcome',
  'tags',
] as const;

/** Other records a case has to do with, as entries of the trail name them. */
export const relatedIdsOf = ({ id, entityId }: StoredCase): Readonly<Record<string, string>> => ({
  investigationId: id,
  ...(entityId !== null && { entityId }),
});

export const caseAuditEntry = ({ before, after, event, summary, reason, entryId }: CaseChange): AuditEntry => ({
  ...(entryId !== undefined && { id: entryId }),
  event,
  resourceType: 'investigation',
  resourceId: after.id,
  summary,
  changes: diffChanges(before, after, auditedFields),
  ...(reason != null && { reason }),
  relatedIds: relatedIdsOf(after),
});

export const caseOpenedEntry = (opened: StoredCase): AuditEntry => ({
  event: 'investigation_created',
  resourceType: 'investigation',
  resourceId: opened.id,
  summary: `${opened.investigationNumber} opened`,
  changes: creationChanges({
    investigationNumber: opened.investigationNumber,
    name: opened.name,
    priority: opened.priority,
    alertCount: opened.alertCount,
    assignedTo: opened.assignedTo,
  }),
  relatedIds: relatedIdsOf(opened),
});

/** What is announced of a change. That leaves status and assignee as they are only who looks at the case is told. */
export function caseEvents({ before, after, event }: CaseChange): readonly OutboxEvent[] {
  const { organizationId } = after;
  const events: OutboxEvent[] = [];
  if (before.status !== after.status) {
    const payload = { ...after, previousStatus: before.status };
    events.push({ organizationId, event: 'investigation.status_changed', payload });
    if (after.status === 'CLOSED') events.push({ organizationId, event: 'investigation.closed', payload });
  }
  if (before.assignedTo !== after.assignedTo) {
    const payload = { ...after, previousAssignedTo: before.assignedTo };
    events.push({ organizationId, event: 'investigation.assigned', payload });
  }
  if (event === 'investigation_updated')
    events.push({ organizationId, event: 'case:changed', payload: { caseId: after.id } });
  return events;
}

/** The alert as one of a case. */
export const linkChange = (
  before: StoredAlert,
  investigation: Pick<StoredCase, 'id' | 'investigationNumber'>,
  { at }: ActionContext,
): AlertChange => ({
  before,
  after: { ...before, investigationId: investigation.id, consolidatedAt: at, updatedAt: at },
  event: 'alert_updated',
  summary: `linked to ${investigation.investigationNumber}`,
});

/** The alert as one of no case. */
export const unlinkChange = (
  before: StoredAlert,
  investigation: Pick<StoredCase, 'investigationNumber'>,
  { at }: ActionContext,
): AlertChange => ({
  before,
  after: { ...before, investigationId: null, consolidatedAt: null, updatedAt: at },
  event: 'alert_updated',
  summary: `unlinked from ${investigation.investigationNumber}`,
});

/** The highest contribution of an alert; null where none has one. */
export const highestContribution = (alerts: readonly StoredAlert[]): number | null =>
  alerts.reduce<number | null>((highest, { riskContribution: next }) => {
    if (next === null) return highest;
    return highest === null ? next : Math.max(highest, next);
  }, null);
