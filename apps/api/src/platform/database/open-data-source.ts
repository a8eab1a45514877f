import { setTimeout as sleep } from 'node:timers/promises';

import { DataSource, type DataSourceOptions } from 'typeorm';

import { limits } from '../limits.js';
import { DatabaseUnavailableError } from './database-unavailable-error.js';
import { isTransient } from './is-transient.js';

/**
 * Connects, waiting for a server that is starting, restarting or not there yet. Throws `DatabaseUnavailableError` when it does
 * not answer in time, and at once when the reason does not pass (a wrong password, a missing database).
 */
export async function openDataSource(
  options: DataSourceOptions,
  waitMs: number = limits.databaseWaitMs,
): Promise<DataSource> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const dataSource = new DataSource(options);
    try {
      return await dataSource.initialize();
    } catch (error) {
      if (!isTransient(error) || Date.now() >= deadline) throw new DatabaseUnavailableError(error);
      await sleep(limits.databaseRetryMs);
    }
  }
}
