import type { DataSource } from 'typeorm';
import type { PgPool } from './pg-pool.js';

/** Returns the pool that TypeORM created for itself. There is no second one. */
export const poolOf = (dataSource: DataSource): PgPool => (dataSource.driver as unknown as { master: PgPool }).master;
