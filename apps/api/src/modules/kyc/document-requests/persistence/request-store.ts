import {
  findOrganizations,
  type Queryable,
  SqlConditions,
  type Transaction,
} from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { EntityStatus } from '../../../parties/entities/index.js';
import type { DocumentRequest, RequestStatus } from '../domain/document-request.js';
import { fileCountSql } from './file-store.js';

const columns = `r.id, r.organization_id as "organizationId", r.entity_id as "entityId", r.session_id as "sessionId", r.status, r.documents,
  r.message, r.recipient_email as "recipientEmail", r.language, r.previous_status as "previousStatus",
  r.status_change_id as "statusChangeId", r.status_outcome as "statusOutcome", r.status_restore as "statusRestore",
  r.files_sent as "filesSent", ${fileCountSql('r')} as "fileCount", r.reason, r.submitted_at as "submittedAt",
  r.expires_at as "expiresAt", r.created_at as "createdAt", r.updated_at as "updatedAt"`;

export async function insertRequest(client: Transaction, row: DocumentRequest, sessionHash: Buffer): Promise<void> {
  await client.query({
    name: 'document-request-insert',
    text: `insert into document_requests (organization_id, id, entity_id, session_id, session_hash, status, documents, message,
        recipient_email, language, previous_status, status_change_id, status_outcome, due_at, expires_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $15)`,
    values: [
      ...[row.organizationId, row.id, row.entityId, row.sessionId, sessionHash, row.status],
      ...[JSON.stringify(row.documents), row.message, row.recipientEmail, row.language, row.previousStatus],
      ...[row.statusChangeId, row.statusOutcome, row.expiresAt, row.createdAt],
    ],
  });
}

async function findOne(
  client: Queryable,
  name: string,
  where: string,
  values: readonly unknown[],
): Promise<DocumentRequest | null> {
  const text = `select ${columns} from document_requests r where r.organization_id = $1 and ${where}`;
  const { rows } = await client.query<DocumentRequest>({ name, text, values: [...values] });
  return rows[0] ?? null;
}

export const findRequest = (client: Queryable, organizationId: string, id: string): Promise<DocumentRequest | null> =>
  findOne(client, 'document-request-find', 'r.id = $2', [organizationId, id]);

/** Finds a request by the secret of its link, which ends with it. */
export const findByLink = (
  client: Queryable,
  organizationId: string,
  sessionHash: Buffer,
): Promise<DocumentRequest | null> =>
  findOne(client, 'document-request-link', 'r.session_hash = $2 and r.expires_at > now()', [
    ...[organizationId, sessionHash],
  ]);

/** Locks a request until the transaction ends. The caller must hold the lock of the entity, according to the general lock order. */
export const lockRequest = (client: Transaction, organizationId: string, id: string): Promise<DocumentRequest | null> =>
  findOne(client, 'document-request-lock', 'r.id = $2 for update', [organizationId, id]);

/** Locks all requests of an entity. */
export async function lockRequestsOf(
  client: Transaction,
  organizationId: string,
  entityId: string,
): Promise<readonly DocumentRequest[]> {
  const { rows } = await client.query<DocumentRequest>({
    name: 'document-requests-lock',
    text: `select ${columns} from document_requests r where r.organization_id = $1 and r.entity_id = $2 order by r.id for update`,
    values: [organizationId, entityId],
  });
  return rows;
}

export interface RequestFilter {
  readonly entityId?: string;
  readonly status?: readonly RequestStatus[];
}

/** Lists requests, newest first. */
export const selectRequests = (
  client: Queryable,
  organizationId: string,
  query: PageQuery & RequestFilter,
): Promise<Page<DocumentRequest>> =>
  selectPage<DocumentRequest>(client, {
    list: 'document requests',
    columns,
    from: 'document_requests r',
    conditions: new SqlConditions(organizationId, 'r.organization_id')
      .add('r.entity_id = ?', query.entityId)
      .add('r.status = any(?)', query.status),
    query,
    sortBy: { column: 'r.created_at', type: 'timestamptz', id: 'r.id' },
    descending: true,
  });

export async function countOpen(client: Queryable, organizationId: string, entityId: string): Promise<number> {
  const { rows } = await client.query<{ open: number }>({
    name: 'document-requests-open',
    text: `select count(*)::int as open from document_requests where organization_id = $1 and entity_id = $2 and status = 'pending'`,
    values: [organizationId, entityId],
  });
  return rows[0]!.open;
}

/** Returns the status before a wait that an earlier request began, or `null` if none did. */
export async function findStatusBefore(
  client: Queryable,
  { organizationId, entityId, changeId }: Wait,
): Promise<EntityStatus | null> {
  const { rows } = await client.query<{ status: EntityStatus }>({
    name: 'document-request-status-before',
    text: `select previous_status as status from document_requests
      where organization_id = $1 and entity_id = $2 and status_change_id = $3 limit 1`,
    values: [organizationId, entityId, changeId],
  });
  return rows[0]?.status ?? null;
}

/** A wait for documents, identified by the status change that began it. */
export interface Wait {
  readonly organizationId: string;
  readonly entityId: string;
  readonly changeId: string;
}

/** Whether another request belongs to the same wait. */
export async function hasOtherOpen(
  client: Queryable,
  { organizationId, entityId, changeId }: Wait,
  id: string,
): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>({
    name: 'document-request-others',
    text: `select exists (select from document_requests where organization_id = $1 and entity_id = $2 and status = 'pending'
        and status_change_id = $3 and id <> $4) as found`,
    values: [organizationId, entityId, changeId, id],
  });
  return rows[0]!.found;
}

/** Marks all requests that began or joined a wait as restored. */
export async function markRestored(client: Transaction, { organizationId, entityId, changeId }: Wait): Promise<void> {
  await client.query({
    name: 'document-requests-restored',
    text: `update document_requests set status_restore = 'restored'
      where organization_id = $1 and entity_id = $2 and status_change_id = $3`,
    values: [organizationId, entityId, changeId],
  });
}

/** Fields written by a transition; omitted ones stay unchanged. */
export interface RequestUpdate {
  readonly status?: RequestStatus;
  readonly statusRestore?: DocumentRequest['statusRestore'];
  readonly sessionId?: string;
  /** `null` ends its link. */
  readonly sessionHash?: Buffer | null;
  readonly filesSent?: number;
  readonly reason?: string | null;
  readonly submittedAt?: Date;
  /** `null` if it no longer expires. */
  readonly dueAt?: Date | null;
  readonly filesUntil?: Date;
}

const columnNames: Readonly<Record<keyof RequestUpdate, string>> = {
  status: 'status',
  statusRestore: 'status_restore',
  sessionId: 'session_id',
  sessionHash: 'session_hash',
  filesSent: 'files_sent',
  reason: 'reason',
  submittedAt: 'submitted_at',
  dueAt: 'due_at',
  filesUntil: 'files_until',
};

export async function updateRequest(
  client: Transaction,
  { organizationId, id }: Pick<DocumentRequest, 'organizationId' | 'id'>,
  update: RequestUpdate,
  now: Date,
): Promise<void> {
  const entries = Object.entries(update) as [keyof RequestUpdate, unknown][];
  const sets = entries.map(([name], index) => `${columnNames[name]} = $${index + 4}`);
  await client.query(
    `update document_requests set ${[...sets, 'updated_at = $3'].join(', ')} where organization_id = $1 and id = $2`,
    [organizationId, id, now, ...entries.map(([, value]) => value)],
  );
}

export async function deleteRequestsOf(client: Transaction, organizationId: string, entityId: string): Promise<void> {
  await client.query('delete from document_requests where organization_id = $1 and entity_id = $2', [
    organizationId,
    entityId,
  ]);
}

const lookup = 'document requests';

/** Returns organizations with requests that are due to expire. The transaction of `client` does not belong to an organization. */
export const findOrganizationsWithDue = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    lookup,
    'select distinct organization_id as id from document_requests where due_at is not null and due_at <= now()',
  );

/** Returns the expired requests of one organization. */
export async function findDue(client: Queryable, organizationId: string, most: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'document-requests-due',
    text: `select id from document_requests where organization_id = $1 and due_at is not null and due_at <= now()
      order by due_at limit $2`,
    values: [organizationId, most],
  });
  return rows.map(({ id }) => id);
}

/** Returns organizations with files whose retention time is over. The transaction of `client` does not belong to an organization. */
export const findOrganizationsWithOldFiles = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    lookup,
    'select distinct organization_id as id from document_requests where files_until is not null and files_until <= now()',
  );

/** Returns ids of requests whose files are no longer kept, and marks them as handled. */
export async function takeOldFiles(
  client: Transaction,
  organizationId: string,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'document-requests-old-files',
    text: `update document_requests set files_until = null where organization_id = $1 and id in (
        select id from document_requests where organization_id = $1 and files_until is not null and files_until <= now()
        order by files_until limit $2 for update skip locked) returning id`,
    values: [organizationId, most],
  });
  return rows.map(({ id }) => id);
}
