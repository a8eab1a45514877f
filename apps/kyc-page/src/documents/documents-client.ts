import type { DocumentsState, SentFile } from '../model/documents.js';
import { LinkClient } from '../session/link-client.js';

interface Files {
  readonly files: readonly SentFile[];
}

/** Requests of the page of a document request. */
export class DocumentsClient extends LinkClient {
  state(): Promise<DocumentsState> {
    return this.send('GET', '/state');
  }

  putFile(documentId: string, file: File, type: string): Promise<Files> {
    return this.send('PUT', `/documents/${documentId}/files?name=${encodeURIComponent(file.name)}`, file, type);
  }

  removeFile(id: string): Promise<Files> {
    return this.send('DELETE', `/files/${id}`);
  }

  async submit(): Promise<{ readonly status: string }> {
    return (await this.postOnce<{ readonly status: string }>('/submit')) ?? { status: 'submitted' };
  }
}
