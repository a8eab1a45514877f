import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { StoredSummaries } from '../../../decisions/evaluations/index.js';
import { findTransaction, type StoredTransaction, type TransactionKey } from '../persistence/transaction-store.js';

/** Reads single transactions. */
@Injectable()
export class GetTransaction {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
    private readonly summaries: StoredSummaries,
  ) {}

  async get(organizationId: string, by: TransactionKey): Promise<StoredTransaction> {
    const client = this.database.forOrganization(organizationId);
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const found = await findTransaction(client, organizationId, by, numbers);
    if (!found) throw notFound('Transaction');
    return found;
  }

  /**
   * Returns the JSON text of the summary of the last stored evaluation, restricted to what the caller may see; `null` if rules were never
   * evaluated. Evaluates nothing.
   */
  async summary(principal: Principal, { transaction: { last } }: StoredTransaction): Promise<string | null> {
    return last && this.summaries.readSummary(principal, last.evaluationId);
  }
}
