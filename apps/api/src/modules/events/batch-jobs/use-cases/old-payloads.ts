import { Injectable } from '@nestjs/common';

import { AppConfig } from '../../../../platform/config/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicTask, PeriodicWork } from '../../../../platform/periodic-task.js';

import { organizationsWithOldPayloads, removePayloads } from '../persistence/batch-payloads.js';

/** Forgets what was sent of batches that ended long ago, a few at a time so that no statement takes long. */
@Injectable()
export class OldPayloads extends PeriodicWork {
  protected override readonly task = new PeriodicTask(
    'batches',
    'rows of old batches were not removed',
    limits.batchPayloadSweepMs,
    () => this.remove(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly config: AppConfig,
  ) {
    super();
  }

  /** Of how many batches. */
  async remove(): Promise<number> {
    const days = this.config.batchPayloadDays;
    const organizations = await inTransaction(this.pool, null, (client) => organizationsWithOldPayloads(client, days));
    let removed = 0;
    for (const organizationId of organizations)
      removed += await this.task.inBatches(limits.batchPayloadSweepRows, (rows) =>
        removePayloads(this.database.of(organizationId), organizationId, { days, rows }),
      );
    return removed;
  }
}
