import type { DataSource } from 'typeorm';
import type { PgPool } from './pg-pool.js';

/** The pool TypeORM made for itself: there is no second one. */
export const poolOf = (dataSource: DataSource): PgPool => (dataSource.driver as unknown as { master: PgPool }).master;
