import { Injectable } from '@nestjs/common';

import { AppConfig } from '../../../../platform/config/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findBatchRowLimit } from '../../../tenancy/organizations/index.js';
import { type BatchKind, batchNouns } from '../domain/batch-job.js';

/** Limits how many rows an organization may send in one part of a batch. */
@Injectable()
export class BatchRowLimit {
  constructor(
    private readonly database: TenantDatabase,
    private readonly config: AppConfig,
  ) {}

  /** Returns the limit of the plan; for entities, the limit of the server also applies. */
  async maxRows(organizationId: string, kind: BatchKind): Promise<number> {
    const ofPlan = await findBatchRowLimit(this.database.forOrganization(organizationId), organizationId);
    return kind === 'entity_batch' ? Math.min(ofPlan, this.config.entityImportRows) : ofPlan;
  }

  /** Checks row counts, keyed by their path in the body. Throws 400 `TOO_MANY_ITEMS` for the first count above the limit. */
  async checkCounts(organizationId: string, kind: BatchKind, counts: Readonly<Record<string, number>>): Promise<void> {
    const most = await this.maxRows(organizationId, kind);
    const excess = Object.entries(counts).find(([, count]) => count > most);
    if (!excess) return;
    const message = `the plan allows at most ${most} ${batchNouns[kind].many}`;
    throw new ApiError('TOO_MANY_ITEMS', `Nothing was stored: ${message}`, { [excess[0]]: message });
  }
}
