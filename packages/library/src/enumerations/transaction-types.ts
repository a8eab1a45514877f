/** Type of a transaction. */
export const transactionTypes = [
  'PAYMENT',
  'TRANSFER',
  'WITHDRAWAL',
  'DEPOSIT',
  'REFUND',
  'CHARGEBACK',
  'REVERSAL',
  'FEE',
  'ADJUSTMENT',
  'OTHER',
] as const;

export type TransactionType = (typeof transactionTypes)[number];
