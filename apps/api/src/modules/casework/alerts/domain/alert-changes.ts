import { type AuditEntry, diffChanges, creationChanges } from '../../../../platform/audit/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { AlertStatus, Resolution } from './alert-enumerations.js';
import { alertView, type StoredAlert } from './stored-alert.js';

/** A change of an alert, as it is recorded in the audit trail and announced. */
export interface AlertChange {
  readonly before: StoredAlert;
  readonly after: StoredAlert;
  readonly event: 'alert_acknowledged' | 'alert_assigned' | 'alert_resolved' | 'alert_status_changed' | 'alert_updated';
  readonly summary: string;
  readonly reason?: string | null;
  /** Id of the audit entry, if something else refers to it. */
  readonly entryId?: string;
}

/** The actor and time of an action. */
export interface ActionContext {
  readonly by: string;
  readonly at: Date;
}

const auditedFields = [
  'status',
  'priority',
  'assignedTo',
  'assignedToType',
  'dueDate',
  'investigationId',
  'resolution',
  'resolutionNotes',
] as const;

/** Returns the other records an alert is related to, as audit entries refer to them. */
export const relatedIdsOf = (alert: StoredAlert): Readonly<Record<string, string>> => {
  const { transactionId, targetEntityId: entityId, ruleId, investigationId } = alert;
  const ids = { alertId: alert.id, transactionId, entityId, ruleId, investigationId };
  return Object.fromEntries(Object.entries(ids).filter((entry): entry is [string, string] => entry[1] !== null));
};

export const alertAuditEntry = ({ before, after, event, summary, reason, entryId }: AlertChange): AuditEntry => ({
  ...(entryId !== undefined && { id: entryId }),
  event,
  resourceType: 'alert',
  resourceId: after.id,
  summary,
  changes: diffChanges(before, after, auditedFields),
  ...(reason != null && { reason }),
  relatedIds: relatedIdsOf(after),
});

export const alertCreatedEntry = (alert: StoredAlert): AuditEntry => ({
  event: 'alert_created',
  resourceType: 'alert',
  resourceId: alert.id,
  summary: `${alert.severity} alert created`,
  changes: creationChanges({ title: alert.name, severity: alert.severity }),
  relatedIds: relatedIdsOf(alert),
});

/** Returns the events of a change: none if status and assignee stay the same. */
export function alertEvents({ before, after }: AlertChange): readonly OutboxEvent[] {
  const { organizationId } = after;
  const events: OutboxEvent[] = [];
  if (before.status !== after.status) {
    const payload = { ...alertView(after), previousStatus: before.status };
    events.push({ organizationId, event: 'alert.status_changed', payload });
    if (after.status === 'RESOLVED') events.push({ organizationId, event: 'alert.resolved', payload });
  }
  if (before.assignedTo !== after.assignedTo) {
    const { assignedTo } = after;
    const payload = { alert: alertView(after), assignedTo, previousAssignedTo: before.assignedTo };
    events.push({ organizationId, event: 'alert.assigned', payload });
  }
  return events;
}

/** Returns the alert with another status, setting who resolved it, or clearing that if it was reopened. */
export function withStatus(alert: StoredAlert, status: AlertStatus, { by, at }: ActionContext): StoredAlert {
  const isFirst = status === 'IN_PROGRESS' && alert.acknowledgedAt === null;
  return {
    ...alert,
    status,
    ...(isFirst && { acknowledgedAt: at, acknowledgedBy: by }),
    ...(status === 'RESOLVED' ? { resolvedAt: at, resolvedBy: by } : { resolvedAt: null, resolvedBy: null }),
    ...(status !== 'RESOLVED' && { resolution: null, resolutionNotes: null }),
    updatedAt: at,
  };
}

/** Why an alert is resolved. */
export interface Disposition {
  readonly resolution: Resolution | null;
  readonly notes: string | null;
}

/** Returns the change that resolves an alert. */
export function resolutionChange(
  before: StoredAlert,
  { resolution, notes }: Disposition,
  deed: ActionContext,
): AlertChange {
  const after = { ...withStatus(before, 'RESOLVED', deed), resolution, resolutionNotes: notes };
  const summary = `resolved${resolution === null ? '' : ` as ${resolution}`}`;
  return { before, after, event: 'alert_resolved', summary, reason: notes };
}
