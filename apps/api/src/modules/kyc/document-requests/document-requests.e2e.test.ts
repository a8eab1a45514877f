import { useTestApi } from '../../../../test/support/use-test-api.js';
import { specimenPdf, useDocumentRequests } from '../../../../test/support/use-document-requests.js';
import { specimenImage } from '../../../../test/support/specimens.js';

const codeOf = ({ status, body }: { status: number; body: { code?: string; error: { code: string } } }) => [
  status,
  body.error.code ?? body.code,
];

describe('a document request', () => {
  const api = useTestApi();
  const { newCompany, request, requested, read, post, entityOf, history, visit } = useDocumentRequests(api);
  const keyOf = async (permissions: readonly string[]): Promise<string> =>
    (await api().call('/api-keys', { body: { name: permissions.join(), permissions } })).body.key;

  it('leads from the email to the uploaded files, and restores the status on submission', async () => {
    const entityId = await newCompany({ email: 'owner@quillobrandt.example' });
    const made = await request(entityId, { message: 'Please send them as PDF.', language: 'pt', expiresInHours: 72 });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        ...{ success: true, status: 'pending', entityId, emailed: true, recipientEmail: 'owner@quillobrandt.example' },
        ...{ previousStatus: 'active', statusChange: { outcome: 'set', code: null }, statusRestore: null },
        documents: [
          { label: 'Articles of incorporation', required: true },
          { label: 'Proof of address', required: false },
        ],
      },
    ]);
    expect((await entityOf(entityId)).status).toBe('awaiting_information');
    const { id, url } = made.body;
    const emails = await api().pool.query(
      `select recipient, payload from outgoing_emails where event = 'mail.document_request' and organization_id = $1`,
      [api().production.organizationId],
    );
    expect(emails.rows).toEqual([
      {
        recipient: 'owner@quillobrandt.example',
        payload: expect.objectContaining({ documents: ['Articles of incorporation', 'Proof of address'] }),
      },
    ]);
    expect(url.startsWith(emails.rows[0].payload.link)).toBe(true);
    expect(JSON.stringify(emails.rows)).not.toContain(url.split('.').at(-1));
    const page = visit(url);
    const state = await page.ask('state');
    expect(state.headers.get('set-cookie')).toBeNull();
    const [statute, address] = state.body.documents;
    expect(state.body).toEqual({
      ...{ status: 'pending', language: 'pt', organizationLanguage: 'en', organizationName: expect.any(String) },
      files: [],
      ...{ message: 'Please send them as PDF.', documents: made.body.documents, expiresAt: made.body.expiresAt },
    });
    const early = await page.submit();
    expect([early.status, Object.keys(early.body.error.details)]).toEqual([400, ['documents[0]']]);
    await page.send(statute.id, specimenPdf(1), 'wrong.pdf');
    const two = await page.send(address.id, specimenImage(5), '../../e\u202Etc/pho\u0001to\u202Egnp.png', 'image/png');
    expect(
      two.body.files.map(({ name, contentType }: { name: string; contentType: string }) => [name, contentType]),
    ).toEqual([
      ['wrong.pdf', 'application/pdf'],
      ['photognp.png', 'image/png'],
    ]);
    expect((await page.ask(`files/${two.body.files[0]!.id}`, { method: 'DELETE' })).body.files).toHaveLength(1);
    expect((await page.ask(`files/${two.body.files[0]!.id}`, { method: 'DELETE' })).status).toBe(404);
    await page.send(statute.id, specimenPdf(2), 'statute.pdf');
    // The same file sent again already exists.
    expect((await page.send(statute.id, specimenPdf(2), 'again.pdf')).body.files).toHaveLength(2);
    expect((await page.submit()).body).toEqual({ status: 'submitted' });
    expect((await entityOf(entityId)).status).toBe('active');
    const shown = await read(id);
    expect(shown).toMatchObject({
      ...{ status: 'submitted', fileCount: 2, submittedAt: expect.any(String) },
      statusRestore: { outcome: 'restored', code: null },
    });
    const gone = await Promise.all([page.ask('state'), page.submit(), page.send(statute.id, specimenPdf(3))]);
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404]);
    const path = `/api/kyc/document-requests/${id}/files/${shown.files[1]!.id}`;
    const seen = await api().call(path);
    expect([seen.status, seen.text, seen.headers.get('content-type')]).toEqual([
      ...[200, specimenPdf(2).toString(), 'application/pdf'],
    ]);
    expect(seen.headers.get('content-disposition')).toBe(`attachment; filename="${shown.files[1]!.id}.pdf"`);
    expect((await api().call(path, { key: await keyOf(['kyc:read', 'kyc:review']) })).status).toBe(403);
    const looks = await api().call(`/audit/events?event=document_request_file_viewed&resourceId=${id}`);
    expect(looks.body.events).toHaveLength(1);
    expect((await post(id, 'accept', { reason: 'as in the register' })).body).toMatchObject({
      ...{ status: 'accepted', reason: 'as in the register', statusRestore: { outcome: 'restored' } },
    });
    const moves = (await history(entityId)).slice(0, 2);
    expect(moves).toMatchObject([
      { status: 'active', previousStatus: 'awaiting_information', source: 'kyc', reason: 'documents submitted' },
      { status: 'awaiting_information', previousStatus: 'active', source: 'api', reason: 'documents were requested' },
    ]);
    const { events } = (await api().call(`/entities/${entityId}/timeline?limit=100&sortOrder=asc`)).body;
    const told = events
      .map(({ event }: { event: string }) => event)
      .filter((name: string) => /document|status/.test(name));
    expect(told).toEqual([
      ...['document_request_created', 'entity_status_changed', 'document_request_submitted', 'entity_status_changed'],
      ...['document_request_file_viewed', 'document_request_accepted'],
    ]);
  });

  it('validates the entity and the requested documents', async () => {
    const entityId = await newCompany();
    const label = 'Statute';
    const refused = await Promise.all([
      request(entityId, { documents: [] }),
      request(entityId, { documents: Array.from({ length: 21 }, (_, n) => ({ label: `${n}` })) }),
      request(entityId, { documents: [{ label }, { label }] }),
      request(entityId, { documents: [{ label: ' \t ' }] }),
      request(entityId, { documents: [{ label: 'x'.repeat(201) }] }),
      request(entityId, { documents: ['Statute'] }),
      request(entityId, { recipientEmail: 'nobody' }),
      request(entityId, { expiresInHours: 721 }),
      request(entityId, { message: 'x'.repeat(2_001) }),
      request(entityId, { language: 'no language' }),
      request(entityId, { more: 1 }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    expect((await entityOf(entityId)).status).toBe('active');
    expect(codeOf(await request('0190a0f0-0000-7000-8000-000000000001'))).toEqual([404, 'ENTITY_NOT_FOUND']);
    const device = await api().call('/entities', {
      body: { type: 'location', name: 'Shop', countryCode: 'BR', status: 'active' },
    });
    expect(codeOf(await request(device.body.entity.id))).toEqual([400, 'INVALID_ENTITY_TYPE']);
    expect((await entityOf(device.body.entity.id)).status).toBe('active');
    const foreign = await newCompany({}, api().stranger.key);
    expect(codeOf(await request(foreign))).toEqual([404, 'ENTITY_NOT_FOUND']);
    const key = await keyOf(['kyc:read']);
    expect((await request(entityId, {}, key)).body.error.requiredPermission).toBe('kyc:create');
    const { id } = await requested(entityId);
    expect((await post(id, 'accept', {}, key)).body.error.requiredPermission).toBe('kyc:review');
    expect((await post(id, 'discard')).body.error.details).toHaveProperty('reason');
    expect((await api().call('/api/kyc/document-requests', { key: await keyOf(['entities:read']) })).status).toBe(403);
  });

  it('is listed by entity and status, page by page', async () => {
    const [one, other] = [await newCompany(), await newCompany()];
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift((await requested(one)).id);
    await requested(other);
    await post(ids[0]!, 'cancel');
    const list = async (query: string) => (await api().call(`/api/kyc/document-requests?${query}`)).body;
    const first = await list(`entityId=${one}&limit=2`);
    const second = await list(`entityId=${one}&limit=2&cursor=${first.pagination.nextCursor}`);
    const listed = [...first.documentRequests, ...second.documentRequests].map(({ id }) => id);
    expect([listed, first.pagination.total]).toEqual([ids, 3]);
    const open = await list(`entityId=${one}&status=pending,submitted`);
    expect(open.documentRequests.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1));
    expect((await api().call('/api/kyc/document-requests?status=none')).status).toBe(400);
  });

  it('is emailed to its recipient, resent with a new link, and never emailed from a sandbox', async () => {
    const entityId = await newCompany();
    const silent = await requested(entityId);
    expect([silent.emailed, silent.recipientEmail]).toEqual([false, null]);
    const made = await requested(entityId, { recipientEmail: 'clerk@quillobrandt.example' });
    const again = await post(made.id, 'resend');
    expect(again.body).toMatchObject({ id: made.id, emailed: true, expiresAt: made.expiresAt });
    expect(again.body.url).not.toBe(made.url);
    const { rows } = await api().pool.query(
      `select payload ->> 'link' as link from outgoing_emails where recipient = $1`,
      ['clerk@quillobrandt.example'],
    );
    // The link in the first email is no longer valid.
    expect(rows).toHaveLength(1);
    const states = await Promise.all([made.url, again.body.url].map((url) => visit(url).ask('state')));
    expect(states.map(({ status }) => status)).toEqual([404, 200]);
    expect(codeOf(await post((await requested(entityId)).id, 'resend', { more: 1 }))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
    await post(made.id, 'cancel');
    expect(codeOf(await post(made.id, 'resend'))).toEqual([409, 'INVALID_STATUS_TRANSITION']);
    const { key } = api().sandbox;
    const tried = await requested(await newCompany({ email: 'try@quillobrandt.example' }, key), {}, key);
    expect([tried.emailed, (await visit(tried.url).ask('state')).status]).toEqual([false, 200]);
  });

  it('is created once when the request is sent twice with one idempotency key', async () => {
    const entityId = await newCompany();
    const body = { entityId, documents: [{ label: 'Statute' }] };
    const headers = { 'idempotency-key': `documents-${entityId}` };
    const both = await Promise.all([1, 2].map(() => api().call('/api/kyc/document-requests', { body, headers })));
    const again = await api().call('/api/kyc/document-requests', { body, headers });
    const ids = [...both, again].filter(({ status }) => status === 201).map(({ body: { id } }) => id);
    expect(new Set(ids).size).toBe(1);
    const listed = (await api().call(`/api/kyc/document-requests?entityId=${entityId}`)).body;
    expect(listed.pagination.total).toBe(1);
  });

  it('is rejected when the entity has the maximum number of open requests', async () => {
    const entityId = await newCompany();
    const all = await Promise.all(Array.from({ length: 22 }, () => request(entityId)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(all.filter(({ status }) => status !== 201).map(codeOf)).toEqual([
      [400, 'ITEM_LIMIT_EXCEEDED'],
      [400, 'ITEM_LIMIT_EXCEEDED'],
    ]);
    expect((await history(entityId)).filter(({ status }) => status === 'awaiting_information')).toHaveLength(1);
  });

  it('is not accessible to other organizations', async () => {
    const { key } = api().stranger;
    const made = await requested(await newCompany());
    await visit(made.url).send(made.documents[0]!.id, specimenPdf(9));
    const { files } = await read(made.id);
    const foreign = await Promise.all([
      api().call(`/api/kyc/document-requests/${made.id}`, { key }),
      api().call(`/api/kyc/document-requests/${made.id}/files/${files[0]!.id}`, { key }),
      ...['resend', 'cancel', 'accept'].map((what) => post(made.id, what, {}, key)),
      post(made.id, 'discard', { reason: 'mine' }, key),
    ]);
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 404));
    expect((await api().call('/api/kyc/document-requests', { key })).body.documentRequests).toEqual([]);
    const own = await requested(await newCompany());
    expect((await api().call(`/api/kyc/document-requests/${own.id}/files/${files[0]!.id}`)).status).toBe(404);
    expect((await read(made.id)).status).toBe('pending');
  });
});
