import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { transactionChanged } from '../domain/transaction-events.js';
import { changedFields, applyPatch, type TransactionPatch } from '../domain/transaction-patch.js';
import type { TransactionKey } from '../persistence/transaction-store.js';
import { ChangeTransaction, type ChangedTransaction } from './change-transaction.js';

/** `PATCH /transactions/{id}`: changes fields that do not affect the decision, in any status. */
@Injectable()
export class PatchTransaction {
  constructor(private readonly changes: ChangeTransaction) {}

  /** Throws 400 `NO_CHANGES` if every value equals the stored one, and 404 if the transaction does not exist. */
  patch(
    principal: Principal,
    key: TransactionKey,
    patch: TransactionPatch,
    executeRules: boolean,
  ): Promise<ChangedTransaction> {
    return this.changes.change({
      principal,
      key,
      trigger: executeRules ? 'updated' : null,
      change: (before) => {
        const transaction = applyPatch(before, patch);
        if (changedFields(before, transaction).length === 0)
          throw new ApiError('NO_CHANGES', 'Every value sent equals the stored one');
        return { transaction, entry: transactionChanged(before, transaction) };
      },
    });
  }
}
