import { inTransaction } from '../../../platform/database/index.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const rows = [
  {
    externalId: 'a',
    type: 'PAYMENT',
    amount: 10.5,
    currency: 'USD',
    transactedAt: '2026-01-01T00:00:00.000Z',
    channel: 'web',
    originExternalId: 'ana',
    description: 'Rent 100%',
  },
  {
    externalId: 'b',
    type: 'TRANSFER',
    amount: 20,
    currency: 'BRL',
    transactedAt: '2026-01-02T00:00:00.000Z',
    status: 'SENT',
    destinationExternalId: 'ana',
  },
  {
    externalId: 'c',
    type: 'PAYMENT',
    amount: 30,
    currency: 'USD',
    transactedAt: '2026-01-03T00:00:00.000Z',
    paymentMethod: 'CARD',
    destinationName: 'Harris Inc',
  },
  {
    externalId: 'd',
    type: 'FEE',
    amount: 40,
    currency: 'USD',
    transactedAt: '2026-01-03T00:00:00.000Z',
    executeRules: false,
    reason: 'OTHER',
  },
];

describe('GET /transactions', () => {
  let api: TestApi;
  let ana: string;
  beforeAll(async () => {
    api = await startTestApi();
    const created = await api.call('/entities', {
      body: { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' },
    });
    ana = created.body.entity.id;
    for (const body of rows) expect((await api.call('/transactions', { body })).status).toBe(201);
  });
  afterAll(() => api?.stop());

  const list = async (query: string): Promise<string[]> => {
    const { status, body, text } = await api.call(`/transactions?${query}`);
    if (status !== 200) throw new Error(text);
    return body.transactions.map((transaction: Body) => transaction.externalId);
  };
  const found = async (query: string): Promise<string> => (await list(query)).sort().join('');

  it('returns the newest first, with exact amounts and both parties', async () => {
    const { body, text } = await api.call('/transactions');
    expect(body).toMatchObject({
      success: true,
      pagination: { total: 4, limit: 50, offset: 0, hasMore: false, nextCursor: null },
    });
    expect(body.transactions.map((each: Body) => each.externalId).slice(2)).toEqual(['b', 'a']);
    expect(body.transactions[3]).toMatchObject({
      origin: { name: 'Ana', type: 'person' },
      lastRiskEvaluationAt: expect.any(String),
    });
    expect(body.transactions[3]).not.toHaveProperty('statusHistory');
    expect(text).toContain('"amount":10.5,');
  });

  it.each([
    ['type=PAYMENT', 'ac'],
    ['type=PAYMENT,FEE', 'acd'],
    ['status=SENT', 'b'],
    ['paymentMethod=CARD', 'c'],
    ['currency=brl', 'b'],
    ['channel=web', 'a'],
    ['reason=OTHER', 'd'],
    ['decision=APPROVE', 'abc'],
    ['externalId=b', 'b'],
    ['amountMin=20&amountMax=30', 'bc'],
    ['amountMin=10.500000000000000001', 'bcd'],
    ['transactedFrom=2026-01-02T00:00:00Z&transactedTo=2026-01-03T00:00:00Z', 'bcd'],
    ['transactedTo=2026-01-01T01:00:00%2B01:00', 'a'],
    ['createdFrom=2999-01-01T00:00:00Z', ''],
    ['lastRiskEvaluationFrom=2000-01-01T00:00:00Z', 'abc'],
    ['riskScoreMin=0', 'abc'],
    ['riskScoreMin=0.5', ''],
    ['flagged=false', 'abcd'],
    ['search=100%25', 'a'],
    ['search=HARRIS', 'c'],
    ['search=h%C3%A1rris', 'c'],
    ['search=_', ''],
  ])('filters by %s', async (query, expected) => {
    expect(await found(query)).toBe(expected);
  });

  it('filters by an entity on either side', async () => {
    expect(await found(`entityId=${ana}`)).toBe('ab');
    expect(await found(`originEntityId=${ana}`)).toBe('a');
    expect(await found(`destinationEntityId=${ana}`)).toBe('b');
  });

  it.each([
    ['sortBy=amount&sortOrder=asc', 'abcd'],
    ['sortBy=amount', 'dcba'],
    ['sortBy=createdAt&sortOrder=asc', 'abcd'],
    ['sortBy=transactedAt&sortOrder=asc', 'ab'],
    ['sortBy=lastRiskEvaluationAt&sortOrder=asc', 'dabc'],
  ])('sorts by %s', async (query, expected) => {
    expect((await list(query)).join('')).toMatch(new RegExp(`^${expected}`));
  });

  it.each(['transactedAt', 'createdAt', 'amount', 'riskScore', 'lastRiskEvaluationAt'])(
    'returns every row once when paging by cursor in the order of %s',
    async (sortBy) => {
      for (const sortOrder of ['asc', 'desc']) {
        const seen: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const query: string = `sortBy=${sortBy}&sortOrder=${sortOrder}&limit=1${cursor && `&cursor=${cursor}`}`;
          const { body }: { body: Body } = await api.call(`/transactions?${query}`);
          seen.push(...body.transactions.map((each: Body) => each.externalId));
          cursor = body.pagination.nextCursor;
        }
        expect([...seen].sort().join('')).toBe('abcd');
        expect(seen).toEqual(await list(`sortBy=${sortBy}&sortOrder=${sortOrder}`));
      }
    },
  );

  it.each(['t.amount', 'coalesce(t.risk_score, -1)', 't.transacted_at', 't.created_at'])(
    'reads rows in the order of %s from an index under row-level security',
    async (column) => {
      const plan = await inTransaction(api.pool, api.production.organizationId, async (client) => {
        for (const other of ['sort', 'incremental_sort', 'seqscan', 'bitmapscan'])
          await client.query(`set local enable_${other} = off`);
        const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(
          `explain (costs off) select t.id from transactions t where t.organization_id = $1 order by ${column} desc, t.id desc limit 2`,
          [api.production.organizationId],
        );
        return lines.map((line) => line['QUERY PLAN']);
      });
      expect(plan.join('\n')).toMatch(/Index (Only )?Scan Backward/);
      expect(plan.filter((line) => /(^|-> +)(Incremental )?Sort\b(?! Key)/.test(line.trim()))).toEqual([]);
    },
  );

  it('paginates by offset', async () => {
    const { body } = await api.call('/transactions?sortBy=amount&sortOrder=asc&limit=2&offset=1');
    expect(body.transactions.map((each: Body) => each.externalId)).toEqual(['b', 'c']);
    expect(body.pagination).toMatchObject({ total: 4, limit: 2, offset: 1, hasMore: true });
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'offset=-1',
    'offset=10001',
    'type=GIFT',
    'type=',
    'status=sent',
    'amountMin=abc',
    'amountMin=-1',
    'transactedFrom=2026-01-01',
    'transactedFrom=2026-02-30T00:00:00Z',
    'createdTo=yesterday',
    'riskScoreMin=101',
    'flagged=perhaps',
    'entityId=ana',
    'sortBy=colour',
    'sortOrder=up',
    'cursor=xyz',
    'colour=red',
    'search=',
  ])('rejects %s with 400', async (query) => {
    expect(await api.call(`/transactions?${query}`)).toMatchObject({ status: 400, body: { success: false } });
  });

  it('rejects a cursor of another filter or organization', async () => {
    const { body } = await api.call('/transactions?limit=1');
    const cursor = body.pagination.nextCursor;
    expect((await api.call(`/transactions?limit=1&cursor=${cursor}`)).status).toBe(200);
    expect((await api.call(`/transactions?limit=1&type=FEE&cursor=${cursor}`)).body.error.code).toBe('INVALID_CURSOR');
    const inSandbox = await api.call(`/transactions?limit=1&cursor=${cursor}`, { key: api.sandbox.key });
    expect(inSandbox.body.error.code).toBe('INVALID_CURSOR');
  });

  it('returns nothing of another organization', async () => {
    for (const key of [api.stranger.key, api.sandbox.key]) {
      expect((await api.call('/transactions', { key })).body).toMatchObject({
        transactions: [],
        pagination: { total: 0 },
      });
      expect((await api.call(`/transactions?entityId=${ana}`, { key })).body.transactions).toEqual([]);
    }
  });
});
