import { type AuditEntry, creationChanges } from '../../../../platform/audit/index.js';

/** What was told of a user; who it was and from where stands in the record alone. */
export const userEventReceived = ({ id, eventType, externalId, entityId }: UserEvent): AuditEntry => ({
  event: 'user_event_received',
  resourceType: 'user_event',
  resourceId: id,
  summary: `${eventType} received`,
  changes: creationChanges({ eventType, externalId }),
  relatedIds: { entityId },
});

/** What a user did, as it is stored. Free objects are JSON texts, as they were sent. */
export interface UserEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly externalId: string | null;
  readonly eventType: string;
  /** The caller's id of the user. */
  readonly userId: string;
  readonly entityId: string;
  /** That of the entity; it changes with it. */
  readonly entityExternalId: string | null;
  /** As sent, else that of the entity. */
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
  /** Of the last evaluation, as the next four; null: rules never ran on it. */
  readonly riskScore: number | null;
  readonly decision: string | null;
  readonly lastEvaluationId: string | null;
  readonly ruleSetVersion: string | null;
  readonly lastRiskEvaluationAt: Date | null;
  /** Null: it came alone. */
  readonly batchJobId: string | null;
  readonly createdAt: Date;
}
