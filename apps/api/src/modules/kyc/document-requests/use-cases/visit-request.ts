import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { Injectable } from '@nestjs/common';

import type { AuditSubject } from '../../../../platform/audit/index.js';
import type { RequestOrigin } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, invalid, notFound } from '../../../../platform/http/index.js';
import { findOrganization } from '../../../tenancy/organizations/index.js';
import { type DescribedBlob, ReceiveBlob } from '../../blobs/index.js';
import { VisitLinks } from '../../links/index.js';
import { type DocumentFile, fileTypes, plainName, readFile } from '../domain/document-file.js';
import type { DocumentRequest, RequestStatus } from '../domain/document-request.js';
import { requestLimits } from '../domain/request-limits.js';
import { findFiles, insertFile, removeFile } from '../persistence/file-store.js';
import { findByLink, updateRequest } from '../persistence/request-store.js';
import { MoveRequest } from './move-request.js';

/** Everything that the page knows. */
export interface VisitedRequest {
  readonly request: DocumentRequest;
  /** Used if the device names no supported language. */
  readonly organizationLanguage: string | null;
  readonly organizationName: string;
  readonly files: readonly DocumentFile[];
}

export interface SentFile {
  readonly documentId: string;
  readonly name: string;
  readonly body: IncomingMessage;
}

/** What the holder of the link can do on the page. */
@Injectable()
export class VisitRequest {
  constructor(
    private readonly database: TenantDatabase,
    private readonly visits: VisitLinks,
    private readonly receiving: ReceiveBlob,
    private readonly moving: MoveRequest,
  ) {}

  /** Finds a request. Throws 404, and 429 for a link that is used too often or an address that tries many invalid links. */
  find(token: string, from: RequestOrigin): Promise<DocumentRequest> {
    return this.visits.find(token, from, findByLink);
  }

  async state(request: DocumentRequest): Promise<VisitedRequest> {
    const { organizationId, id } = request;
    const client = this.database.forOrganization(organizationId);
    const [organization, files] = await Promise.all([
      findOrganization(client, organizationId),
      findFiles(client, organizationId, id),
    ]);
    const { language = null, name = '' } = organization ?? {};
    return { request, organizationLanguage: language, organizationName: name, files };
  }

  /**
   * Receives a file and returns the current files. Sending the same file for the same document again changes nothing. Throws 400 for a file
   * that is not allowed, 413 if it is too large, and 503 if too many are being received.
   */
  receive(request: DocumentRequest, { documentId, name, body }: SentFile): Promise<readonly DocumentFile[]> {
    if (!request.documents.some(({ id }) => id === documentId)) throw notFound('Document');
    assertRoom(request);
    return this.receiving.receive(body, {
      ...{ owner: request.sessionId, types: fileTypes },
      describe: (sent) => describeFile(request, { documentId, name }, sent),
      store: (file) => this.store(request, file),
    });
  }

  /** Removes a file and returns the remaining ones. Throws 404 if it does not exist. */
  removeFile(visited: DocumentRequest, id: string): Promise<readonly DocumentFile[]> {
    const { organizationId, id: requestId } = visited;
    return this.database.runAtomically(organizationId, async (client) => {
      await this.begin(client, visited, new Date());
      if (!(await removeFile(client, { organizationId, requestId, id }))) throw notFound('File');
      return findFiles(client, organizationId, requestId);
    });
  }

  /**
   * Submits the request. If several submit at once, one succeeds, and the others get the resulting status. Throws 400 if documents are
   * missing.
   */
  submit(visited: DocumentRequest, from: RequestOrigin, now: Date): Promise<RequestStatus> {
    const { organizationId, id } = visited;
    return this.database.runAtomically(organizationId, async (client) => {
      const locked = await this.moving.lock(client, organizationId, id);
      if (locked.status !== 'pending' && locked.sessionId === visited.sessionId) return locked.status;
      assertSession(locked, visited, now);
      assertComplete(locked, await findFiles(client, organizationId, id));
      const by = byVisitor(locked, from);
      const { status } = await this.moving.move(client, locked, { to: 'submitted', by, now });
      return status;
    });
  }

  private store(visited: DocumentRequest, file: DocumentFile) {
    const { organizationId, id } = visited;
    return this.database.runAtomically(organizationId, async (client) => {
      const now = new Date();
      const locked = await this.begin(client, visited, now);
      const isKept = await insertFile(client, file);
      if (isKept) {
        assertRoom(locked);
        await updateRequest(client, locked, { filesSent: locked.filesSent + 1 }, now);
      }
      return { isKept, result: await findFiles(client, organizationId, id) };
    });
  }

  /** Locks the request until the transaction ends. Throws 404 if it has ended meanwhile, or has a new link. */
  private async begin(client: Transaction, visited: DocumentRequest, now: Date): Promise<DocumentRequest> {
    const locked = await this.moving.lock(client, visited.organizationId, visited.id);
    assertSession(locked, visited, now);
    return locked;
  }
}

function assertSession(locked: DocumentRequest, { sessionId }: DocumentRequest, now: Date): void {
  if (locked.status !== 'pending' || locked.sessionId !== sessionId || locked.expiresAt <= now)
    throw notFound('Session');
}

/** Throws 400 if a request already has the maximum number of files. */
function assertRoom({ fileCount, filesSent }: DocumentRequest): void {
  if (fileCount < requestLimits.files && filesSent < requestLimits.filesSent) return;
  const { files, filesSent: ever } = requestLimits;
  throw new ApiError('TOO_MANY_FILES', `At most ${files} files can be uploaded, or ${ever} including removed ones`, {
    file: `at most ${files}, or ${ever} including removed ones`,
  });
}

function assertComplete({ documents }: DocumentRequest, files: readonly DocumentFile[]): void {
  const sent = new Set(files.map(({ documentId }) => documentId));
  const missing = [...documents.entries()].filter(([, { id, required }]) => required && !sent.has(id));
  const problems = missing.map(([index, { label }]) => [`documents[${index}]`, `${label} is missing: send a file`]);
  if (problems.length > 0) throw invalid(Object.fromEntries(problems) as Record<string, string>);
  if (files.length === 0) throw invalid({ documents: 'no file was sent' });
}

function describeFile(
  { organizationId, id: requestId, entityId }: DocumentRequest,
  { documentId, name }: Pick<SentFile, 'documentId' | 'name'>,
  sent: Buffer,
): DescribedBlob<DocumentFile> {
  const read = readFile(sent);
  if ('problem' in read) throw invalid({ file: read.problem });
  const { contentType, bytes } = read;
  const row: DocumentFile = {
    ...{ id: newId(), organizationId, requestId, entityId, documentId, name: plainName(name), contentType },
    ...{ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest(), storedAt: new Date() },
  };
  return { row, bytes };
}

/** Returns the audit subject for actions on the page. */
const byVisitor = ({ organizationId }: DocumentRequest, from: RequestOrigin): AuditSubject => ({
  organizationId,
  actor: { type: 'provider', id: null, name: 'page of the document request' },
  context: { ...from, source: 'kyc' },
});
