import { Injectable, Logger } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';
import { TableFormatError } from '@tamis/table-files';
import { bulkhead } from 'cockatiel';

import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ReadFiles } from '../../../../platform/files/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { whileRenewed } from '../../../../platform/while-renewed.js';
import { enqueueNotificationEmails, findRecipients, notificationEvents } from '../../../tenancy/members/index.js';
import {
  DataListRepository,
  hasOtherExpired,
  type DataListRow,
  readSyncSettings,
  replaceSyncedItems,
  setSyncTime,
  type SyncSettings,
  syncLimits,
} from '../../data-lists/index.js';
import {
  type KnownFile,
  type ListSync,
  notModifiedResult,
  type SyncProblem,
  type SyncResult,
} from '../domain/list-sync.js';
import {
  deleteOpenSync,
  endSync,
  findKnownFile,
  insertSync,
  lockSync,
  type NewSync,
  releaseSync,
  renewSync,
} from '../persistence/sync-store.js';
import { FetchListFile } from './fetch-list-file.js';
import { type ReadItems, readListFile } from './read-list-file.js';

/** The objects that a sync works on. */
interface Target {
  readonly sync: ListSync;
  readonly list: DataListRow;
  readonly settings: SyncSettings;
}

/** Updates a list to match the file at its URL. */
@Injectable()
export class RunSync {
  private readonly logger = new Logger('list syncs');
  /** Limits concurrency, because a file with many items takes a hundred megabytes while it is read and compared. */
  private readonly reading = bulkhead(1, Number.MAX_SAFE_INTEGER);

  constructor(
    private readonly database: TenantDatabase,
    private readonly files: ReadFiles,
    private readonly lists: DataListRepository,
    private readonly fetching: FetchListFile,
  ) {}

  /**
   * Carries out a sync that this process has claimed. Returns `false` if it was left to another process because this server is shutting
   * down.
   */
  async execute(sync: ListSync): Promise<boolean> {
    const { organizationId, listId } = sync;
    const client = this.database.forOrganization(organizationId);
    const list = await this.lists.findOne(organizationId, listId);
    const settings = list && readSyncSettings(list.config, list.fieldMappings, sync.requestedBy !== null);
    if (!list || !settings?.ok || settings.value === null || list.status === 'archived') {
      await deleteOpenSync(client, sync);
      return true;
    }
    const target: Target = { sync, list, settings: settings.value };
    const renewal = { what: 'a sync', everyMs: syncLimits.renewMs, renew: () => renewSync(client, sync) };
    const problem = await whileRenewed({ ...renewal, logger: this.logger }, () => this.attempt(target)).catch(
      (error: unknown) => this.problemOf(sync, error),
    );
    if (problem === null) return true;
    if (!this.fetching.isStopped) await this.fail(target, problem);
    else await releaseSync(client, sync);
    return !this.fetching.isStopped;
  }

  /** Returns what went wrong, or `null` if nothing did. */
  private async attempt(target: Target): Promise<SyncProblem | null> {
    const { sync, list, settings } = target;
    const source = JSON.stringify({ ...settings, everyMs: null, mapping: [...settings.mapping] });
    const client = this.database.forOrganization(sync.organizationId);
    const known = await findKnownFile(client, sync);
    const asOf = new Date();
    const isSame = !sync.force && known?.source === source && known.revision === list.revision;
    const isAsLeft = isSame && !(await hasOtherExpired(client, list, asOf));
    const file = await this.fetching.fetch(list, settings, isAsLeft ? known.marks : null);
    if (!file.ok) return asProblem(file.error);
    const { organizationId } = sync;
    if (file.value === null)
      return this.finish(target, async (transaction) => {
        // Not later, because what expires in the meantime was not looked for.
        await setSyncTime(transaction, organizationId, list.id, asOf);
        return ok({ result: notModifiedResult, known });
      });
    const { marks, path } = file.value;
    try {
      return await this.reading.execute(async () => {
        const read = await readListFile(this.files, { organizationId, path, settings });
        return this.finish(target, (transaction, now) => this.apply(transaction, target, { read, source, marks }, now));
      });
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
      const problem = `the file has only ${remaining} of the ${before} items of the previous file; sync with \`force\` if that is intended`;
      return failure({ problem, isDoubted: true });
    }
    if (replaced.value === null) return failure(asProblem('the list is archived'));
    const { errors, revision, ...counts } = replaced.value;
    const refused = errors.map(({ index, message }) => ({ row: read.rows[index]!, field: 'primaryValue', message }));
    const result = {
      ...{ notModified: false, ...counts, errors: read.errors + errors.length },
      errorDetails: [...read.errorDetails, ...refused].slice(0, syncLimits.rowErrors),
    };
    return ok({ result, known: { source, marks, revision } });
  }

  /**
   * Completes the sync with the result of `work` in one transaction, and schedules the next one. Returns what went wrong, or `null` if
   * nothing did.
   */
  private finish(
    { sync, list, settings }: Target,
    work: (client: Transaction, now: Date) => Outcome,
  ): Promise<SyncProblem | null> {
    const now = new Date();
    return this.database.transaction(sync.organizationId, async (client) => {
      // The settings were changed meanwhile, or another process has taken over the sync.
      if (!(await lockSync(client, sync))) return null;
      const done = await work(client, now);
      if (!done.ok) return done.error;
      await endSync(client, sync, { status: 'completed', ...done.value });
      if (isScheduled(list)) await insertSync(client, nextSync(sync, settings.everyMs, 0));
      return null;
    });
  }

  private fail({ sync, list, settings }: Target, { problem, isDoubted }: SyncProblem): Promise<void> {
    const { organizationId, failures } = sync;
    this.logger.warn(`syncing list ${list.id} of organization ${organizationId} failed: ${problem}`);
    return this.database.transaction(organizationId, async (client) => {
      if (!(await lockSync(client, sync))) return;
      await endSync(client, sync, { status: 'failed', problem, isDoubted });
      if (!isScheduled(list)) return;
      const { retryMs, failuresToTell } = syncLimits;
      const inMs = Math.min(settings.everyMs, retryMs * 2 ** Math.min(failures, 20));
      await insertSync(client, nextSync(sync, inMs, failures + 1));
      if (failures + 1 === failuresToTell) await tellOfFailures(client, list, { failures: failures + 1, problem });
    });
  }

  private problemOf({ organizationId, listId }: ListSync, error: unknown): SyncProblem {
    if (error instanceof TableFormatError) return asProblem(`the file cannot be read: ${error.message}`);
    if (error instanceof ApiError) return asProblem(error.message);
    this.logger.error(`syncing list ${listId} of organization ${organizationId} failed: ${String(error)}`);
    return asProblem('an internal error occurred; the sync will be retried');
  }
}

type Outcome = Promise<Result<{ readonly result: SyncResult; readonly known: KnownFile | null }, SyncProblem>>;

const asProblem = (problem: string): SyncProblem => ({ problem, isDoubted: false });

const isScheduled = ({ config }: DataListRow): boolean =>
  (JSON.parse(config) as { readonly autoSync?: unknown }).autoSync === true;

const nextSync = ({ organizationId, listId }: ListSync, inMs: number, failures: number): NewSync => ({
  ...{ organizationId, listId, inMs, failures },
  ...{ requestedBy: null, force: false },
});

/** Notifies the creator of a list, or the owners if the creator is no longer a member, that its file could not be synced for some time. */
async function tellOfFailures(
  client: Transaction,
  { organizationId, id, name, createdBy }: DataListRow,
  { failures, problem }: { readonly failures: number; readonly problem: string },
): Promise<void> {
  const makers = await findRecipients(client, organizationId, [createdBy]);
  const members = makers.length > 0 ? makers : await findRecipients(client, organizationId, 'owners');
  const notification = {
    title: `The data list ${name} could not be synced`,
    body: `${failures} attempts in a row failed, the last one because ${problem}. The list stays unchanged, and the sync will be retried.`,
    link: `/lists/${id}`,
  };
  await writeEvents(client, notificationEvents(organizationId, members, notification));
  enqueueNotificationEmails(
    client,
    organizationId,
    members.map(({ email }) => email),
    notification,
  );
}
