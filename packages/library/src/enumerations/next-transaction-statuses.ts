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

/** Where a transaction may go from a status, whoever moves it; the final ones have no way out. */
export const nextTransactionStatuses = (from: string): readonly string[] => transitionsByStatus.get(from) ?? [];
