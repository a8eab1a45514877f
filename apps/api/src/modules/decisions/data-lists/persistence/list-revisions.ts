import type { Queryable } from '../../../../platform/database/index.js';

/**
 * Returns the newest revision of each list at a given time. A list that had none yet is missing from the result, which means revision 0.
 */
export async function revisionsAt(
  client: Queryable,
  organizationId: string,
  listIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ readonly id: string; readonly revision: number }>(
    `select list_id as id, max(revision) as revision from data_list_revisions
     where organization_id = $1 and list_id = any($2::uuid[]) and made_at <= $3 group by list_id`,
    [organizationId, listIds, at],
  );
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}
