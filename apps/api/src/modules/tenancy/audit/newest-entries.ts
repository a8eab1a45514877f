import type { Changes } from '../../../platform/audit/index.js';
import type { Queryable } from '../../../platform/database/index.js';

export interface NewestEntry {
  readonly resourceId: string;
  readonly entryId: string;
  readonly summary: string;
  readonly changes: Changes;
}

/** Of each record the newest entry of some events. */
export async function findNewestEntries(
  client: Queryable,
  organizationId: string,
  { type, ids, events }: { readonly type: string; readonly ids: readonly string[]; readonly events: readonly string[] },
): Promise<readonly NewestEntry[]> {
  const { rows } = await client.query<NewestEntry>({
    name: 'audit-newest-entries',
    text: `select e.resource_id as "resourceId", e.id as "entryId", e.content::jsonb ->> 'summary' as summary,
        e.content::jsonb -> 'changes' as changes
      from unnest($3::text[]) as asked (id) cross join lateral (
        select resource_id, id, content from audit_events
        where organization_id = $1 and resource_type = $2 and resource_id = asked.id and event = any($4)
        order by sequence desc limit 1) e`,
    values: [organizationId, type, ids, events],
  });
  return rows;
}
