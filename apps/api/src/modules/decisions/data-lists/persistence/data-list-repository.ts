import { Injectable } from '@nestjs/common';

import { type AuditEntry, type AuditSubject, recordAudit } from '../../../../platform/audit/index.js';
import { type Queryable, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { apiKeyLocation } from '../domain/list-config.js';
import type { ListType } from '../domain/list-enumerations.js';
import { ListSyncs, type SyncSettings } from '../domain/sync-settings.js';
import { dataListColumns, DataListRow } from './data-list-row.js';

export interface InsertedList {
  readonly row: DataListRow;
  readonly apiKey: string | null;
  readonly sync: SyncSettings | null;
}

@Injectable()
export class DataListRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
    private readonly syncs: ListSyncs,
  ) {}

  async insert({ row, apiKey, sync }: InsertedList, by: AuditSubject, entry: AuditEntry): Promise<void> {
    await this.database.withRepository(row.organizationId, DataListRow, async (rows, transaction) => {
      await rows.insert(row);
      if (apiKey !== null) await this.replaceApiKey(transaction, row, apiKey);
      if (sync !== null) await this.syncs.reschedule(transaction, row, sync);
      await recordAudit(transaction, by, [entry]);
    });
  }

  /** Encrypts and stores the key. Readers of the list never see it. */
  async replaceApiKey(
    client: Transaction,
    { organizationId, id }: Pick<DataListRow, 'organizationId' | 'id'>,
    apiKey: string | null,
  ): Promise<void> {
    const location = apiKeyLocation(organizationId, id);
    const sealed = apiKey === null ? null : await this.secrets.seal(client, location, apiKey);
    await client.query('update data_lists set api_key = $3 where organization_id = $1 and id = $2', [
      organizationId,
      id,
      sealed,
    ]);
  }

  /** Returns the key for syncing a list; `null` if it has none. */
  async openApiKey(client: Queryable, organizationId: string, id: string): Promise<string | null> {
    const { rows } = await client.query<{ sealed: Buffer | null }>(
      'select api_key as sealed from data_lists where organization_id = $1 and id = $2',
      [organizationId, id],
    );
    const sealed = rows[0]?.sealed ?? null;
    return sealed && (await this.secrets.open(client, apiKeyLocation(organizationId, id), sealed));
  }

  findOne(organizationId: string, id: string): Promise<DataListRow | null> {
    return this.database.withRepository(organizationId, DataListRow, (rows) => rows.findOneBy({ organizationId, id }));
  }

  findOldestActive(organizationId: string, type: ListType): Promise<DataListRow | null> {
    return this.database.withRepository(organizationId, DataListRow, (rows) =>
      rows.findOne({
        where: { organizationId, type, status: 'active' },
        order: { createdAt: 'asc', id: 'asc' },
      }),
    );
  }
}

/** Returns a list, locked until the transaction ends. */
export async function findListForUpdate(
  client: Transaction,
  organizationId: string,
  id: string,
): Promise<DataListRow | null> {
  const { rows } = await client.query<DataListRow>(
    `select ${dataListColumns} from data_lists where organization_id = $1 and id = $2 for update`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

/** Stores the fields of a list that users may change. */
export async function updateList(client: Transaction, list: DataListRow): Promise<void> {
  await client.query(
    `update data_lists set name = $3, description = $4, priority = $5, config = $6, field_mappings = $7, status = $8,
       updated_at = $9, version = $10
     where organization_id = $1 and id = $2`,
    [
      list.organizationId,
      list.id,
      list.name,
      list.description,
      list.priority,
      list.config,
      list.fieldMappings,
      list.status,
      list.updatedAt,
      list.version,
    ],
  );
}

/** Returns the active lists that have one of `types` or are among `listIds`, oldest first. */
export async function findActiveLists(
  client: Queryable,
  organizationId: string,
  asked: { readonly types: readonly string[]; readonly listIds: readonly string[] },
): Promise<readonly Pick<DataListRow, 'id' | 'name' | 'type'>[]> {
  const { rows } = await client.query<Pick<DataListRow, 'id' | 'name' | 'type'>>(
    `select id, name, type from data_lists
     where organization_id = $1 and status = 'active' and (type = any($2::text[]) or id = any($3::uuid[]))
     order by created_at, id`,
    [organizationId, asked.types, asked.listIds],
  );
  return rows;
}
