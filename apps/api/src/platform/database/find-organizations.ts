import type { Transaction } from './transaction.js';

/**
 * The organizations that have something to be done, which `statement` selects as `id`. The transaction is of none.
 *
 * @param something what the rows of all organizations are read for
 */
export async function findOrganizations(
  transaction: Transaction,
  something: string,
  statement: string,
  values: unknown[] = [],
): Promise<readonly string[]> {
  await transaction.allowLookup(something);
  const { rows } = await transaction.query<{ id: string }>(statement, values);
  return rows.map(({ id }) => id);
}
