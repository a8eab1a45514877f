import { Injectable } from '@nestjs/common';
import { byPrincipal, creationChanges } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, type Transaction } from '../../../../platform/database/index.js';
import { invalid } from '../../../../platform/http/index.js';
import type { ListConfig } from '../domain/list-config.js';
import type { ListSource, ListType } from '../domain/list-enumerations.js';
import { DataListRow } from '../persistence/data-list-row.js';
import { DataListRepository, findListForUpdate } from '../persistence/data-list-repository.js';
import { CheckSyncSettings } from './check-sync-settings.js';
import { toSharedListContent, type SharedListContent } from '../domain/shared-list-content.js';

/** Returns a list in the form shared with child organizations, and locks it until the transaction ends. Returns `null` if there is none. */
export async function lockListForSharing(
  client: Transaction,
  organizationId: string,
  id: string,
): Promise<{ readonly id: string; readonly name: string; readonly content: SharedListContent } | null> {
  const list = await findListForUpdate(client, organizationId, id);
  return list && { id: list.id, name: list.name, content: toSharedListContent(list) };
}

export interface NewDataList {
  readonly organizationId: string;
  readonly name: string;
  readonly type: ListType;
  readonly source: ListSource;
  readonly description: string | null;
  readonly priority: number;
  readonly config: ListConfig;
  /** Text as sent by the caller. */
  readonly fieldMappingsJson: string;
  readonly createdBy: string;
}

@Injectable()
export class CreateDataList {
  constructor(
    private readonly lists: DataListRepository,
    private readonly settings: CheckSyncSettings,
  ) {}

  /**
   * Creates a list. Throws 400 `VALIDATION_ERROR` for an API key in the masked form of stored ones, and for settings that do not allow a
   * sync.
   */
  async create(
    principal: Principal,
    { config: { shown, apiKey }, fieldMappingsJson, ...list }: NewDataList,
    now: Date,
  ): Promise<DataListRow> {
    if (apiKey === undefined) throw invalid({ 'config.apiKey': 'looks like a masked key; send the key itself' });
    const sync = this.settings.read(principal, { config: shown, fieldMappings: fieldMappingsJson });
    const by = byPrincipal(principal);
    const row = Object.assign(new DataListRow(), {
      ...list,
      id: newId(now.getTime()),
      status: 'active',
      config: shown,
      fieldMappings: fieldMappingsJson,
      isGlobal: false,
      itemCount: 0,
      revision: 0,
      version: 1,
      lastSyncAt: null,
      createdAt: now,
      updatedAt: now,
    } satisfies DataListRow);
    const { name, type, source, description, priority, status } = row;
    await this.lists.insert({ row, apiKey, sync }, by, {
      event: 'data_list_created',
      resourceType: 'data_list',
      resourceId: row.id,
      summary: `data list ${name} created`,
      changes: creationChanges({ name, type, source, description, priority, status }),
    });
    return row;
  }
}
