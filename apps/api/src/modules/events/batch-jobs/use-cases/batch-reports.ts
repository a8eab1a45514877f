import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, arrayElements, notFound, type Page, type PageQuery } from '../../../../platform/http/index.js';
import {
  type BatchJob,
  type BatchKind,
  batchNouns,
  type BatchOptions,
  type BatchReport,
  type BatchStatus,
} from '../domain/batch-job.js';
import { bitmapIndexes } from '../domain/item-bitmap.js';
import {
  findBatchReport,
  findBatches,
  findBatchPayload,
  type BatchPayload,
} from '../persistence/batch-report-store.js';

/** Rows that were passed over, as texts, and what was asked for. */
export interface SkippedRows {
  readonly options: BatchOptions;
  readonly rows: readonly string[];
}

/** What is kept of batches, for whoever asks afterwards. Each throws 404 for a job that the organization has not. */
@Injectable()
export class BatchReports {
  constructor(private readonly database: TenantDatabase) {}

  /** The newest first. */
  list(
    organizationId: string,
    query: PageQuery & { readonly kind?: string; readonly status?: BatchStatus },
  ): Promise<Page<BatchJob>> {
    return findBatches(this.database.forOrganization(organizationId), organizationId, query);
  }

  /** Throws 404 also for a job of another kind; without `kind` it may be any. */
  async failures(organizationId: string, id: string, kind?: BatchKind): Promise<BatchReport> {
    const found = await findBatchReport(this.database.forOrganization(organizationId), organizationId, id);
    if (!found || (kind !== undefined && found.kind !== kind)) throw notFound('Batch job');
    return found;
  }

  /** JSON text of the array of rows as they were sent. Throws 404 also for a job whose rows were not kept. */
  async payload(organizationId: string, id: string): Promise<string> {
    const { payload } = await this.findPayload(organizationId, id);
    if (payload === null) throw notFound('Payload of the batch job');
    return payload;
  }

  /** Throws 404 also for a job of another kind, and 409 `SKIPS_NOT_AVAILABLE` for one of which it was not kept. */
  async skippedRows(organizationId: string, id: string, kind: BatchKind): Promise<SkippedRows> {
    const { payload, skips, options, kind: found } = await this.findPayload(organizationId, id);
    if (found !== kind) throw notFound('Batch job');
    if (skips === null || payload === null) throw skipsNotAvailable(kind);
    const rows = arrayElements(payload);
    return { options, rows: bitmapIndexes(skips).map((place) => rows[place]!) };
  }

  private async findPayload(organizationId: string, id: string): Promise<BatchPayload> {
    const found = await findBatchPayload(this.database.forOrganization(organizationId), organizationId, id);
    if (!found) throw notFound('Batch job');
    return found;
  }
}

export const skipsNotAvailable = (kind: BatchKind): ApiError => {
  const message = `It was not kept which ${batchNouns[kind].many} of the job were passed over`;
  return new ApiError('SKIPS_NOT_AVAILABLE', message);
};
