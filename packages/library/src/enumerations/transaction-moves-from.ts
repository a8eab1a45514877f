import type { TransactionStatus } from './transaction-statuses.js';

const final = ['EXPIRED', 'DECLINED', 'REFUNDED', 'SUCCESSFUL'] as const;

const moves: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  CREATED: ['PROCESSING', 'SUSPENDED', 'SENT', ...final],
  PROCESSING: ['SUSPENDED', 'SENT', ...final],
  SUSPENDED: ['PROCESSING', 'SENT', ...final],
  SENT: ['SUSPENDED', ...final],
  EXPIRED: [],
  DECLINED: [],
  REFUNDED: [],
  SUCCESSFUL: [],
};

const known: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(moves));

/** Where a transaction may go from a status, whoever moves it; the final ones have no way out. */
export const transactionMovesFrom = (from: string): readonly string[] => known.get(from) ?? [];
