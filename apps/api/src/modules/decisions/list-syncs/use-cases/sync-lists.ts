import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { findOrganizationsWithDue, takeDueSync } from '../persistence/sync-store.js';
import { RunSync } from './run-sync.js';
import { syncLimits } from '../../data-lists/index.js';

/** Syncs lists whose time has come. Several processes may do so at once, and one organization has one sync at a time in each. */
@Injectable()
export class SyncLists extends PeriodicJob {
  protected override readonly task = new PeriodicTask('list syncs', 'lists were not synced', syncLimits.lookMs, () =>
    this.syncDue(),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly running: RunSync,
  ) {
    super();
  }

  /** Somebody waits for one. */
  lookNow(): void {
    this.task.runNow();
  }

  /** How many were carried out. A sender that is slow keeps some organizations waiting and not all. */
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
