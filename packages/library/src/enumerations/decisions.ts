/** What a run decides, weakest first. */
export const decisions = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'] as const;

export type Decision = (typeof decisions)[number];
