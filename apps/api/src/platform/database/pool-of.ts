import type { DataSource, ObjectLiteral, Repository } from 'typeorm';
import type { PgPool, TransactionClient } from './pg-pool.js';

/** The connection whose transaction `TenantDatabase.rows` gave these rows in. */
export async function connectionOf<Row extends ObjectLiteral>({
  manager,
}: Repository<Row>): Promise<TransactionClient> {
  if (!manager.queryRunner) throw new Error('these rows belong to no transaction');
  return (await manager.queryRunner.connect()) as TransactionClient;
}

/** The pool TypeORM made for itself: there is no second one. */
export const poolOf = (dataSource: DataSource): PgPool => (dataSource.driver as unknown as { master: PgPool }).master;
