import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../platform/database/index.js';
import { notFound } from '../../../platform/http/index.js';
import { StoredRuns } from '../../evaluations/index.js';
import { findTransaction, type StoredTransaction, type TransactionKey } from '../persistence/transaction-store.js';

/** The single reads. */
@Injectable()
export class GetTransaction {
  constructor(
    private readonly database: TenantDatabase,
    private readonly runs: StoredRuns,
  ) {}

  async run(organizationId: string, by: TransactionKey): Promise<StoredTransaction> {
    const found = await findTransaction(this.database.of(organizationId), organizationId, by);
    if (!found) throw notFound('Transaction');
    return found;
  }

  /** JSON text of the summary of the last stored run, as it was answered; null when rules never ran. Nothing is evaluated. */
  async summary({ transaction: { organizationId, last } }: StoredTransaction): Promise<string | null> {
    return last && this.runs.summary(organizationId, last.evaluationId);
  }
}
