import { type AuditEntry, diffChanges, creationChanges } from '../../../../platform/audit/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { AlertChange, ActionContext, StoredAlert } from '../../alerts/index.js';
import type { StoredCase } from './stored-case.js';

/** A change of a case, as it is recorded in the audit trail and announced. */
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
  /** Id of the audit entry, if something else refers to it. */
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

/** Returns the other records a case is related to, as audit entries refer to them. */
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

/** Returns the events of a change. If status and assignee stay the same, only subscribers of the case are notified. */
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

/** Returns the change that links an alert to a case. */
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

/** Returns the change that unlinks an alert from its case. */
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

/** Returns the highest risk contribution of the alerts, or `null` if none has one. */
export const highestContribution = (alerts: readonly StoredAlert[]): number | null =>
  alerts.reduce<number | null>((highest, { riskContribution: next }) => {
    if (next === null) return highest;
    return highest === null ? next : Math.max(highest, next);
  }, null);
