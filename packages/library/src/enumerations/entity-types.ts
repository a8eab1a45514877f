/** Types of stored entities. */
export const entityTypes = ['person', 'company', 'payment_method'] as const;

export type EntityType = (typeof entityTypes)[number];
