/** Status of a case. */
export const caseStatuses = ['OPEN', 'IN_PROGRESS', 'PENDING_REVIEW', 'CLOSED', 'ESCALATED'] as const;

export type CaseStatus = (typeof caseStatuses)[number];
