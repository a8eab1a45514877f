import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { assertPermission, type Principal } from '../../../../platform/auth/index.js';
import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, arrayElements, notFound, type Page, type PageQuery } from '../../../../platform/http/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { batchActionEntry } from '../domain/batch-audit.js';
import {
  type BatchJob,
  type BatchKind,
  batchNouns,
  batchPermissions,
  type BatchOptions,
  type BatchReport,
  type BatchStatus,
} from '../domain/batch-job.js';
import { bitmapIndexes } from '../domain/item-bitmap.js';
import {
  findBatch,
  findBatchReport,
  findBatches,
  findBatchPayload,
  type BatchPayload,
} from '../persistence/batch-report-store.js';
import { openPayload } from '../persistence/sealed-payload.js';

/** Rows that were passed over, as texts, and what was asked for. */
export interface SkippedRows {
  readonly options: BatchOptions;
  readonly rows: readonly string[];
}

/** What is kept of batches, for whoever asks afterwards. Each throws 404 for a job that the organization has not. */
@Injectable()
export class BatchReports {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
  ) {}

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

  /**
   * JSON text of the array of rows as they were sent; the trail tells who read them. Throws 403 for whoever may not read what they hold,
   * and 404 also for a job whose rows were not kept.
   */
  payload(principal: Principal, id: string): Promise<string> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const job = await findBatch(client, organizationId, id);
      if (!job) throw notFound('Batch job');
      assertPermission(principal, batchPermissions[job.kind].read);
      const found = await this.findOpened(client, organizationId, id);
      if (!found || found.payload === null) throw notFound('Payload of the batch job');
      await recordAudit(client, byPrincipal(principal), [batchActionEntry(job, 'payload_read')]);
      return found.payload;
    });
  }

  /** Throws 404 also for a job of another kind, and 409 `SKIPS_NOT_AVAILABLE` for one of which it was not kept. */
  async skippedRows(organizationId: string, id: string, kind: BatchKind): Promise<SkippedRows> {
    const { payload, skips, options, kind: found } = await this.findPayload(organizationId, id);
    if (found !== kind) throw notFound('Batch job');
    if (skips === null || payload === null) throw skipsNotAvailable(kind);
    const rows = arrayElements(payload);
    return { options, rows: bitmapIndexes(skips).map((place) => rows[place]!) };
  }

  private async findOpened(client: Queryable, organizationId: string, id: string): Promise<BatchPayload | null> {
    const found = await findBatchPayload(client, organizationId, id);
    if (!found || found.payload === null) return found;
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    return { ...found, payload: await openPayload(numbers, id, found.payload) };
  }

  private async findPayload(organizationId: string, id: string): Promise<BatchPayload> {
    const found = await this.findOpened(this.database.forOrganization(organizationId), organizationId, id);
    if (!found) throw notFound('Batch job');
    return found;
  }
}

export const skipsNotAvailable = (kind: BatchKind): ApiError => {
  const message = `It was not kept which ${batchNouns[kind].many} of the job were passed over`;
  return new ApiError('SKIPS_NOT_AVAILABLE', message);
};
