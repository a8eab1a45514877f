/** Decisions of an evaluation, weakest first. */
export const decisions = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'] as const;

export type Decision = (typeof decisions)[number];
