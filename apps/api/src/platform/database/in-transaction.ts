import { limits } from '../limits.js';
import type { PgPool, TransactionClient } from './pg-pool.js';

const conflictCodes = new Set(['40001', '40P01']); // serialization failure, deadlock

/**
 * Runs `work` in one database transaction: commits when it returns, rolls back when it throws. Work that lost a deadlock or a
 * serialization conflict is run again, so it must do nothing that the database cannot undo.
 */
export async function inTransaction<T>(pool: PgPool, work: (client: TransactionClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(pool, work);
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      if (attempt >= limits.transactionAttempts || typeof code !== 'string' || !conflictCodes.has(code)) throw error;
    }
  }
}

async function once<T>(pool: PgPool, work: (client: TransactionClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: unknown) => {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
