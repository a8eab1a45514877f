import { Injectable, Logger } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';
import { TableFormatError } from '@tamis/table-files';

import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ReadFiles } from '../../../../platform/files/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  DataListRepository,
  type DataListRow,
  readSyncSettings,
  replaceSyncedItems,
  setSyncTime,
  type SyncSettings,
} from '../../data-lists/index.js';
import { type KnownFile, type ListSync, notModifiedResult, type SyncResult } from '../domain/list-sync.js';
import {
  deleteOpenSync,
  endSync,
  findKnownFile,
  insertSync,
  lockSync,
  type NewSync,
} from '../persistence/sync-store.js';
import { FetchListFile } from './fetch-list-file.js';
import { type ReadItems, readListFile } from './read-list-file.js';
import { tellOfFailures } from './tell-of-failures.js';

/** What a sync is about. */
interface Target {
  readonly sync: ListSync;
  readonly list: DataListRow;
  readonly settings: SyncSettings;
}

/** Makes a list what the file at its address says. */
@Injectable()
export class RunSync {
  private readonly logger = new Logger('list syncs');

  constructor(
    private readonly database: TenantDatabase,
    private readonly files: ReadFiles,
    private readonly lists: DataListRepository,
    private readonly fetching: FetchListFile,
  ) {}

  /** Carries out a sync that this process has taken. */
  async run(sync: ListSync): Promise<void> {
    const { organizationId, listId } = sync;
    const list = await this.lists.findOne(organizationId, listId);
    const settings = list && readSyncSettings(list.config, list.fieldMappings, sync.requestedBy !== null);
    if (!list || !settings?.ok || settings.value === null || list.status === 'archived')
      return deleteOpenSync(this.database.forOrganization(organizationId), sync);
    const target: Target = { sync, list, settings: settings.value };
    const problem = await this.attempt(target).catch((error: unknown) => this.problemOf(sync, error));
    if (problem !== null) await this.fail(target, problem);
  }

  /** What went wrong; null: nothing. */
  private async attempt(target: Target): Promise<string | null> {
    const { sync, list, settings } = target;
    const source = JSON.stringify({ ...settings, everyMs: null, mapping: [...settings.mapping] });
    const known = await findKnownFile(this.database.forOrganization(sync.organizationId), sync);
    const isAsLeft = !sync.force && known?.source === source && known.revision === list.revision;
    const file = await this.fetching.fetch(list, settings, isAsLeft ? known.marks : null);
    if (!file.ok) return file.error;
    const { organizationId } = sync;
    if (file.value === null)
      return this.finish(target, async (client, now) => {
        await setSyncTime(client, organizationId, list.id, now);
        return ok({ result: notModifiedResult, known });
      });
    const { marks, path } = file.value;
    try {
      const read = await readListFile(this.files, { organizationId, path, settings });
      return await this.finish(target, (client, now) => this.apply(client, target, { read, source, marks }, now));
    } finally {
      await file.value.remove();
    }
  }

  private async apply(
    client: Transaction,
    { sync }: Target,
    { read, source, marks }: { readonly read: ReadItems } & Pick<KnownFile, 'source' | 'marks'>,
    now: Date,
  ): Outcome {
    const { organizationId, listId, id: syncId, force } = sync;
    const replaced = await replaceSyncedItems(
      client,
      { organizationId, listId, syncId, items: read.items, force },
      now,
    );
    if (!replaced.ok) {
      const { before, remaining } = replaced.error;
      return failure(
        `of ${before} items that came from the address only ${remaining} are still in the file; sync with \`force\` if that is right`,
      );
    }
    if (replaced.value === null) return failure('the list is archived');
    const { errors, revision, ...counts } = replaced.value;
    const refused = errors.map(({ index, message }) => ({ row: read.rows[index]!, field: 'primaryValue', message }));
    const result = {
      ...{ notModified: false, ...counts, errors: read.errors + errors.length },
      errorDetails: [...read.errorDetails, ...refused].slice(0, limits.dataListSyncs.rowErrors),
    };
    return ok({ result, known: { source, marks, revision } });
  }

  /** Ends the sync with what `work` has done, all in one transaction, and plans the next one. What went wrong; null: nothing. */
  private finish(
    { sync, list, settings }: Target,
    work: (client: Transaction, now: Date) => Outcome,
  ): Promise<string | null> {
    const now = new Date();
    return this.database.transaction(sync.organizationId, async (client) => {
      // Somebody has changed the settings meanwhile, or another process is at it.
      if (!(await lockSync(client, sync))) return null;
      const done = await work(client, now);
      if (!done.ok) return done.error;
      await endSync(client, sync, { status: 'completed', ...done.value });
      if (isScheduled(list)) await insertSync(client, nextSync(sync, settings.everyMs, 0));
      return null;
    });
  }

  private fail({ sync, list, settings }: Target, problem: string): Promise<void> {
    const { organizationId, failures } = sync;
    this.logger.warn(`list ${list.id} of organization ${organizationId} was not synced: ${problem}`);
    return this.database.transaction(organizationId, async (client) => {
      if (!(await lockSync(client, sync))) return;
      await endSync(client, sync, { status: 'failed', problem });
      if (!isScheduled(list)) return;
      const { retryMs, failuresToTell } = limits.dataListSyncs;
      const inMs = Math.min(settings.everyMs, retryMs * 2 ** Math.min(failures, 20));
      await insertSync(client, nextSync(sync, inMs, failures + 1));
      if (failures + 1 === failuresToTell) await tellOfFailures(client, list, { failures: failures + 1, problem });
    });
  }

  private problemOf({ organizationId, listId }: ListSync, error: unknown): string {
    if (error instanceof TableFormatError) return `the file cannot be read: ${error.message}`;
    if (error instanceof ApiError) return error.message;
    this.logger.error(`sync of list ${listId} of organization ${organizationId}: ${String(error)}`);
    return 'something went wrong on our side; it is tried again';
  }
}

type Outcome = Promise<Result<{ readonly result: SyncResult; readonly known: KnownFile | null }, string>>;

const isScheduled = ({ config }: DataListRow): boolean =>
  (JSON.parse(config) as { readonly autoSync?: unknown }).autoSync === true;

const nextSync = ({ organizationId, listId }: ListSync, inMs: number, failures: number): NewSync => ({
  ...{ organizationId, listId, inMs, failures },
  ...{ requestedBy: null, force: false },
});
