import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { materializeLimits } from '../domain/materialize-limits.js';
import { findRunnable, takeRun } from '../persistence/run-store.js';
import { RunMaterialize } from './run-materialize.js';

/** Takes over runs that wait, and runs whose process has ended. */
@Injectable()
export class MaterializeSweep extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'materialize',
    'taking over waiting runs failed',
    materializeLimits.sweepMs,
    () => this.sweep(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly running: RunMaterialize,
  ) {
    super();
  }

  private async sweep(): Promise<void> {
    if (!this.running.hasRoom()) return;
    for (const organizationId of await inTransaction(this.pool, null, findRunnable)) {
      if (this.task.isStopped || !this.running.hasRoom()) return;
      const client = this.database.forOrganization(organizationId);
      const run = await takeRun(client, organizationId, materializeLimits.leaseMs);
      // Callers that wait for the run poll for its end themselves; when it has ended, there is capacity for another run.
      if (run) void this.running.execute(run).then(() => this.task.runNow());
    }
  }
}
