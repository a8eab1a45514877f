import { answerOf, pagesOf, type TamisClient, tamisClient, type TamisClientOptions, TamisError } from '@tamis/client';
import { startTestApi, type TestApi } from '../../apps/api/test/support/start-test-api.js';
import { FaultyNetwork } from './faulty-network.js';

const payment = (externalId: string) => ({ externalId, type: 'PAYMENT', amount: 900, currency: 'USD' }) as const;

describe('client library on a network with faults', () => {
  let api: TestApi;
  let network: FaultyNetwork;

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());
  beforeEach(async () => {
    network = await FaultyNetwork.open(api.url);
  });
  afterEach(() => network.close());

  const client = (options: Partial<TamisClientOptions> = {}): TamisClient =>
    tamisClient({ url: network.url, key: api.production.key, ...options });
  const storedWith = async (externalId: string): Promise<number> => {
    const direct = tamisClient({ url: api.url, key: api.production.key });
    const { transactions } = await answerOf(direct.GET('/transactions', { params: { query: { externalId } } }));
    return transactions.length;
  };
  const thrownBy = (request: Promise<unknown>): Promise<unknown> =>
    request.then(
      () => null,
      (error: unknown) => error,
    );

  it('stores a payment once whose response was lost, and returns its decision', async () => {
    network.faults = [{ kind: 'lose the response' }, { kind: 'lose the response' }];
    const made = await answerOf(client().POST('/transactions', { body: payment('lost') }));
    expect(made.transaction.externalId).toBe('lost');
    expect(made.rulesResult).toMatchObject({ isNewEvaluation: false });
    expect(network.seen).toHaveLength(3);
    expect(new Set(network.seen.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
    expect(network.seen[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(await storedWith('lost')).toBe(1);
  });

  it('gives each request a key of its own, and keeps one that the caller gave', async () => {
    const tamis = client();
    await answerOf(tamis.POST('/transactions', { body: payment('a') }));
    await answerOf(tamis.POST('/transactions', { body: payment('b') }));
    const header = { 'Idempotency-Key': 'mine' };
    await answerOf(tamis.POST('/transactions', { body: payment('c'), params: { header } }));
    const keys = network.seen.map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  it('waits as long as a busy server asks, and returns what it said after the last attempt', async () => {
    network.faults = [{ kind: 'refuse', status: 503, retryAfter: '1' }];
    const begun = performance.now();
    await answerOf(client().GET('/auth/test'));
    expect(performance.now() - begun).toBeGreaterThan(950);
    network.faults = Array.from({ length: 3 }, () => ({ kind: 'refuse', status: 503, retryAfter: '0' }) as const);
    expect(await thrownBy(answerOf(client().GET('/auth/test')))).toMatchObject({ status: 503 });
    expect(network.seen).toHaveLength(5);
  });

  it.each([
    ['a quota that is exhausted', { status: 429, code: 'CREATION_CONTRACT_QUOTA_EXCEEDED' }],
    ['a limit that ends much later', { status: 429, retryAfter: '3000', code: 'RATE_LIMIT_EXCEEDED' }],
    ['an invalid request', { status: 400, code: 'VALIDATION_ERROR' }],
    ['a conflict', { status: 409, code: 'DUPLICATE_EXTERNAL_ID' }],
    ['a server error', { status: 500, code: 'INTERNAL_ERROR' }],
  ])('does not repeat a request that was refused for %s', async (_, { status, ...rest }) => {
    network.faults = [{ kind: 'refuse', status, ...rest }];
    const error = await thrownBy(answerOf(client().POST('/transactions', { body: payment('refused') })));
    expect(error).toBeInstanceOf(TamisError);
    expect(error).toMatchObject({ status, code: rest.code });
    expect(network.seen).toHaveLength(1);
  });

  it('asks again for the response to a request that is still in progress', async () => {
    network.faults = [{ kind: 'refuse', status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' }];
    await answerOf(client().POST('/transactions', { body: payment('in-progress') }));
    expect(network.seen).toHaveLength(2);
  });

  it('does not repeat a change whose response was lost, but one that a busy server refused', async () => {
    const { transaction } = await answerOf(client().POST('/transactions', { body: payment('changed') }));
    const change = (note: string) =>
      client().PATCH('/transactions/{id}', {
        params: { path: { id: transaction.id } },
        body: { metadata: { note } },
      });
    network.seen.length = 0;
    network.faults = [{ kind: 'lose the response' }];
    expect(await thrownBy(answerOf(change('lost')))).toBeInstanceOf(TypeError);
    expect(network.seen).toHaveLength(1);
    network.faults = [{ kind: 'refuse', status: 503, retryAfter: '0' }];
    await answerOf(change('refused'));
    expect(network.seen.map(({ method, key }) => [method, key])).toEqual(Array(3).fill(['PATCH', null]));
  });

  it('gives up an attempt without a response, and the whole request when the caller does', async () => {
    network.faults = [{ kind: 'stay silent' }];
    await answerOf(client({ timeoutMs: 300 }).GET('/auth/test'));
    network.faults = [{ kind: 'stay silent' }];
    const late = await thrownBy(answerOf(client({ timeoutMs: 300, retries: 0 }).GET('/auth/test')));
    expect(late).toMatchObject({ name: 'TimeoutError', message: 'the server did not respond within 300 ms' });
    network.faults = [{ kind: 'refuse', status: 503, retryAfter: '20' }];
    const stop = AbortSignal.timeout(300);
    const ended = await thrownBy(answerOf(client().GET('/auth/test', { signal: stop })));
    expect(ended).toBe(stop.reason);
    expect(network.seen).toHaveLength(4);
  });

  it('sends each request once and without a key if it may not repeat any', async () => {
    network.faults = [{ kind: 'lose the response' }];
    const once = client({ retries: 0 });
    expect(await thrownBy(answerOf(once.POST('/transactions', { body: payment('once') })))).toBeInstanceOf(TypeError);
    expect(network.seen.map(({ key }) => key)).toEqual([null]);
    expect(await storedWith('once')).toBe(1);
  });

  it('sends a file again that did not arrive', async () => {
    network.faults = [{ kind: 'lose the response' }];
    const file = new File(['type,name,country_code\nperson,Ana Souza,BR\n'], 'people.csv', { type: 'text/csv' });
    const body = { file, target: 'entity_mixed' } as const;
    expect(await answerOf(client().POST('/batch-import/validate-csv', { body }))).toMatchObject({ totalRows: 1 });
    expect(network.seen.map((each) => each.body.includes('Ana Souza'))).toEqual([true, true]);
  });

  it('reads a list page by page to its end, with each row once', async () => {
    const tamis = client();
    for (let number = 0; number < 5; number += 1)
      await answerOf(tamis.POST('/transactions', { body: { ...payment(`page-${number}`), description: 'paged' } }));
    const found: string[] = [];
    const read = (cursor: string | undefined) =>
      answerOf(tamis.GET('/transactions', { params: { query: { limit: 2, ...(cursor && { cursor }) } } }));
    for await (const { transactions } of pagesOf(read)) {
      expect(transactions.length).toBeLessThanOrEqual(2);
      found.push(...transactions.map(({ externalId }) => externalId));
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(['page-0', 'page-1', 'page-2', 'page-3', 'page-4']));
  });
});
