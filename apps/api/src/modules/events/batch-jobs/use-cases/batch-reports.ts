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

/** Skipped rows as text, with the options of their batch. */
export interface SkippedRows {
  readonly options: BatchOptions;
  readonly rows: readonly string[];
}

/** Reports on batches after they were submitted. Each method throws 404 if the organization does not have the job. */
@Injectable()
export class BatchReports {
  constructor(
    private readonly database: TenantDatabase,
    private readonly rows: BatchRows,
  ) {}

  /** Lists batches, newest first. */
  list(
    organizationId: string,
    query: PageQuery & { readonly kind?: BatchKind; readonly status?: BatchStatus },
  ): Promise<Page<BatchJob>> {
    return findBatches(this.database.forOrganization(organizationId), organizationId, query);
  }

  /** Returns the failure report of a job. Also throws 404 if the job is of another kind; without `kind`, any kind is accepted. */
  async failures(organizationId: string, id: string, kind?: BatchKind): Promise<BatchReport> {
    const found = await findBatchReport(this.database.forOrganization(organizationId), organizationId, id);
    if (!found || (kind !== undefined && found.kind !== kind)) throw notFound('Batch job');
    return found;
  }

  /**
   * Returns the JSON text of the array of rows as they were sent, in pieces. Account numbers are masked except for their last characters if
   * the caller may not read them. The audit trail records who read the rows. Throws 403 if the caller may not read what they contain, and
   * also 404 if the rows of the job were not kept.
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

  /**
   * Returns the skipped rows of a job. Also throws 404 if the job is of another kind, and 409 `SKIPS_NOT_AVAILABLE` if its skipped rows
   * were not kept.
   */
  async skippedRows(organizationId: string, id: string, kind: BatchKind): Promise<SkippedRows> {
    const { skips, options, kind: found } = await this.findKept(organizationId, id);
    if (found !== kind) throw notFound('Batch job');
    if (skips === null) throw skipsNotAvailable(kind);
    return { options, rows: await this.readRows({ organizationId, id }, bitmapIndexes(skips)) };
  }

  /** Returns the positions of the skipped rows, or `null` if they are no longer kept. */
  async skippedItems(organizationId: string, id: string): Promise<readonly number[] | null> {
    const { skips } = await this.findKept(organizationId, id);
    return skips && bitmapIndexes(skips);
  }

  /** Returns the rows at these positions as text, or `null` if they are no longer kept. */
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
  const message = `It was not recorded which ${batchNouns[kind].many} of the job were skipped`;
  return new ApiError('SKIPS_NOT_AVAILABLE', message);
};
