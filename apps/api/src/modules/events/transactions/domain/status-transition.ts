import { limits } from '../../../../platform/limits.js';
import type { Transaction } from './transaction.js';

/** A new status of a transaction, and why and by whom it has it. */
export interface StatusTransition {
  readonly status: string;
  readonly reason: string | null;
  readonly changedAt: Date;
  /** Id of an actor, or `rule`. */
  readonly changedBy: string | null;
}

/** The transaction with its new status, which its history tells of: it keeps the newest moves. */
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
