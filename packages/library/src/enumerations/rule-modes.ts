/** Mode that the text of a rule requests for publishing. */
export const ruleModes = ['live', 'shadow'] as const;

export type RuleMode = (typeof ruleModes)[number];
