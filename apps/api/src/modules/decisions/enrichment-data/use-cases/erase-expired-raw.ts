import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { eraseExpiredRaw, organizationsWithExpiredRaw } from '../persistence/result-store.js';

/** Erases what integrations sent when it is to be kept no longer. What rules read of it stays. */
@Injectable()
export class EraseExpiredRaw extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'enrichments',
    'raw answers were not erased',
    limits.rawEnrichmentSweepMs,
    () => this.erase(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
  ) {
    super();
  }

  /** How many were erased. */
  async erase(): Promise<number> {
    const organizations = await inTransaction(this.pool, null, organizationsWithExpiredRaw);
    return this.task.runInOrganizations(organizations, limits.rawEnrichmentSweepRows, (id, most) =>
      eraseExpiredRaw(this.database.forOrganization(id), id, most),
    );
  }
}
