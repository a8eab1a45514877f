import { Injectable } from '@nestjs/common';

import { AppConfig } from '../../../../platform/config/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';

import { organizationsWithExpiredPayloads, purgePayloads } from '../persistence/batch-payloads.js';

/** Forgets what was sent of batches that ended long ago, a few at a time so that no statement takes long. */
@Injectable()
export class PurgePayloads extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'batches',
    'rows of old batches were not removed',
    limits.batchPayloadSweepMs,
    () => this.purge(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly config: AppConfig,
  ) {
    super();
  }

  /** Of how many batches. */
  async purge(): Promise<number> {
    const days = this.config.batchPayloadDays;
    const organizations = await inTransaction(this.pool, null, (client) =>
      organizationsWithExpiredPayloads(client, days),
    );
    return this.task.runInOrganizations(organizations, limits.batchPayloadSweepRows, (id, rows) =>
      purgePayloads(this.database.forOrganization(id), id, { days, rows }),
    );
  }
}
