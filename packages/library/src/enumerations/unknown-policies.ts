/** Effect of a rule whose condition is unknown. */
export const unknownPolicies = ['ignore', 'review', 'hit'] as const;

export type UnknownPolicy = (typeof unknownPolicies)[number];
