import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { byPrincipal, type Changes, diffChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { checkVersion, invalid } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { hasApiKey, type ListConfig } from '../domain/list-config.js';
import { listUpdatedEvent } from '../domain/list-events.js';
import type { ListStatus } from '../domain/list-enumerations.js';
import { isRunning, ListBlocks, ListUsage } from '../domain/list-uses.js';
import { ListSyncs, originOf, readSyncSettings, syncSettingsOf } from '../domain/sync-settings.js';
import type { DataListRow } from '../persistence/data-list-row.js';
import { DataListRepository, findListForUpdate, updateList } from '../persistence/data-list-repository.js';
import { refreshSharedList } from '../persistence/visible-lists.js';
import { definedMembers } from '../domain/defined-members.js';
import { CheckSyncSettings } from './check-sync-settings.js';

/** Changes to a list; undefined members stay unchanged. `fieldMappings` is JSON text. */
export type ListPatch = {
  readonly [K in 'name' | 'description' | 'priority' | 'fieldMappings']?: DataListRow[K] | undefined;
} & { readonly config?: ListConfig | undefined };

/** What uses the list: ids of active rules, and of creation blocks. */
export interface ListInUse {
  readonly ruleIds: readonly string[];
  readonly creationBlockIds: readonly string[];
}

@Injectable()
export class ChangeDataList {
  constructor(
    private readonly database: TenantDatabase,
    private readonly lists: DataListRepository,
    private readonly usage: ListUsage,
    private readonly blocks: ListBlocks,
    private readonly settings: CheckSyncSettings,
    private readonly syncs: ListSyncs,
  ) {}

  /**
   * Returns the changed list, or `null` if there is none. Throws 400 `VALIDATION_ERROR` for an API key in the masked form of stored ones,
   * if the list has no key or the key is for another host, and for settings that do not allow a sync, and 409 `VERSION_CONFLICT`.
   */
  patch(
    principal: Principal,
    id: string,
    { config, ...patch }: ListPatch,
    ifVersion: number | undefined,
    now: Date,
  ): Promise<DataListRow | null> {
    const { organizationId } = principal;
    const sent = definedMembers({ ...patch, config: config?.shown });
    return this.database.transaction(organizationId, async (client) => {
      const before = await findListForUpdate(client, organizationId, id);
      if (!before) return null;
      checkVersion('The data list', before.version, ifVersion);
      if (config && config.apiKey === undefined) assertKeyStays(before, config);
      const after = { ...before, ...sent, updatedAt: now };
      const hasOtherKey = typeof config?.apiKey === 'string';
      const isOther = !isDeepStrictEqual(
        readSyncSettings(after.config, after.fieldMappings),
        readSyncSettings(before.config, before.fieldMappings),
      );
      const sync = isOther ? this.settings.read(principal, after) : syncSettingsOf(after);
      if (config && config.apiKey !== undefined) await this.lists.replaceApiKey(client, before, config.apiKey);
      if (after.status !== 'archived' && (isOther || (hasOtherKey && sync !== null)))
        await this.syncs.reschedule(client, after, sync);
      return saveList(client, principal, { before, after, hasOtherKey });
    });
  }

  /**
   * Changes the status of a list, or returns `null` if there is none. A list that an active rule reads, or that keeps entities from being
   * created, can be deactivated only with `force`, and never archived.
   */
  setStatus(
    principal: Principal,
    id: string,
    { status, force }: { readonly status: ListStatus; readonly force: boolean },
    now: Date,
  ): Promise<Result<DataListRow | null, ListInUse>> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      // Before the row, as publications do: a rule that is being published reads the list as it is now.
      await this.usage.lock(client, organizationId);
      const before = await findListForUpdate(client, organizationId, id);
      if (!before) return ok(null);
      const inUse = await this.findBlockingUses(client, before, status, force);
      if (inUse) return failure(inUse);
      const after = { ...before, status, updatedAt: now };
      const wasArchived = before.status === 'archived';
      if (wasArchived !== (status === 'archived'))
        await this.syncs.reschedule(client, after, wasArchived ? syncSettingsOf(after) : null);
      return ok(await saveList(client, principal, { before, after, hasOtherKey: false }));
    });
  }

  private async findBlockingUses(
    client: Transaction,
    { organizationId, id, status: from }: DataListRow,
    to: ListStatus,
    force: boolean,
  ): Promise<ListInUse | null> {
    if (to === from || to === 'active' || (to === 'inactive' && force)) return null;
    const uses = (await this.usage.findByList(client, organizationId, id)).filter(isRunning);
    const ruleIds = uses.filter(({ reads }) => to !== 'inactive' || reads).map(({ ruleId }) => ruleId);
    const creationBlockIds = await this.blocks.findByList(client, organizationId, id);
    return ruleIds.length + creationBlockIds.length > 0 ? { ruleIds, creationBlockIds } : null;
  }
}

/** Throws 400 if a masked key is sent but no key is stored, or if the key would be given to another host. */
function assertKeyStays(before: DataListRow, { shown }: ListConfig): void {
  if (!hasApiKey(before.config))
    throw invalid({ 'config.apiKey': 'looks like a masked key, but the list has no key; send the key itself' });
  if (originOf(before.config) !== originOf(shown))
    throw invalid({
      'config.apiKey': 'was stored for another host than that of externalUrl; send the key for the new host',
    });
}

interface ListChange {
  readonly before: DataListRow;
  readonly after: DataListRow;
  /** Whether another key was stored, which is not visible in the settings. */
  readonly hasOtherKey: boolean;
}

async function saveList(client: Transaction, principal: Principal, change: ListChange): Promise<DataListRow> {
  const { before } = change;
  const changes = changesOf(change);
  if (Object.keys(changes).length === 0) return before;
  const after = { ...change.after, version: before.version + 1 };
  await updateList(client, after);
  await refreshSharedList(client, after);
  await writeEvents(client, [listUpdatedEvent(after.organizationId, after)]);
  await recordAudit(client, byPrincipal(principal), [
    {
      event: 'data_list_updated',
      resourceType: 'data_list',
      resourceId: after.id,
      summary: `data list ${after.name} ${before.status === after.status ? 'changed' : `is ${after.status}`}`,
      changes,
    },
  ]);
  return after;
}

const auditedMembers = ['name', 'description', 'priority', 'fieldMappings', 'status'] as const;

/** Settings contain keys of other services, so the audit log records that they changed, but not their values. */
const changesOf = ({ before, after, hasOtherKey }: ListChange): Changes => ({
  ...diffChanges(before, after, auditedMembers),
  ...((hasOtherKey || before.config !== after.config) && { config: { previous: '[redacted]', current: '[redacted]' } }),
});
