import { setTimeout as sleep } from 'node:timers/promises';

import { DataSource, type DataSourceOptions } from 'typeorm';

import { limits } from '../limits.js';
import { DatabaseUnavailableError } from './database-unavailable-error.js';
import { isTransient } from './is-transient.js';

/** Tries again while the server is starting, restarting or not there yet. Throws as `openDataSource`. */
export async function untilReached<T>(connect: () => Promise<T>, waitMs: number = limits.databaseWaitMs): Promise<T> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!isTransient(error) || Date.now() >= deadline) throw new DatabaseUnavailableError(error);
      await sleep(limits.databaseRetryMs);
    }
  }
}

/**
 * Connects, waiting for a server that is starting, restarting or not there yet. Throws `DatabaseUnavailableError` when it does
 * not answer in time, and at once when the reason does not pass (a wrong password, a missing database).
 */
export function openDataSource(options: DataSourceOptions, waitMs?: number): Promise<DataSource> {
  return untilReached(() => new DataSource(options).initialize(), waitMs);
}
