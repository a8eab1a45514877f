import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicTask, PeriodicWork } from '../../../../platform/periodic-task.js';

import { addMatches } from '../persistence/match-store.js';
import { listMatches } from './list-matches.js';

/** Stores from time to time how often lists matched, and when the server stops. */
@Injectable()
export class StoreMatches extends PeriodicWork {
  protected override readonly task = new PeriodicTask(
    'list matches',
    'matches of lists wait to be stored',
    limits.listMatchesMs,
    () => this.run(),
  );

  constructor(private readonly database: TenantDatabase) {
    super();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.run();
  }

  async run(): Promise<void> {
    for (const [organizationId, counts] of listMatches.take()) {
      try {
        await addMatches(this.database.of(organizationId), organizationId, counts);
      } catch (error) {
        listMatches.giveBack(organizationId, counts);
        throw error;
      }
    }
  }
}
