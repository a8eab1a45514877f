import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import type { BlobTable } from '../../blobs/index.js';
import type { DocumentFile } from '../domain/document-file.js';

export const fileTable: BlobTable = { table: 'document_files', lookup: 'document files' };

const columns = `id, organization_id as "organizationId", request_id as "requestId", entity_id as "entityId",
  document_id as "documentId", name, content_type as "contentType", bytes, sha256, stored_at as "storedAt"`;

/** Returns SQL for the number of files of a request. */
export const fileCountSql = (request: string): string =>
  `(select count(*)::int from document_files f
    where f.organization_id = ${request}.organization_id and f.request_id = ${request}.id and f.removed_at is null)`;

/** Stores a file. Returns `false` if the document already has the same file. */
export async function insertFile(client: Transaction, file: DocumentFile): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'document-file-insert',
    text: `insert into document_files (organization_id, id, request_id, entity_id, document_id, name, content_type, bytes, sha256, stored_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      on conflict (organization_id, request_id, document_id, sha256) where removed_at is null do nothing`,
    values: [
      ...[file.organizationId, file.id, file.requestId, file.entityId, file.documentId, file.name],
      ...[file.contentType, file.bytes, file.sha256, file.storedAt],
    ],
  });
  return rowCount === 1;
}

/** Returns the current files of a request, in the order of arrival. */
export async function findFiles(
  client: Queryable,
  organizationId: string,
  requestId: string,
): Promise<readonly DocumentFile[]> {
  const { rows } = await client.query<DocumentFile>({
    name: 'document-files-of',
    text: `select ${columns} from document_files where organization_id = $1 and request_id = $2 and removed_at is null
      order by stored_at, id`,
    values: [organizationId, requestId],
  });
  return rows;
}

/** SQL: marks a file whose blob is removed after the transaction. */
const removed = `removed_at = now(), name = '', sha256 = null`;

/** Removes a file. Returns `false` if the request has no such file. */
export async function removeFile(
  client: Transaction,
  { organizationId, requestId, id }: Pick<DocumentFile, 'organizationId' | 'requestId' | 'id'>,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'document-file-remove',
    text: `update document_files set ${removed} where organization_id = $1 and request_id = $2 and id = $3 and removed_at is null`,
    values: [organizationId, requestId, id],
  });
  return rowCount === 1;
}

/** Removes the files of several requests. */
export async function removeFilesOf(
  client: Transaction,
  organizationId: string,
  requestIds: readonly string[],
): Promise<void> {
  await client.query({
    name: 'document-files-remove',
    text: `update document_files set ${removed} where organization_id = $1 and request_id = any($2) and removed_at is null`,
    values: [organizationId, requestIds],
  });
}
