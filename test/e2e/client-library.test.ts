import { answerOf, type ErrorCode, type TamisClient, tamisClient, TamisError } from '@tamis/client';

import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import { startTestApi, type TestApi } from '../../apps/api/test/support/start-test-api.js';

const payment = (externalId: string) => ({ externalId, type: 'PAYMENT', amount: 900, currency: 'USD' }) as const;

/** What a client does in its first minutes, by the client library, against a server. */
describe('the client library', () => {
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

  it('says who its key is', async () => {
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

  it('gets the same answer for the same key', async () => {
    const send = () =>
      answerOf(tamis.POST('/transactions', { body: payment('two'), params: { header: { 'Idempotency-Key': 'two' } } }));
    const [first, again] = [await send(), await send()];
    expect(again.transaction).toEqual(first.transaction);
    expect(again.rulesResult).toEqual(first.rulesResult);
  });

  it('reads the summary of a decision again', async () => {
    const { rulesResult } = await answerOf(tamis.POST('/transactions', { body: payment('three') }));
    const path = { id: rulesResult!.evaluationId! };
    const { evaluation } = await answerOf(tamis.GET('/evaluations/{id}', { params: { path } }));
    expect(evaluation.rulesExecutionSummary).toEqual(rulesResult!.rulesExecutionSummary);
  });

  it('throws what a request was refused with: code, fields, and the page about it', async () => {
    const body = { ...payment('four'), amount: -1 };
    const error = await refusal(answerOf(tamis.POST('/transactions', { body })));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', page: '/errors/VALIDATION_ERROR' });
    expect(error.details).toHaveProperty('amount');
    expect(error.requestId).toMatch(/\S/);
  });

  it('throws for a key that is not known, and for an answer that is none of the API', async () => {
    const stranger = tamisClient({ url: api.url, key: 'tms_development_none' });
    expect(await refusal(answerOf(stranger.GET('/auth/test')))).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    const nowhere = tamisClient({ url: `${api.url}/nowhere`, key: api.production.key });
    expect(await refusal(answerOf(nowhere.GET('/auth/test')))).toMatchObject({ status: 404 });
  });
});

/** Read by the compiler alone: each line marked as an error must be one. */
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
