import type { Transaction } from '../../../platform/database/index.js';

/** False: another process checks guards. Until the transaction ends, no other does. */
export async function lockGuardChecks(client: Transaction): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('rule guards', 1)) as taken`,
  );
  return rows[0]!.taken;
}
