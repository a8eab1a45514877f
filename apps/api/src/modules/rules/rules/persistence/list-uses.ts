import type { Queryable } from '../../../../platform/database/index.js';
import { type ListUse, ListUsage } from '../../../decisions/data-lists/index.js';
import { lockPublishing } from '../../../decisions/rule-sets/index.js';
import { listUse, type ListText } from '../domain/list-use.js';

interface ListUseRow {
  readonly ruleId: string;
  readonly key: string;
  readonly name: string;
  readonly status: string;
  readonly version: number;
  /** JSON text, here and for the next two fields. */
  readonly form: string;
  readonly lists: string;
  readonly names: string;
}

/**
 * Finds rules that name a list in their newest version or in an executed one, ordered by key. Implemented for the module `decisions`, which
 * does not depend on rules.
 */
export class StoredListUsage extends ListUsage {
  lock(client: Queryable, organizationId: string): Promise<void> {
    return lockPublishing(client, organizationId);
  }

  async findByList(client: Queryable, organizationId: string, listId: string): Promise<readonly ListUse[]> {
    const { rows } = await client.query<ListUseRow>(
      `select r.id as "ruleId", r.key, r.name, r.status, r.version, v.form, v.lists, coalesce(v.names, '[]') as names
       from rules r
         join rule_versions v on v.organization_id = r.organization_id and v.rule_id = r.id
           and v.version in (r.version, r.active_version, r.shadow_version)
       where r.organization_id = $1 and r.status <> 'archived'
         and exists (select 1 from json_each(v.lists) list where list.value ->> 'id' = $2)
       order by r.key, r.id, v.version`,
      [organizationId, listId],
    );
    const uses = new Map<string, ListUse>();
    for (const { form, lists, names, ...rule } of rows) {
      const text = JSON.parse(`{"form":${form},"lists":${lists},"names":${names}}`) as ListText;
      const use = listUse(text, listId);
      const seen = uses.get(rule.ruleId);
      if (use) {
        const reads = use.reads || seen?.reads === true;
        uses.set(rule.ruleId, { ...rule, reads, writes: use.writes || seen?.writes === true });
      }
    }
    return [...uses.values()];
  }
}
