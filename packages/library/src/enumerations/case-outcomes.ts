/** Conclusion of a case. */
export const caseOutcomes = ['CONFIRMED_RISK', 'FALSE_POSITIVE', 'NO_RISK', 'REPORTED', 'OTHER'] as const;

export type CaseOutcome = (typeof caseOutcomes)[number];
