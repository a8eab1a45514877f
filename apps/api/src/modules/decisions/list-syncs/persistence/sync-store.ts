import {
  findOrganizations,
  newId,
  type Queryable,
  SqlConditions,
  type Transaction,
} from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { ListSyncs, type SyncSettings, syncLimits } from '../../data-lists/index.js';
import type { AskedBy, KnownFile, ListSync, SyncResult } from '../domain/list-sync.js';

const columns = `organization_id as "organizationId", id, list_id as "listId", status, requested_by::jsonb as "requestedBy", force,
  due_at as "dueAt", lease_number as "leaseNumber", failures, result::jsonb as result, problem, is_doubted as "isDoubted", created_at as "createdAt",
  started_at as "startedAt", finished_at as "finishedAt"`;

export interface NewSync {
  readonly organizationId: string;
  readonly listId: string;
  readonly requestedBy: AskedBy | null;
  readonly force: boolean;
  /** Milliseconds until it is due. */
  readonly inMs: number;
  readonly failures: number;
}

/** Stores a queued sync. Returns `null` if the list already has an unfinished one. */
export async function insertSync(client: Queryable, sync: NewSync): Promise<ListSync | null> {
  const { rows } = await client.query<ListSync>(
    `insert into data_list_syncs (organization_id, id, list_id, status, requested_by, force, due_at, failures)
     values ($1, $2, $3, 'queued', $4, $5, now() + $6 * interval '1 millisecond', $7)
     on conflict (organization_id, list_id) where finished_at is null do nothing returning ${columns}`,
    [
      ...[sync.organizationId, newId(), sync.listId, sync.requestedBy && JSON.stringify(sync.requestedBy), sync.force],
      ...[sync.inMs, sync.failures],
    ],
  );
  return rows[0] ?? null;
}

/** Makes a queued sync due now, at the request of a user. A running one remains unchanged. Returns `null` if there is none. */
export async function askForOpenSync(
  client: Transaction,
  { organizationId, listId }: Pick<ListSync, 'organizationId' | 'listId'>,
  requestedBy: AskedBy,
  force: boolean,
): Promise<ListSync | null> {
  const { rows } = await client.query<ListSync>(
    `update data_list_syncs set
       requested_by = case when status = 'queued' then $3::json else requested_by end,
       force = case when status = 'queued' then force or $4 else force end,
       due_at = case when status = 'queued' then least(due_at, now()) else due_at end
     where organization_id = $1 and list_id = $2 and finished_at is null returning ${columns}`,
    [organizationId, listId, JSON.stringify(requestedBy), force],
  );
  return rows[0] ?? null;
}

/** Deletes the unfinished sync. A process working on it can then no longer complete it. */
export async function deleteOpenSync(
  client: Queryable,
  { organizationId, listId }: Pick<ListSync, 'organizationId' | 'listId'>,
): Promise<void> {
  await client.query(
    'delete from data_list_syncs where organization_id = $1 and list_id = $2 and finished_at is null',
    [organizationId, listId],
  );
}

const isDueText = 'finished_at is null and due_at <= now() and (leased_until is null or leased_until <= now())';

export const findOrganizationsWithDue = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'due list syncs',
    `select distinct organization_id as id from data_list_syncs where ${isDueText}`,
  );

/** Claims the sync that has been due the longest; `null` if there is none. */
export async function takeDueSync(client: Queryable, organizationId: string): Promise<ListSync | null> {
  const { rows } = await client.query<ListSync>(
    `update data_list_syncs set status = 'running', lease_number = lease_number + 1, started_at = coalesce(started_at, now()),
       leased_until = now() + $2 * interval '1 millisecond'
     where organization_id = $1 and id = (select id from data_list_syncs where organization_id = $1 and ${isDueText}
       order by due_at limit 1 for update skip locked)
     returning ${columns}`,
    [organizationId, syncLimits.leaseMs],
  );
  return rows[0] ?? null;
}

/** Renews the lease of a sync. If the row is locked, skips it instead of waiting: nobody can take it meanwhile. */
export async function renewSync(
  client: Queryable,
  { organizationId, id, leaseNumber }: Pick<ListSync, 'organizationId' | 'id' | 'leaseNumber'>,
): Promise<void> {
  await client.query(
    `update data_list_syncs set leased_until = now() + $4 * interval '1 millisecond'
     where organization_id = $1 and id = (select id from data_list_syncs
       where organization_id = $1 and id = $2 and lease_number = $3 and finished_at is null for update skip locked)`,
    [organizationId, id, leaseNumber, syncLimits.leaseMs],
  );
}

/** Releases a sync claimed by this process for the next one. */
export async function releaseSync(
  client: Queryable,
  { organizationId, id, leaseNumber }: Pick<ListSync, 'organizationId' | 'id' | 'leaseNumber'>,
): Promise<void> {
  await client.query(
    `update data_list_syncs set status = 'queued', leased_until = null
     where organization_id = $1 and id = $2 and lease_number = $3 and finished_at is null`,
    [organizationId, id, leaseNumber],
  );
}

/** Locks a running sync until the transaction ends. Returns `false` if another process has it, or it was deleted. */
export async function lockSync(
  client: Transaction,
  { organizationId, id, leaseNumber }: Pick<ListSync, 'organizationId' | 'id' | 'leaseNumber'>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from data_list_syncs where organization_id = $1 and id = $2 and lease_number = $3 and finished_at is null for update`,
    [organizationId, id, leaseNumber],
  );
  return rowCount === 1;
}

/** The result of a locked sync. */
export type SyncEnd =
  | { readonly status: 'completed'; readonly result: SyncResult; readonly known: KnownFile | null }
  | { readonly status: 'failed'; readonly problem: string; readonly isDoubted: boolean };

/** Ends a locked sync, and deletes those that ended long before. */
export async function endSync(
  client: Transaction,
  { organizationId, id, listId }: Pick<ListSync, 'organizationId' | 'id' | 'listId'>,
  end: SyncEnd,
): Promise<void> {
  const { result, known, problem, isDoubted } = { result: null, known: null, problem: null, isDoubted: false, ...end };
  await client.query(
    `update data_list_syncs set status = $3, result = $4, problem = $5, known = $6, is_doubted = $7, finished_at = now(), leased_until = null
     where organization_id = $1 and id = $2`,
    [
      ...[organizationId, id, end.status, result && JSON.stringify(result), problem],
      ...[known && JSON.stringify(known), isDoubted],
    ],
  );
  await client.query(
    `delete from data_list_syncs where organization_id = $1 and id in (
       select id from data_list_syncs where organization_id = $1 and list_id = $2 and finished_at is not null
       order by created_at desc, id desc offset $3)`,
    [organizationId, listId, syncLimits.kept],
  );
}

/** Returns the file of the list's last sync that did not fail. */
export async function findKnownFile(
  client: Queryable,
  { organizationId, listId }: Pick<ListSync, 'organizationId' | 'listId'>,
): Promise<KnownFile | null> {
  const { rows } = await client.query<{ known: KnownFile | null }>(
    `select known::jsonb as known from data_list_syncs where organization_id = $1 and list_id = $2 and status = 'completed'
     order by created_at desc, id desc limit 1`,
    [organizationId, listId],
  );
  return rows[0]?.known ?? null;
}

/** Returns the syncs, newest first: the queued one and the finished ones. */
export const selectSyncs = (
  client: Queryable,
  { organizationId, listId }: Pick<ListSync, 'organizationId' | 'listId'>,
  query: PageQuery,
): Promise<Page<ListSync>> =>
  selectPage<ListSync>(client, {
    list: `syncs of ${listId}`,
    columns,
    from: 'data_list_syncs',
    conditions: new SqlConditions(organizationId).add('list_id = ?', listId),
    query,
    sortBy: { column: 'created_at', type: 'timestamptz' },
    descending: true,
  });

/** Keeps a queued sync for a list as long as its settings require it. */
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
