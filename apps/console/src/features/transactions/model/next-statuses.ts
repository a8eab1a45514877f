import type { components } from '@tamis/client';

export type TransactionStatus = components['schemas']['TransactionStatus'];

const terminal = ['EXPIRED', 'DECLINED', 'REFUNDED', 'SUCCESSFUL'] as const;

/**
 * The possible next statuses of a payment, equal to `next-transaction-statuses.ts` of the library. A test compares the two: packages of the
 * language are only loaded in workers.
 */
export const nextStatuses: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  CREATED: ['PROCESSING', 'SUSPENDED', 'SENT', ...terminal],
  PROCESSING: ['SUSPENDED', 'SENT', ...terminal],
  SUSPENDED: ['PROCESSING', 'SENT', ...terminal],
  SENT: ['SUSPENDED', ...terminal],
  EXPIRED: [],
  DECLINED: [],
  REFUNDED: [],
  SUCCESSFUL: [],
};

/** A final status has no next one. */
export const isFinal = (status: TransactionStatus): boolean => nextStatuses[status].length === 0;

/** Whether a change from one status to another can be reverted. */
export const mayGoBack = (to: TransactionStatus, before: TransactionStatus): boolean =>
  nextStatuses[to].includes(before);
