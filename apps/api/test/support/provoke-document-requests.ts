import { LookAfterRequests } from '../../src/modules/kyc/document-requests/use-cases/look-after-requests.js';
import type { Provocation } from './provoke-security.js';
import type { TestApi } from './start-test-api.js';
import type { useDocumentRequests } from './use-document-requests.js';
import { waitUntil } from './wait-until.js';

const everyEnd = ['submitted', 'accepted', 'discarded', 'cancelled', 'expired'];

/** Provokes all events of a document request. */
export const documentRequestProvocation = (
  api: () => TestApi,
  { newCompany, requested, read, post, fulfil }: ReturnType<typeof useDocumentRequests>,
): Provocation => [
  ['created', ...everyEnd].map((name) => `kyc.document_request_${name}`),
  async () => {
    const entityId = await newCompany();
    const submitted = await requested(entityId);
    await fulfil(submitted);
    await post(submitted.id, 'accept');
    await post((await requested(entityId)).id, 'discard', { reason: 'of another company' });
    await post((await requested(entityId)).id, 'cancel');
    const { id } = await requested(entityId);
    await api().pool.query(
      `update document_requests set due_at = now() - interval '1 second', expires_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    await waitUntil(async () => {
      await api().app.get(LookAfterRequests).endDue(new Date());
      return (await read(id)).status === 'expired';
    });
  },
];
