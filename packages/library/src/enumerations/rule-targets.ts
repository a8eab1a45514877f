/** What a rule can be about. */
export const ruleTargets = ['transaction', 'person', 'company', 'userEvent'] as const;

export type RuleTarget = (typeof ruleTargets)[number];
