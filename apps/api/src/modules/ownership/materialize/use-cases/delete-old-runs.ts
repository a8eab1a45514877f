import { Injectable } from '@nestjs/common';

import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { materializeLimits } from '../domain/materialize-limits.js';
import { deleteOldRuns, organizationsWithOldRuns } from '../persistence/run-store.js';

/** Removes runs that ended long ago, some at a time so that no statement takes long. */
@Injectable()
export class DeleteOldRuns extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'materialize',
    'old runs were not removed',
    materializeLimits.oldSweepMs,
    () => this.remove(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
  ) {
    super();
  }

  /** How many. */
  async remove(): Promise<number> {
    const { keptDays: days, oldSweepRows } = materializeLimits;
    const find = (client: Transaction) => organizationsWithOldRuns(client, days);
    return this.task.runInOrganizations(await inTransaction(this.pool, null, find), oldSweepRows, (id, rows) =>
      deleteOldRuns(this.database.forOrganization(id), id, { days, rows }),
    );
  }
}
