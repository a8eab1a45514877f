/** Where an account of an entity stands. */
export const entityAccountStatuses = ['active', 'inactive', 'pending', 'blocked', 'closed'] as const;

export type EntityAccountStatus = (typeof entityAccountStatuses)[number];
