import { RawJson } from '../../../../platform/http/index.js';
import { miniAnalysis } from './mini-analysis.js';
import type { AlertStatus, AlertType, AssigneeType, Resolution, Severity, SourceSystem } from './alert-enumerations.js';
import type { EntitySnapshot, NewAlert } from './new-alert.js';

/** Assignee of a record. */
export interface Assignment {
  readonly assignedTo: string | null;
  readonly assignedToType: AssigneeType | null;
}

/** An alert as it is stored. `triggerCondition` is JSON text. */
export interface StoredAlert extends Assignment {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: AlertType;
  readonly category: string | null;
  readonly severity: Severity;
  readonly priority: Severity;
  readonly status: AlertStatus;
  readonly targetEntityId: string | null;
  readonly targetEntityType: string | null;
  readonly transactionId: string | null;
  readonly userEventId: string | null;
  readonly entity: EntitySnapshot | null;
  readonly ruleId: string | null;
  readonly ruleVersion: number | null;
  readonly riskMatrixId: string | null;
  readonly evaluationId: string | null;
  readonly ruleSetVersion: string | null;
  readonly riskContribution: number | null;
  readonly miniAnalysis: string | null;
  readonly triggerCondition: string | null;
  readonly sourceSystem: SourceSystem;
  readonly investigationId: string | null;
  /** When the alert was linked to the investigation. */
  readonly consolidatedAt: Date | null;
  readonly assignedAt: Date | null;
  readonly dueDate: Date | null;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  readonly resolution: Resolution | null;
  readonly resolutionNotes: string | null;
  readonly dedupeKey: string | null;
  readonly duplicateCount: number;
  readonly lastSeenAt: Date;
  readonly tags: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Returns an alert as responses and webhooks show it. */
export const alertView = (
  alert: StoredAlert,
): Omit<StoredAlert, 'triggerCondition'> & { triggerCondition: RawJson | null } => ({
  ...alert,
  miniAnalysis: alert.miniAnalysis ?? miniAnalysis(alert),
  triggerCondition: alert.triggerCondition === null ? null : new RawJson(alert.triggerCondition),
});

/** Returns the view of an alert that a rule has just raised, and that is stored later. */
export function newAlertView(
  { id, organizationId, at }: { readonly id: string; readonly organizationId: string; readonly at: Date },
  { title: name, dedupe, triggerCondition, ...alert }: NewAlert,
): ReturnType<typeof alertView> {
  const { severity, type, ruleId, ruleVersion, riskContribution, evaluationId, ruleSetVersion, entity = null } = alert;
  const { assignedTo = null, assignedToType = null } = alert;
  return alertView({
    ...{ organizationId, id, name, severity, priority: severity, type, status: 'OPEN', ruleId, ruleVersion, entity },
    ...{ riskContribution, evaluationId, ruleSetVersion, assignedTo, assignedToType, tags: alert.tags ?? [] },
    ...{ description: alert.description ?? null, category: alert.category ?? null },
    ...{ targetEntityId: entity?.id ?? null, targetEntityType: entity?.type ?? null },
    ...{ transactionId: alert.transactionId ?? null, userEventId: alert.userEventId ?? null },
    ...{ riskMatrixId: alert.riskMatrixId ?? null, sourceSystem: alert.sourceSystem ?? 'rules_engine' },
    triggerCondition: triggerCondition === undefined ? null : JSON.stringify(triggerCondition),
    ...{ dedupeKey: dedupe?.key ?? null, duplicateCount: 0, miniAnalysis: null, dueDate: null },
    ...{ investigationId: null, consolidatedAt: null, assignedAt: assignedTo === null ? null : at },
    ...{ acknowledgedAt: null, acknowledgedBy: null, resolvedAt: null, resolvedBy: null },
    ...{ resolution: null, resolutionNotes: null, lastSeenAt: at, createdAt: at, updatedAt: at },
  });
}

/** Returns the view of an alert in the inbox, which does not include what triggered it. */
export const inboxAlertView = ({ triggerCondition, ...alert }: StoredAlert): Omit<StoredAlert, 'triggerCondition'> => ({
  ...alert,
  miniAnalysis: alert.miniAnalysis ?? miniAnalysis({ ...alert, triggerCondition }),
});
