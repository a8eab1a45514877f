import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { findOrganizationsWithDue, takeDueSync } from '../persistence/sync-store.js';
import { RunSync } from './run-sync.js';
import { syncLimits } from '../../data-lists/index.js';

/** Syncs lists that are due. Several processes may do so at once, each with one sync per organization at a time. */
@Injectable()
export class SyncLists extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'list syncs',
    'syncing data lists failed',
    syncLimits.lookMs,
    () => this.syncDue(),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly running: RunSync,
  ) {
    super();
  }

  /** Starts looking for due syncs immediately, because someone waits for one. */
  lookNow(): void {
    this.task.runNow();
  }

  /** Syncs the lists that are due, and returns how many. A slow sender delays some organizations, but not all. */
  async syncDue(): Promise<number> {
    const organizations = [...(await inTransaction(this.pool, null, findOrganizationsWithDue))];
    const workers = Array.from({ length: syncLimits.atOnce }, async () => {
      let done = 0;
      for (let next = organizations.shift(); next !== undefined; next = organizations.shift())
        done += await this.syncAll(next);
      return done;
    });
    return (await Promise.all(workers)).reduce((sum, done) => sum + done, 0);
  }

  private async syncAll(organizationId: string): Promise<number> {
    let done = 0;
    while (!this.task.isStopped) {
      const sync = await takeDueSync(this.database.forOrganization(organizationId), organizationId);
      if (sync === null) break;
      if (!(await this.running.execute(sync))) break;
      done += 1;
    }
    return done;
  }
}
