import type { components } from '@tamis/client';

export type TransactionStatus = components['schemas']['TransactionStatus'];

const terminal = ['EXPIRED', 'DECLINED', 'REFUNDED', 'SUCCESSFUL'] as const;

/**
 * Where a payment may go from each status. As `next-transaction-statuses.ts` of the library says, which a test compares:
 * packages of the language are for workers alone.
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

/** A final one has no way out. */
export const isFinal = (status: TransactionStatus): boolean => nextStatuses[status].length === 0;

/** What was done from one status to another can be taken back. */
export const mayGoBack = (to: TransactionStatus, before: TransactionStatus): boolean =>
  nextStatuses[to].includes(before);
