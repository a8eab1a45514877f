/** From least to most urgent. */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type Severity = (typeof severities)[number];

export const mostSevere = (some: readonly Severity[]): Severity | undefined =>
  severities.findLast((severity) => some.includes(severity));

export const alertStatuses = ['OPEN', 'IN_PROGRESS', 'PENDING_REVIEW', 'ESCALATED', 'RESOLVED'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** Final result of an alert, which serves as a label for the rule that raised it. */
export const resolutions = ['CONFIRMED_RISK', 'FALSE_POSITIVE', 'NOT_RELEVANT', 'DUPLICATE', 'OTHER'] as const;
export type Resolution = (typeof resolutions)[number];

export const alertTypes = ['COMPLIANCE', 'FRAUD', 'AML', 'KYC', 'KYB', 'TRANSACTION_MONITORING', 'CUSTOM'] as const;
export type AlertType = (typeof alertTypes)[number];

export const sourceSystems = ['rules_engine', 'risk_matrix', 'monitoring', 'automation', 'manual', 'api'] as const;
export type SourceSystem = (typeof sourceSystems)[number];

export const assigneeTypes = ['user', 'team', 'role'] as const;
export type AssigneeType = (typeof assigneeTypes)[number];

/** Orders for lists of alerts: newest first, or most urgent first and then newest. */
export const alertOrders = ['createdAt', 'urgency'] as const;
export type AlertOrder = (typeof alertOrders)[number];
