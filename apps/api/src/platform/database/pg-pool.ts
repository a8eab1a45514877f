import { Inject } from '@nestjs/common';
import type pg from 'pg';

/**
 * The connection pool that TypeORM and prepared statements share. Its sessions see no tenant's rows: those are reached through
 * `TenantDatabase`. Inject with `@InjectPgPool()`.
 */
export type PgPool = pg.Pool;

/** What runs a statement: the pool, or the connection of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** The connection of an open transaction. */
export type TransactionClient = pg.PoolClient;

export const pgPoolToken = Symbol('PgPool');

export const InjectPgPool = (): ParameterDecorator & PropertyDecorator => Inject(pgPoolToken);
