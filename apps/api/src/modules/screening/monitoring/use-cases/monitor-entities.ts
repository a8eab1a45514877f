import { Injectable, Logger } from '@nestjs/common';

import { InjectPgPool, inTransaction, Notifications, type PgPool } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { Watchlists } from '../../watchlists/index.js';
import { findDueOrganizations, findMonitoringOrganizations } from '../persistence/monitoring-store.js';
import { PassNewerVersions } from './pass-newer-versions.js';
import { ScreenDue } from './screen-due.js';

/** Watches entities: finds who is due, and screens them. Several processes may do so at once. */
@Injectable()
export class MonitorEntities extends PeriodicJob {
  private readonly logger = new Logger('monitoring');
  protected override readonly task = new PeriodicTask(
    'monitoring',
    'nobody was screened again',
    limits.monitoringLookMs,
    () => this.monitor(),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly lists: Watchlists,
    private readonly newer: PassNewerVersions,
    private readonly due: ScreenDue,
    notifications: Notifications,
  ) {
    super();
    notifications.on('tamis_watchlists', () => this.task.runNow());
  }

  /** How many entities were screened again. */
  async monitor(): Promise<number> {
    const monitoring = await inTransaction(this.pool, null, findMonitoringOrganizations);
    if (monitoring.length === 0) return 0;
    // Who is due by a version is never screened against the one before it.
    await this.lists.refresh();
    for (const organizationId of monitoring) await this.attempt(organizationId, () => this.newer.pass(organizationId));
    let screened = 0;
    for (const organizationId of await inTransaction(this.pool, null, findDueOrganizations))
      screened += await this.attempt(organizationId, () => this.due.screen(organizationId, () => this.task.isStopped));
    return screened;
  }

  /** What fails for one organization waits for the next look, and keeps no other from its own. */
  private async attempt(organizationId: string, work: () => Promise<number>): Promise<number> {
    if (this.task.isStopped) return 0;
    try {
      return await work();
    } catch (error) {
      this.logger.warn(
        `organization ${organizationId} waits: ${error instanceof Error ? error.message : String(error)}`,
      );
      return 0;
    }
  }
}
