/** Suggestions of a rule, weakest first. */
export const suggestions = ['FLAG', 'SUSPEND', 'BLOCK'] as const;

export type Suggestion = (typeof suggestions)[number];
