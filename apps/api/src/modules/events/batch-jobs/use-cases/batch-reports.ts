import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { assertPermission, hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, notFound, type Page, type PageQuery } from '../../../../platform/http/index.js';
import { maskAccountNumbers } from '../../../../platform/secrets/index.js';
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
  findKeptBatch,
  type KeptBatch,
} from '../persistence/batch-report-store.js';
import type { BatchRef } from '../persistence/batch-row-store.js';
import { BatchRows } from './batch-rows.js';

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
    private readonly rows: BatchRows,
  ) {}

  /** The newest first. */
  list(
    organizationId: string,
    query: PageQuery & { readonly kind?: BatchKind; readonly status?: BatchStatus },
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
   * JSON text of the array of rows as they were sent, in pieces; whoever may not read numbers of accounts is shown how they end. The trail
   * tells who read them. Throws 403 for whoever may not read what they hold, and 404 also for a job whose rows were not kept.
   */
  async payload(principal: Principal, id: string): Promise<AsyncIterable<string>> {
    const { organizationId } = principal;
    const { totalItems } = await this.database.transaction(organizationId, async (client) => {
      const job = await findBatch(client, organizationId, id);
      if (!job) throw notFound('Batch job');
      assertPermission(principal, batchPermissions[job.kind].payload);
      const found = await findKeptBatch(client, organizationId, id);
      if (found?.skips == null) throw notFound('Payload of the batch job');
      await recordAudit(client, byPrincipal(principal), [batchActionEntry(job, 'payload_read')]);
      return found;
    });
    const isMasked = !hasPermission(principal.scopes, 'entities:read_sensitive');
    return this.textOf({ organizationId, id }, totalItems, isMasked ? maskAccountNumbers : (row) => row);
  }

  /** Throws 404 also for a job of another kind, and 409 `SKIPS_NOT_AVAILABLE` for one of which it was not kept. */
  async skippedRows(organizationId: string, id: string, kind: BatchKind): Promise<SkippedRows> {
    const { skips, options, kind: found } = await this.findKept(organizationId, id);
    if (found !== kind) throw notFound('Batch job');
    if (skips === null) throw skipsNotAvailable(kind);
    return { options, rows: await this.readRows({ organizationId, id }, bitmapIndexes(skips)) };
  }

  /** Places of rows that were passed over; null: that is kept no longer. */
  async skippedItems(organizationId: string, id: string): Promise<readonly number[] | null> {
    const { skips } = await this.findKept(organizationId, id);
    return skips && bitmapIndexes(skips);
  }

  /** Rows by their places, as texts; null: they are kept no longer. */
  async rowsAt(batch: BatchRef, items: readonly number[]): Promise<readonly string[] | null> {
    const { skips } = await this.findKept(batch.organizationId, batch.id);
    return skips && this.readRows(batch, items);
  }

  private async readRows(batch: BatchRef, items: readonly number[]): Promise<readonly string[]> {
    const reader = this.rows.reader(batch);
    const rows: string[] = [];
    for (const item of items) rows.push(...(await reader.take(item, 1)));
    return rows;
  }

  private async *textOf(batch: BatchRef, totalItems: number, shown: (row: string) => string): AsyncGenerator<string> {
    const reader = this.rows.reader(batch);
    yield '[';
    for (let item = 0; item < totalItems;) {
      const rows = await reader.take(item, totalItems);
      yield `${item === 0 ? '' : ','}${rows.map(shown).join(',')}`;
      item += rows.length;
    }
    yield ']';
  }

  private async findKept(organizationId: string, id: string): Promise<KeptBatch> {
    const found = await findKeptBatch(this.database.forOrganization(organizationId), organizationId, id);
    if (!found) throw notFound('Batch job');
    return found;
  }
}

export const skipsNotAvailable = (kind: BatchKind): ApiError => {
  const message = `It was not kept which ${batchNouns[kind].many} of the job were passed over`;
  return new ApiError('SKIPS_NOT_AVAILABLE', message);
};
