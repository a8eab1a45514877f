import { setTimeout as sleep } from 'node:timers/promises';

import { DataSource, type DataSourceOptions } from 'typeorm';

import { limits } from '../limits.js';
import { DatabaseUnavailableError } from './database-unavailable-error.js';
import { isTransient } from './is-transient.js';

/** Retries while the database server is starting, restarting or not reachable yet. Throws the same errors as `openDataSource`. */
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
 * Connects, and waits if the server is starting, restarting or not reachable yet. Throws `DatabaseUnavailableError` if it does not respond
 * in time, and immediately if the cause is permanent (a wrong password, a missing database).
 */
export function openDataSource(options: DataSourceOptions, waitMs?: number): Promise<DataSource> {
  return untilReached(() => new DataSource(options).initialize(), waitMs);
}
