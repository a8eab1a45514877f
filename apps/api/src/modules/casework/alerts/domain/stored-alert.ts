import { RawJson } from '../../../../platform/http/index.js';
import { miniAnalysis } from './mini-analysis.js';
import type { AlertStatus, AlertType, AssigneeType, Resolution, Severity, SourceSystem } from './alert-enumerations.js';
import type { EntitySnapshot } from './new-alert.js';

/** Who a record is assigned to. */
export interface Assignment {
  readonly assignedTo: string | null;
  readonly assignedToType: AssigneeType | null;
}

/** An alert as it is kept. `triggerCondition` is JSON text. */
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
  /** When it was linked to that. */
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

/** An alert as answers and webhooks show it. */
export const alertView = (
  alert: StoredAlert,
): Omit<StoredAlert, 'triggerCondition'> & { triggerCondition: RawJson | null } => ({
  ...alert,
  miniAnalysis: alert.miniAnalysis ?? miniAnalysis(alert),
  triggerCondition: alert.triggerCondition === null ? null : new RawJson(alert.triggerCondition),
});

/** The same in the inbox, which does not show what set it off. */
export const inboxAlertView = ({ triggerCondition, ...alert }: StoredAlert): Omit<StoredAlert, 'triggerCondition'> => ({
  ...alert,
  miniAnalysis: alert.miniAnalysis ?? miniAnalysis({ ...alert, triggerCondition }),
});
