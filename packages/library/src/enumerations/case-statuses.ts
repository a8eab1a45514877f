/** Where a case stands. */
export const caseStatuses = ['OPEN', 'IN_PROGRESS', 'PENDING_REVIEW', 'CLOSED', 'ESCALATED'] as const;

export type CaseStatus = (typeof caseStatuses)[number];
