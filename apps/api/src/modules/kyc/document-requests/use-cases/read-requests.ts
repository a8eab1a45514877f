import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { Blobs } from '../../../../platform/blobs/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound, type Page, type PageQuery } from '../../../../platform/http/index.js';
import type { DocumentFile } from '../domain/document-file.js';
import type { DocumentRequest } from '../domain/document-request.js';
import { findFiles } from '../persistence/file-store.js';
import { findRequest, type RequestFilter, selectRequests } from '../persistence/request-store.js';

export interface ReadRequest {
  readonly request: DocumentRequest;
  readonly files: readonly DocumentFile[];
}

export interface OpenedFile {
  readonly file: DocumentFile;
  readonly bytes: Buffer;
}

@Injectable()
export class ReadRequests {
  constructor(
    private readonly database: TenantDatabase,
    private readonly blobs: Blobs,
  ) {}

  list(organizationId: string, query: PageQuery & RequestFilter): Promise<Page<DocumentRequest>> {
    return selectRequests(this.database.forOrganization(organizationId), organizationId, query);
  }

  /** Throws 404. */
  async get(organizationId: string, id: string): Promise<ReadRequest> {
    const client = this.database.forOrganization(organizationId);
    const request = await findRequest(client, organizationId, id);
    if (!request) throw notFound('Document request');
    return { request, files: await findFiles(client, organizationId, id) };
  }

  /** Opens a file. The audit trail records who viewed it. Throws 404 for a file that does not exist, or no longer exists. */
  async openFile(principal: Principal, id: string, fileId: string): Promise<OpenedFile> {
    const { organizationId } = principal;
    const { request, files } = await this.get(organizationId, id);
    const file = files.find((each) => each.id === fileId);
    const bytes = file && (await this.blobs.get({ organizationId, id: fileId }));
    if (!bytes) throw notFound('File');
    await this.database.transaction(organizationId, (client) =>
      recordAudit(client, byPrincipal(principal), [
        {
          event: 'document_request_file_viewed',
          resourceType: 'document_request',
          resourceId: id,
          summary: `the file ${fileId} of document request ${id} was viewed`,
          relatedIds: { entityId: request.entityId },
        },
      ]),
    );
    return { file, bytes };
  }
}
