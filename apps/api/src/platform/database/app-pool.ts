import pg from 'pg';

import { columnTypes } from './data-source-options.js';
import type { PgPool } from './pg-pool.js';
import { sessionOptions } from './session-options.js';

/** Connections of their own for work outside of requests, subject to row-level security. */
export const appPool = (url: string, connections: number, name: string): PgPool =>
  new pg.Pool({
    ...sessionOptions(url, 'app'),
    max: connections,
    pipeline: true,
    application_name: name,
    types: columnTypes,
  });
