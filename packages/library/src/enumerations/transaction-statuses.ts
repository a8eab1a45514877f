/** Statuses of a transaction. The first is the default. */
export const transactionStatuses = [
  'CREATED',
  'PROCESSING',
  'SUSPENDED',
  'SENT',
  'EXPIRED',
  'DECLINED',
  'REFUNDED',
  'SUCCESSFUL',
] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];
