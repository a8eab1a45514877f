/** What a rule can be about. */
export const ruleTargets = ['transaction', 'person', 'company'] as const;

export type RuleTarget = (typeof ruleTargets)[number];
