import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiError, arrayElements, notFound, type Page, type PageQuery } from '../../../platform/http/index.js';
import { itemsOf } from '../domain/item-bits.js';
import type { BatchJob, BatchReport, BatchStatus } from '../domain/transaction-batch.js';
import { findBatchReport, findBatches, findSent, type SentBatch } from '../persistence/batch-report-store.js';

/** What is kept of batches of payments, for whoever asks afterwards. Each throws 404 for a job that the organization has not. */
@Injectable()
export class BatchReports {
  constructor(private readonly database: TenantDatabase) {}

  /** The newest first. */
  list(
    organizationId: string,
    query: PageQuery & { readonly kind?: string; readonly status?: BatchStatus },
  ): Promise<Page<BatchJob>> {
    return findBatches(this.database.of(organizationId), organizationId, query);
  }

  async failures(organizationId: string, id: string): Promise<BatchReport> {
    const found = await findBatchReport(this.database.of(organizationId), organizationId, id);
    if (!found) throw notFound('Batch job');
    return found;
  }

  /** JSON text of the array of payments as they were sent. Throws 404 also for a job whose payments were not kept. */
  async payload(organizationId: string, id: string): Promise<string> {
    const { payload } = await this.sent(organizationId, id);
    if (payload === null) throw notFound('Payload of the batch job');
    return payload;
  }

  /** External ids of the payments that were passed over. Throws 409 `SKIPS_NOT_AVAILABLE`. */
  async skips(organizationId: string, id: string): Promise<readonly (string | null)[]> {
    const { payload, skips, options } = await this.sent(organizationId, id);
    if (!options.skipDuplicates || skips === null || payload === null)
      throw new ApiError('SKIPS_NOT_AVAILABLE', 'It was not kept which payments of the job were passed over');
    const rows = arrayElements(payload);
    return itemsOf(skips).map((place) => {
      const { externalId } = JSON.parse(rows[place]!) as { readonly externalId?: string };
      return externalId ?? null;
    });
  }

  private async sent(organizationId: string, id: string): Promise<SentBatch> {
    const found = await findSent(this.database.of(organizationId), organizationId, id);
    if (!found) throw notFound('Batch job');
    return found;
  }
}
