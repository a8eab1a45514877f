import { Injectable } from '@nestjs/common';

import { bySystem } from '../../../platform/audit/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import { PeriodicJob, PeriodicTask } from '../../../platform/periodic-task.js';
import type { ReleasableWork } from '../alerts/index.js';
import {
  type Assignee,
  assigneeMay,
  endWorkRelease,
  findAccountOrganizations,
  findWorkReleases,
  organizationsWithReleases,
} from '../../tenancy/members/index.js';

const reason = 'the assignee can no longer work on it';

/**
 * Returns open work to the queue if its assignee was removed, was deactivated, or lost access or permissions. Each batch is a transaction,
 * in which the rights are checked again, as the change may have been undone.
 */
@Injectable()
export class ReleaseWork extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'released work',
    'work of assignees who can no longer do it is still assigned to them',
    limits.workReleaseMs,
    () => this.release(),
  );
  private readonly kinds: ReleasableWork[] = [];

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
  ) {
    super();
  }

  /** Modules register here what is assigned in them. */
  register(kind: ReleasableWork): void {
    this.kinds.push(kind);
  }

  /** Returns how many items were released. */
  async release(): Promise<number> {
    let done = 0;
    for (const home of await inTransaction(this.pool, null, organizationsWithReleases)) {
      const client = this.database.forOrganization(home);
      const organizations = await findAccountOrganizations(client, home);
      for (const release of await findWorkReleases(client, home)) {
        for (const id of organizations) done += await this.releaseIn(id, release.assignee);
        if (this.task.isStopped) return done;
        await endWorkRelease(client, home, release, limits.workReleaseSeconds);
      }
    }
    return done;
  }

  private async releaseIn(organizationId: string, assignee: Assignee): Promise<number> {
    const by = bySystem(organizationId, 'released work');
    let done = 0;
    for (const { permissions, release } of this.kinds)
      done += await this.task.runInBatches(limits.workReleaseItems, (most) =>
        this.database.transaction(organizationId, async (client) =>
          (await assigneeMay(client, organizationId, assignee, permissions))
            ? 0
            : release(client, { assignee, most, by, reason }),
        ),
      );
    return done;
  }
}
