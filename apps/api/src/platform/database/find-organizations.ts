import { allowLookup } from './organization-transaction.js';
import type { TransactionClient } from './pg-pool.js';

/**
 * The organizations that have something to be done, which `statement` selects as `id`. The transaction of `client` is of none.
 *
 * @param something what the rows of all organizations are read for
 */
export async function findOrganizations(
  client: TransactionClient,
  something: string,
  statement: string,
  values: unknown[] = [],
): Promise<readonly string[]> {
  await allowLookup(client, something);
  const { rows } = await client.query<{ id: string }>(statement, values);
  return rows.map(({ id }) => id);
}
