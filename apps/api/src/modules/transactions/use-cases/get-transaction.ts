import { Injectable } from '@nestjs/common';
import type { AppliedActions, RunOutcome } from '@tamis/engine';

import { TenantDatabase } from '../../../platform/database/index.js';
import { notFound } from '../../../platform/http/index.js';
import { RuleSets } from '../../rule-sets/index.js';
import { findRunResult } from '../persistence/evaluation-store.js';
import { findTransaction, type StoredTransaction } from '../persistence/transaction-store.js';
import { summaryJson } from './run-answer.js';

/** The single reads. */
@Injectable()
export class GetTransaction {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {}

  async run(
    organizationId: string,
    by: { readonly id: string } | { readonly externalId: string },
  ): Promise<StoredTransaction> {
    const found = await findTransaction(this.database.of(organizationId), organizationId, by);
    if (!found) throw notFound('Transaction');
    return found;
  }

  /** JSON text of the summary of the last stored run, as it was answered; null when rules never ran. Nothing is evaluated. */
  async summary({ transaction }: StoredTransaction): Promise<string | null> {
    if (!transaction.last) return null;
    const { organizationId } = transaction;
    const result = await findRunResult(this.database.of(organizationId), organizationId, transaction.last.evaluationId);
    if (!result) throw new Error(`the run ${transaction.last.evaluationId} is not stored`);
    const set = await this.ruleSets.published(this.database.of(organizationId), organizationId, result);
    return summaryJson(
      set,
      JSON.parse(result.outcome) as RunOutcome,
      JSON.parse(result.applied) as AppliedActions,
      'full',
    );
  }
}
