import { Inject } from '@nestjs/common';
import pg from 'pg';
import { columnTypes } from './data-source-options.js';
import { sessionOptions } from './session-options.js';
import { SteadyClient } from './steady-client.js';

/** Connections of their own for work outside of requests, subject to row-level security. */
export function appPool(url: string, connections: number, name: string): PgPool {
  const pool = new pg.Pool({
    ...sessionOptions(url, 'app'),
    Client: SteadyClient,
    max: connections,
    pipeline: true,
    application_name: name,
    types: columnTypes,
  });
  // One that ends while nobody uses it is left out, and the next statement opens another.
  return pool.on('error', () => undefined);
}

/**
 * The connection pool that TypeORM and prepared statements share. Its sessions see no tenant's rows: those are reached through
 * `TenantDatabase`. Inject with `@InjectPgPool()`.
 */
export type PgPool = pg.Pool;

export const pgPoolToken = Symbol('PgPool');

export const InjectPgPool = (): ParameterDecorator & PropertyDecorator => Inject(pgPoolToken);
