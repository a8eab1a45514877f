import type { TransactionStatus } from './transaction-statuses.js';

const terminalStatuses = ['EXPIRED', 'DECLINED', 'REFUNDED', 'SUCCESSFUL'] as const;

const transitions: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  CREATED: ['PROCESSING', 'SUSPENDED', 'SENT', ...terminalStatuses],
  PROCESSING: ['SUSPENDED', 'SENT', ...terminalStatuses],
  SUSPENDED: ['PROCESSING', 'SENT', ...terminalStatuses],
  SENT: ['SUSPENDED', ...terminalStatuses],
  EXPIRED: [],
  DECLINED: [],
  REFUNDED: [],
  SUCCESSFUL: [],
};

const transitionsByStatus: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(transitions));

/** Returns the statuses that may follow a status of a transaction, regardless of who changes it. Final statuses have none. */
export const nextTransactionStatuses = (from: string): readonly string[] => transitionsByStatus.get(from) ?? [];
