/** What the text of a rule asks for when it is published. */
export const ruleModes = ['live', 'shadow'] as const;

export type RuleMode = (typeof ruleModes)[number];
