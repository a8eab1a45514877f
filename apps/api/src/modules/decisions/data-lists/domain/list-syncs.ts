import type { Transaction } from '../../../../platform/database/index.js';
import type { SyncSettings } from './sync-settings.js';

/** When lists are synced. The noun `list-syncs` provides it: lists know no syncs. */
export abstract class ListSyncs {
  /** A list is synced by other settings from now on; null: no longer. */
  abstract reschedule(
    client: Transaction,
    list: { readonly organizationId: string; readonly id: string },
    settings: SyncSettings | null,
  ): Promise<void>;
}
