export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type Severity = (typeof severities)[number];

export const alertStatuses = ['OPEN', 'IN_PROGRESS', 'PENDING_REVIEW', 'ESCALATED', 'RESOLVED'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** Other words for a status that filters understand. */
export const statusAliases = { PENDING: 'OPEN', ACKNOWLEDGED: 'IN_PROGRESS' } as const satisfies Record<
  string,
  AlertStatus
>;

export const statusFilters = [...alertStatuses, 'PENDING', 'ACKNOWLEDGED'] as const;
export type StatusFilter = (typeof statusFilters)[number];

export const alertTypes = ['COMPLIANCE', 'FRAUD', 'AML', 'KYC', 'KYB', 'TRANSACTION_MONITORING', 'CUSTOM'] as const;
export type AlertType = (typeof alertTypes)[number];

export const sourceSystems = ['rules_engine', 'risk_matrix', 'monitoring', 'automation', 'manual', 'api'] as const;
export type SourceSystem = (typeof sourceSystems)[number];

export const statusOf = (filter: StatusFilter): AlertStatus =>
  filter === 'PENDING' || filter === 'ACKNOWLEDGED' ? statusAliases[filter] : filter;
