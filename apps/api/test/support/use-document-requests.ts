import type { Call, TestApi, TestResponse } from './start-test-api.js';

/** Returns a PDF that is different for each `mark`. */
export const specimenPdf = (mark: string | number): Buffer =>
  Buffer.from(`%PDF-1.7\n% ${mark}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);

/** A request as it was created. */
export interface MadeRequest {
  readonly id: string;
  readonly url: string;
  readonly documents: readonly { readonly id: string; readonly required: boolean }[];
  readonly previousStatus: string | null;
  readonly recipientEmail: string | null;
  readonly statusChange: Outcome;
  readonly emailed: boolean;
  readonly expiresAt: string;
}

interface Outcome {
  readonly outcome: string;
  readonly code: string | null;
}

interface ShownRequest {
  readonly status: string;
  readonly statusRestore: Outcome | null;
  readonly files: readonly { readonly id: string; readonly name: string }[];
}

interface StatusMove {
  readonly status: string;
  readonly source: string;
  readonly reason: string | null;
}

/** The page of a request, as the holder of its link uses it. */
export interface VisitedPage {
  readonly path: string;
  readonly ask: (step: string, call?: Call) => Promise<TestResponse>;
  readonly send: (documentId: string, bytes: Buffer, name?: string, type?: string) => Promise<TestResponse>;
  readonly submit: () => Promise<TestResponse>;
}

/** Provides companies, their document requests, and the pages of these. */
export function useDocumentRequests(api: () => TestApi) {
  const call = (path: string, body?: object, key?: string): Promise<TestResponse> =>
    api().call(path, { ...(body && { body }), ...(key !== undefined && { key }) });
  const newCompany = async (more: object = {}, key?: string): Promise<string> => {
    const made = await call(
      '/entities',
      { type: 'company', name: 'Quillobrandt Ltda', countryCode: 'BR', status: 'active', ...more },
      key,
    );
    if (made.status !== 201) throw new Error(made.text);
    return (made.body as { readonly entity: { readonly id: string } }).entity.id;
  };
  const documents = [{ label: 'Articles of incorporation' }, { label: 'Proof of address', required: false }];
  const request = (entityId: string, more: object = {}, key?: string): Promise<TestResponse> =>
    call('/api/kyc/document-requests', { entityId, documents, ...more }, key);
  const requested = async (entityId: string, more: object = {}, key?: string): Promise<MadeRequest> => {
    const made = await request(entityId, more, key);
    if (made.status !== 201) throw new Error(made.text);
    return made.body as MadeRequest;
  };
  const read = async (id: string, key?: string): Promise<ShownRequest> =>
    (await call(`/api/kyc/document-requests/${id}`, undefined, key)).body as ShownRequest;
  const post = (id: string, what: string, body: object = {}, key?: string): Promise<TestResponse> =>
    call(`/api/kyc/document-requests/${id}/${what}`, body, key);
  const entityOf = async (id: string): Promise<{ readonly status: string }> =>
    (await call(`/entities/${id}`)).body as { readonly status: string };
  const patch = (id: string, body: object): Promise<TestResponse> =>
    api().call(`/entities/${id}`, { method: 'PATCH', body });
  const history = async (id: string): Promise<readonly StatusMove[]> => {
    const answer = await call(`/entities/${id}/status-history`);
    return (answer.body as { readonly history: readonly StatusMove[] }).history;
  };
  const visit = (url: string): VisitedPage => {
    const path = new URL(url).pathname;
    const ask = (step: string, asked: Call = {}): Promise<TestResponse> =>
      api().call(`${path}/${step}`, { key: null, ...asked });
    const send = (documentId: string, bytes: Buffer, name = 'statute.pdf', type = 'application/pdf') =>
      ask(`documents/${documentId}/files?name=${encodeURIComponent(name)}`, {
        ...{ method: 'PUT', body: bytes, headers: { 'content-type': type } },
      });
    return { path, ask, send, submit: () => ask('submit', { method: 'POST' }) };
  };
  /** Sends what is required, and submits it. */
  const fulfil = async (made: MadeRequest, mark: string | number = made.id): Promise<TestResponse> => {
    const page = visit(made.url);
    for (const { id, required } of made.documents) if (required) await page.send(id, specimenPdf(mark));
    return page.submit();
  };
  return { newCompany, request, requested, read, post, entityOf, patch, history, visit, fulfil };
}
