import { Inject } from '@nestjs/common';
import pg from 'pg';
import { columnTypes } from './data-source-options.js';
import { sessionOptions } from './session-options.js';
import { SteadyClient } from './steady-client.js';

/** Creates a separate pool for work outside of requests, subject to row-level security. */
export function appPool(url: string, connections: number, name: string): PgPool {
  const pool = new pg.Pool({
    ...sessionOptions(url, 'app'),
    Client: SteadyClient,
    max: connections,
    pipeline: true,
    application_name: name,
    types: columnTypes,
  });
  // A connection that closes while idle is dropped from the pool, and the next statement opens a new one.
  return pool.on('error', () => undefined);
}

/**
 * Connection pool shared by TypeORM and prepared statements. Its sessions see no rows of any tenant, which are only accessible through
 * `TenantDatabase`. Inject with `@InjectPgPool()`.
 */
export type PgPool = pg.Pool;

export const pgPoolToken = Symbol('PgPool');

export const InjectPgPool = (): ParameterDecorator & PropertyDecorator => Inject(pgPoolToken);
