import type { Queryable } from '../../../platform/database/index.js';

/** The alerts of a case that are not resolved. */
export async function openAlertIds(
  client: Queryable,
  organizationId: string,
  caseId: string,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from alerts where organization_id = $1 and investigation_id = $2 and status <> 'RESOLVED'`,
    [organizationId, caseId],
  );
  return rows.map(({ id }) => id);
}
