import type { Transaction } from '../../../../platform/database/index.js';
import { ListSyncs, type SyncSettings } from '../../data-lists/index.js';
import { deleteOpenSync, insertSync } from './sync-store.js';

/** A list has a sync that waits for as long as its settings say so. */
export class ScheduledSyncs extends ListSyncs {
  async reschedule(
    client: Transaction,
    { organizationId, id: listId }: { readonly organizationId: string; readonly id: string },
    settings: SyncSettings | null,
  ): Promise<void> {
    const of = { organizationId, listId };
    await deleteOpenSync(client, of);
    if (settings !== null) await insertSync(client, { ...of, requestedBy: null, force: false, inMs: 0, failures: 0 });
  }
}
