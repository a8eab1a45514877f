import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';

import { addMatches } from '../persistence/match-store.js';
import { listMatchCounter } from './list-match-counter.js';

/** Stores periodically, and when the server stops, how often lists matched. */
@Injectable()
export class StoreMatches extends PeriodicJob {
  protected override readonly isOfProcess = true;
  protected override readonly task = new PeriodicTask(
    'list matches',
    'storing list matches is delayed',
    limits.listMatchesMs,
    () => this.store(),
  );

  constructor(private readonly database: TenantDatabase) {
    super();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.store();
  }

  async store(): Promise<void> {
    for (const [organizationId, counts] of listMatchCounter.drain()) {
      try {
        await addMatches(this.database.forOrganization(organizationId), organizationId, counts);
      } catch (error) {
        listMatchCounter.restore(organizationId, counts);
        throw error;
      }
    }
  }
}
