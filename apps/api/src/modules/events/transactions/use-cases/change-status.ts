import { Injectable } from '@nestjs/common';
import { nextTransactionStatuses } from '@tamis/library';

import type { Principal } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { withStatus } from '../domain/status-transition.js';
import { transactionChanged } from '../domain/transaction-events.js';
import type { TransactionKey } from '../persistence/transaction-store.js';
import { ChangeTransaction, type ChangedTransaction } from './change-transaction.js';

export interface StatusRequest {
  readonly status: string;
  /** `null` if the reason on the record is to remain. */
  readonly reason: string | null;
  /** Used only in the audit log. */
  readonly comment: string | null;
  readonly executeRules: boolean;
}

/** `PATCH /transactions/{id}/changeStatus`. */
@Injectable()
export class ChangeStatus {
  constructor(private readonly changes: ChangeTransaction) {}

  /**
   * Changes the status. Throws 400 `NO_CHANGES` if it is the current status, 409 `INVALID_STATUS_TRANSITION`, and 404 if the transaction
   * does not exist.
   */
  change(principal: Principal, key: TransactionKey, wanted: StatusRequest): Promise<ChangedTransaction> {
    const { status: to, reason, comment, executeRules } = wanted;
    return this.changes.change({
      principal,
      key,
      trigger: executeRules ? 'status_changed' : null,
      change: (before, now) => {
        const from = before.status;
        if (from === to) throw new ApiError('NO_CHANGES', `The transaction is already ${to}`);
        const allowed = nextTransactionStatuses(from);
        if (!allowed.includes(to)) {
          const details = { from, to, allowed };
          throw new ApiError('INVALID_STATUS_TRANSITION', `A transaction cannot go from ${from} to ${to}`, details);
        }
        const move = { status: to, reason, changedAt: now, changedBy: principal.actor.id };
        const transaction = { ...withStatus(before, move), reason: reason ?? before.reason };
        return { transaction, entry: transactionChanged(before, transaction, comment) };
      },
    });
  }
}
