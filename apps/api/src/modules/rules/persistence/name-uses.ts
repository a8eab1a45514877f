import type { Queryable } from '../../../platform/database/index.js';

/** Keys of the rules that use a shared name, archived ones left out, by name. A name nothing uses is not in the answer. */
export async function findNameUses(
  client: Queryable,
  organizationId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ readonly name: string; readonly keys: readonly string[] }>(
    `select used ->> 'name' as name, array_agg(r.key order by r.key) as keys
     from rules r
       join rule_versions v on v.organization_id = r.organization_id and v.rule_id = r.id and v.version = r.version,
       json_array_elements(coalesce(v.names, '[]')) used
     where r.organization_id = $1 and r.status <> 'archived' and used ->> 'from' = 'library'
     group by 1`,
    [organizationId],
  );
  return new Map(rows.map(({ name, keys }) => [name, keys]));
}
