import type { Queryable } from '../../../../platform/database/index.js';

/** Ids of entities of one type by the ids their owner gave them. Those that are not stored are left out. */
export async function findEntityIds(
  client: Queryable,
  organizationId: string,
  type: 'person' | 'company',
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await client.query<{ externalId: string; id: string }>(
    `select external_id as "externalId", id from entities where organization_id = $1 and external_id = any($2) and type = $3`,
    [organizationId, externalIds, type],
  );
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}
