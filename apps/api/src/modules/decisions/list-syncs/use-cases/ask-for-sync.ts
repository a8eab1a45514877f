import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { invalid, type Page, type PageQuery } from '../../../../platform/http/index.js';
import { CheckSyncSettings, type DataListRow, DataListRepository, ReadableLists } from '../../data-lists/index.js';
import type { AskedBy, ListSync } from '../domain/list-sync.js';
import { askForOpenSync, insertSync, selectSyncs } from '../persistence/sync-store.js';
import { SyncLists } from './sync-lists.js';

@Injectable()
export class AskForSync {
  constructor(
    private readonly database: TenantDatabase,
    private readonly lists: DataListRepository,
    private readonly readable: ReadableLists,
    private readonly settings: CheckSyncSettings,
    private readonly syncing: SyncLists,
  ) {}

  /**
   * Returns the sync that is running or will start at once. Throws 404 and 403 for lists the caller may not access, and 400
   * `VALIDATION_ERROR` if the settings have no URL or the list is archived.
   */
  async ask(principal: Principal, listId: string, force: boolean): Promise<ListSync> {
    const { organizationId, actor } = principal;
    const list = await this.lists.findOne(organizationId, listId);
    if (!list) throw await this.readable.notWritableError(organizationId, listId);
    if (list.status === 'archived') throw invalid({ id: 'is an archived list: activate it first' });
    this.settings.read(principal, list, true);
    const requestedBy: AskedBy = { type: actor.type, id: actor.id };
    const of = { organizationId, listId };
    const sync = await this.database.transaction(organizationId, async (client) => {
      const asked =
        (await askForOpenSync(client, of, requestedBy, force)) ??
        (await insertSync(client, { ...of, requestedBy, force, inMs: 0, failures: 0 })) ??
        // A concurrent request inserted it first.
        (await askForOpenSync(client, of, requestedBy, force));
      await recordAudit(client, byPrincipal(principal), [askedEntry(list)]);
      return asked!;
    });
    this.syncing.lookNow();
    return sync;
  }

  /** Returns the syncs, newest first. Throws the same errors as reading the list. */
  async list(organizationId: string, listId: string, query: PageQuery): Promise<Page<ListSync>> {
    await this.readable.find(organizationId, listId);
    return selectSyncs(this.database.forOrganization(organizationId), { organizationId, listId }, query);
  }
}

const askedEntry = ({ id, name }: DataListRow) => ({
  event: 'data_list_sync_requested',
  resourceType: 'data_list',
  resourceId: id,
  summary: `sync of data list ${name} requested`,
});
