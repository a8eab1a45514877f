import { answerOf, type ErrorCode, type TamisClient, tamisClient, TamisError } from '@tamis/client';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { startTestApi, type TestApi } from '../../apps/api/test/support/start-test-api.js';

const payment = (externalId: string) => ({ externalId, type: 'PAYMENT', amount: 900, currency: 'USD' }) as const;

/** The first minutes of a client that uses the client library with a server. */
describe('client library', () => {
  let api: TestApi;
  let tamis: TamisClient;

  beforeAll(async () => {
    api = await startTestApi();
    await publishRule(api, {
      source:
        'rule large "Large" { on transaction score 40 when transaction.amount >= 500 USD then alert HIGH "Large" suggest SUSPEND }',
    });
    tamis = tamisClient({ url: `${api.url}/`, key: api.production.key });
  });
  afterAll(() => api?.stop());

  const refusal = async (request: Promise<unknown>): Promise<TamisError> => {
    const error = await request.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof TamisError)) throw new Error('the request was not refused');
    return error;
  };

  it('identifies the organization of its key', async () => {
    const { apiKey } = await answerOf(tamis.GET('/auth/test'));
    expect(apiKey.organizationId).toBe(api.production.organizationId);
  });

  it('creates a payment and reads the decision, its reasons and the rules that hit', async () => {
    const { rulesResult, requestId } = await answerOf(tamis.POST('/transactions', { body: payment('one') }));
    expect(requestId).toMatch(/\S/);
    expect(rulesResult?.decision).toBe('HOLD');
    expect(rulesResult?.decisionBecause).toEqual([expect.objectContaining({ source: 'suggestion', decision: 'HOLD' })]);
    expect(rulesResult?.rulesExecutionSummary.rulesHit.map(({ ruleKey, score }) => [ruleKey, score])).toEqual([
      ['large', 40],
    ]);
  });

  it('gets the same response for the same idempotency key', async () => {
    const send = () =>
      answerOf(tamis.POST('/transactions', { body: payment('two'), params: { header: { 'Idempotency-Key': 'two' } } }));
    const [first, again] = [await send(), await send()];
    expect(again.transaction).toEqual(first.transaction);
    expect(again.rulesResult).toEqual({ ...first.rulesResult, isNewEvaluation: false });
  });

  it('reads the summary of a decision later', async () => {
    const { rulesResult } = await answerOf(tamis.POST('/transactions', { body: payment('three') }));
    const path = { id: rulesResult!.evaluationId! };
    const { evaluation } = await answerOf(tamis.GET('/evaluations/{id}', { params: { path } }));
    expect(evaluation.rulesExecutionSummary).toEqual(rulesResult!.rulesExecutionSummary);
  });

  it('throws an error with code, fields and documentation page for a rejected request', async () => {
    const body = { ...payment('four'), amount: -1 };
    const error = await refusal(answerOf(tamis.POST('/transactions', { body })));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', page: '/errors/VALIDATION_ERROR' });
    expect(error.details).toHaveProperty('amount');
    expect(error.requestId).toMatch(/\S/);
  });

  it('throws for an unknown key and for a response that does not come from the API', async () => {
    const stranger = tamisClient({ url: api.url, key: 'tms_development_none' });
    expect(await refusal(answerOf(stranger.GET('/auth/test')))).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    const nowhere = tamisClient({ url: `${api.url}/nowhere`, key: api.production.key });
    expect(await refusal(answerOf(nowhere.GET('/auth/test')))).toMatchObject({ status: 404 });
  });

  it('reads tables and texts as text, and JSON from the same route as JSON', async () => {
    const trail: string = await answerOf(tamis.GET('/audit/events/export'));
    expect(trail).toMatch(/^sequence,timestamp,/);
    const rules = await answerOf(tamis.GET('/rules/export', { params: { query: { format: 'text' } } }));
    expect(rules).toContain('rule large "Large"');
    expect(await answerOf(tamis.GET('/rules/export', { params: { query: { format: 'json' } } }))).toHaveProperty(
      'rules',
    );
    const path = { id: '00000000-0000-4000-8000-000000000000' };
    const refused = answerOf(tamis.GET('/batch-import/entity-jobs/{id}/failures.csv', { params: { path } }));
    expect(await refusal(refused)).toMatchObject({ status: 404 });
  });

  it('sends tables as form data from an object that contains a file', async () => {
    const file = new File(['type,name,country_code\nperson,Ana Souza,BR\n'], 'people.csv', { type: 'text/csv' });
    const checked = await answerOf(
      tamis.POST('/batch-import/validate-csv', { body: { file, target: 'entity_mixed', maxRowErrors: 5 } }),
    );
    expect(checked).toMatchObject({ ok: true, totalRows: 1 });
    const { jobId } = await answerOf(tamis.POST('/batch-import/import/entities', { body: { file, isClient: true } }));
    expect(jobId).toMatch(/\S/);
  });

  it('sends and receives files unchanged', async () => {
    const body = { type: 'company', name: 'Padaria Ltda', countryCode: 'BR' } as const;
    const made = await answerOf(tamis.POST('/entities', { body }));
    if (!('entity' in made)) throw new Error('a company was sent, and none was stored');
    const asked = await answerOf(
      tamis.POST('/api/kyc/document-requests', {
        body: { entityId: made.entity.id, documents: [{ label: 'Statute' }] },
      }),
    );
    const token = new URL(asked.url).pathname.split('/').at(-1)!;
    const path = { token, documentId: asked.documents[0]!.id };
    const params = { path, query: { name: 'statute.pdf' } };
    const statute = new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' });
    await answerOf(tamis.PUT('/kyc/documents/{token}/documents/{documentId}/files', { params, body: statute }));
    const { files } = await answerOf(
      tamis.GET('/api/kyc/document-requests/{id}', { params: { path: { id: asked.id } } }),
    );
    const read: Blob = await answerOf(
      tamis.GET('/api/kyc/document-requests/{id}/files/{fileId}', {
        params: { path: { id: asked.id, fileId: files[0]!.id } },
      }),
    );
    expect(await read.text()).toBe(await statute.text());
  });

  it('throws with the status if the response is a page', async () => {
    const proxy = tamisClient({
      url: api.url,
      key: api.production.key,
      fetch: async () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } }),
    });
    expect(await refusal(answerOf(proxy.GET('/auth/test')))).toMatchObject({ status: 200, code: null });
  });
});

/** Only compiled and not run: each line marked as an error must be one. */
export const completedByTypes = async (tamis: TamisClient): Promise<void> => {
  // @ts-expect-error: a path that there is not
  await tamis.GET('/transaction');
  // @ts-expect-error: a field that is misspelt, so that the right one is missing
  await tamis.POST('/transactions', { body: { externalId: 'x', type: 'PAYMENT', amount: 1, curency: 'USD' } });
  // @ts-expect-error: a value that is none of the enumeration
  await tamis.POST('/transactions', { body: { ...payment('x'), type: 'PAYMENTS' } });
  const { rulesResult } = await answerOf(tamis.POST('/transactions', { body: payment('x') }));
  // @ts-expect-error: no decision has this name
  if (rulesResult?.decision === 'DENY') return;
  // @ts-expect-error: rules have keys, not names alone
  void rulesResult?.rulesExecutionSummary.rulesHit[0]?.key;
  // @ts-expect-error: no code is written so
  const code: ErrorCode = 'VALIDATION_EROR';
  void code;
};
