import { type AuditEntry, creationChanges } from '../../../../platform/audit/index.js';

/** Returns the audit entry for a received event. The user and their location appear only in the record. */
export const userEventReceived = ({ id, eventType, externalId, entityId }: UserEvent): AuditEntry => ({
  event: 'user_event_received',
  resourceType: 'user_event',
  resourceId: id,
  summary: `${eventType} received`,
  changes: creationChanges({ eventType, externalId }),
  relatedIds: { entityId },
});

/** A stored user event. Free-form objects are JSON texts, as submitted. */
export interface UserEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly externalId: string | null;
  readonly eventType: string;
  /** The caller's id for the user. */
  readonly userId: string;
  readonly entityId: string;
  /** External id of the entity. It changes with the entity. */
  readonly entityExternalId: string | null;
  /** The submitted tax id, or else that of the entity. */
  readonly taxId: string | null;
  readonly timestamp: Date;
  /** `YYYY-MM-DD` */
  readonly eventDate: string | null;
  readonly deviceId: string | null;
  readonly ipAddress: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly isVpn: boolean | null;
  readonly isProxy: boolean | null;
  readonly isNewDevice: boolean | null;
  readonly failedAttemptsCount: number | null;
  readonly destinationAccountId: string | null;
  readonly destinationCuit: string | null;
  readonly previousValue: string | null;
  readonly userAgent: string | null;
  readonly deviceDetails: string | null;
  readonly metadata: string | null;
  /** From the last evaluation, like the next four; `null` if rules were never evaluated. */
  readonly riskScore: number | null;
  readonly decision: string | null;
  readonly lastEvaluationId: string | null;
  readonly ruleSetVersion: string | null;
  readonly lastRiskEvaluationAt: Date | null;
  /** `null` if the event was sent by itself. */
  readonly batchJobId: string | null;
  readonly createdAt: Date;
}
