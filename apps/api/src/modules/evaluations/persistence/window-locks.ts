import { sendAhead, type TransactionClient } from '../../../platform/database/index.js';

/**
 * Holds until the end of the database transaction: runs that share a window follow one another, and so count one another. Where the
 * organization chose `relaxed` windows, they do not wait, and may miss each other. The statement that reads the windows leaves with
 * this one, and sees what was committed when it begins, which is when the locks are held.
 */
export async function lockWindows(
  client: TransactionClient,
  organizationId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await sendAhead(client, {
    name: 'window-locks',
    text: `select pg_advisory_xact_lock(key) from unnest($1::bigint[]) key
           where (select settings ->> 'windowConsistency' is distinct from 'relaxed' from organizations where id = $2)`,
    values: [[...keys], organizationId],
  });
}
