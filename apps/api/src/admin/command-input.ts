import { isUUID } from 'class-validator';

import type { PgPool } from '../platform/database/index.js';
import { UsageError } from './usage-error.js';

/** Runs `work` on the database of the command. */
export type WithPool = <T>(work: (pool: PgPool) => Promise<T>) => Promise<T>;

export function organizationOf(given = ''): string {
  if (!isUUID(given)) throw new UsageError('--organization must be the id of an organization');
  return given;
}
