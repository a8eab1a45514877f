/** Status of an account of an entity. */
export const entityAccountStatuses = ['active', 'inactive', 'pending', 'blocked', 'closed'] as const;

export type EntityAccountStatus = (typeof entityAccountStatuses)[number];
