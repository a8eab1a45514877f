/** Targets of rules. */
export const ruleTargets = ['transaction', 'person', 'company', 'userEvent'] as const;

export type RuleTarget = (typeof ruleTargets)[number];
