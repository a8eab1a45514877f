import { limits } from '../../../../platform/limits.js';
import type { Transaction } from './transaction.js';

/** A status change of a transaction, with its reason and author. */
export interface StatusTransition {
  readonly status: string;
  readonly reason: string | null;
  readonly changedAt: Date;
  /** Id of an actor, or `rule`. */
  readonly changedBy: string | null;
}

/** Returns the transaction with its new status. The change is added to the status history, which keeps only the newest changes. */
export function withStatus(
  transaction: Transaction,
  { status, reason, changedAt, changedBy }: StatusTransition,
): Transaction {
  const entry = { status, previousStatus: transaction.status, reason, changedAt, changedBy };
  const history = JSON.parse(transaction.statusHistory) as readonly object[];
  return {
    ...transaction,
    status,
    statusHistory: JSON.stringify([...history, entry].slice(-limits.transactionStatusMoves)),
  };
}
