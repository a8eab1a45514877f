import { Injectable, Logger } from '@nestjs/common';

import { InjectPgPool, inTransaction, Notifications, type PgPool } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { Watchlists } from '../../watchlists/index.js';
import { findDueOrganizations, findMonitoringOrganizations } from '../persistence/monitoring-store.js';
import { PassNewerVersions } from './pass-newer-versions.js';
import { ScreenDue } from './screen-due.js';

/** Monitors entities: finds those that are due, and screens them. Several processes can do so at the same time. */
@Injectable()
export class MonitorEntities extends PeriodicJob {
  private readonly logger = new Logger('monitoring');
  protected override readonly task = new PeriodicTask(
    'monitoring',
    'screening monitored entities failed',
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

  /** Returns the number of entities that were screened again. */
  async monitor(): Promise<number> {
    const monitoring = await inTransaction(this.pool, null, findMonitoringOrganizations);
    if (monitoring.length === 0) return 0;
    // An entity that is due because of a version must never be screened against the previous one.
    await this.lists.refresh();
    for (const organizationId of monitoring) await this.attempt(organizationId, () => this.newer.pass(organizationId));
    let screened = 0;
    for (const organizationId of await inTransaction(this.pool, null, findDueOrganizations))
      screened += await this.attempt(organizationId, () => this.due.screen(organizationId, () => this.task.isStopped));
    return screened;
  }

  /** An error for one organization is retried at the next check, and does not prevent the work for others. */
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
