/** Status of an alert. */
export const alertStatuses = ['OPEN', 'IN_PROGRESS', 'PENDING_REVIEW', 'ESCALATED', 'RESOLVED'] as const;

export type AlertStatus = (typeof alertStatuses)[number];
