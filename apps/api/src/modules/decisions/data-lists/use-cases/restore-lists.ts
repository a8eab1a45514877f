import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { listUpdatedEvent } from '../domain/list-events.js';
import { restoreItems } from '../persistence/list-items-restorer.js';
import { lockLists, commitRevision } from '../persistence/list-lock.js';
import { revisionsAt } from '../persistence/list-revisions.js';

/**
 * Restores the items of lists as they were at a given time, in the caller's transaction. Global lists stay unchanged. Returns the entries
 * for the audit trail.
 */
export async function restoreLists(
  client: Transaction,
  organizationId: string,
  { ids, at, reason }: { readonly ids: readonly string[]; readonly at: Date; readonly reason: string },
  now: Date,
): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const revisions = await revisionsAt(client, organizationId, ids, at);
  for (const list of await lockLists(client, organizationId, ids)) {
    const revision = revisions.get(list.id) ?? 0;
    if (list.isGlobal || revision === list.revision) continue;
    const change = { organizationId, list, now };
    const { added, removed } = await restoreItems(client, change, revision);
    const after = await commitRevision(client, change, added - removed);
    await writeEvents(client, [listUpdatedEvent(organizationId, after)]);
    entries.push({
      event: 'data_list_updated',
      resourceType: 'data_list',
      resourceId: list.id,
      summary: `items restored to revision ${revision}: ${added} added back, ${removed} removed`,
      reason,
    });
  }
  return entries;
}
