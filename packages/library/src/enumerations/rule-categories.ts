/** Categories of rules; `custom` is the default. */
export const ruleCategories = ['kyc', 'kyb', 'aml', 'fraud', 'compliance', 'risk', 'custom'] as const;

export type RuleCategory = (typeof ruleCategories)[number];
