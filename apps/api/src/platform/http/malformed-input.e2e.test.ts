import { ruleJson } from '../../../test/support/rule-samples.js';
import { startTestApi, type TestApi } from '../../../test/support/start-test-api.js';

let sent = 0;
const payment = (more: object = {}): object => ({
  externalId: `odd-${(sent += 1)}`,
  type: 'PAYMENT',
  amount: 10,
  currency: 'USD',
  ...more,
});

describe('malformed input', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  it.each([
    'priority 1.5',
    'priority 0',
    'priority 99999999999999999999999999999999999999999',
    'score 0.123456789012345678901234567890123456789',
    'score -1000',
    'category luck',
    'mode sleepy',
    'unknown maybe',
    'score 1\n  score 2',
    `description "${'é'.repeat(2_000)}"`,
    'tags ["a"]',
    'matrix kyt',
    'effective from 2026-01-01',
  ])('never causes a 500 in a rule with the header %s', async (header) => {
    const number = (sent += 1);
    const source = `rule odd_${number} "Odd ${number}" {\n  on transaction (created)\n  ${header}\n  when transaction.amount > 1 USD\n}`;
    const created = await api.call('/rules', { body: { source } });
    expect([201, 400, 422]).toContain(created.status);
    if (created.status !== 201) return;
    const active = await api.call(`/rules/${created.body.rule.id}`, { method: 'PATCH', body: { status: 'active' } });
    expect([200, 422]).toContain(active.status);
    expect((await api.call('/transactions', { body: payment() })).status).toBe(201);
  });

  it.each([
    'rule',
    '{',
    'rule a "b" { on transaction when ((((((((((((((((((((((((((((((((((((((((true)))) }',
    `rule a "b" { on transaction when ${'not '.repeat(5_000)}true }`,
    `rule a "b" { on transaction when ${'1 + '.repeat(20_000)}1 > 0 }`,
    'rule __proto__ "b" { on transaction when transaction.amount > 1 }',
    'rule constructor "c" { on transaction when transaction.constructor = "x" }',
    'rule x "d" { on transaction when transaction.metadata["__proto__"].a = "x" then alert LOW "{transaction.metadata.a}" once per transaction.metadata.b }',
    'rule y "e" { on transaction when origin.taxId in list "no such list" then add origin.taxId to list "none" }',
    '\u202e rule z "f" { }',
    '\ufeffrule bom "g" { on transaction when transaction.amount > 1 }',
  ])('never causes a 500 in rule source %#', async (source) => {
    const { status, body } = await api.call('/rules', { body: { source } });
    expect([201, 400, 422]).toContain(status);
    if (status !== 201) return;
    const active = await api.call(`/rules/${body.rule.id}`, { method: 'PATCH', body: { status: 'active' } });
    expect([200, 422]).toContain(active.status);
    const odd = payment({ metadata: { a: 1, b: [2], constructor: 'Acme' } });
    expect((await api.call('/transactions', { body: odd })).status).toBe(201);
  });

  it.each<[string, unknown]>([
    [
      'a deep group',
      Array.from({ length: 30 }).reduce((inner) => ({ operator: 'AND', conditions: [inner] }), {
        field: 'amount',
        operator: 'gt',
        value: 1,
      }),
    ],
    ['a group of numbers', { operator: 'AND', conditions: [1, null, 'x', []] }],
    ['a field that is a number', { field: 7, operator: 'eq', value: 1 }],
    [
      'a constructor as field',
      { operator: 'AND', conditions: [{ field: 'constructor.name', operator: 'eq', value: 'x' }] },
    ],
    [
      'a value of another world',
      { operator: 'AND', conditions: [{ field: 'amount', operator: 'eq', value: { $money: 'lots' } }] },
    ],
    ['200 leaves', { operator: 'OR', conditions: Array(200).fill({ field: 'channel', operator: 'eq', value: 'x' }) }],
    ['an empty object', {}],
  ])('never causes a 500 in conditions with %s', async (_, conditions) => {
    const { status } = await api.call('/rules', { body: ruleJson({ conditions }) });
    expect([201, 400, 422]).toContain(status);
  });

  it.each([
    'transactedFrom=0000-01-01T00:00:00Z',
    'transactedTo=9999-12-31T23:59:59-23:59',
    'createdFrom=2026-01-01T00:00:00%2B23:59',
    'lastRiskEvaluationTo=0001-01-01T00:00:00.123456789%2B10:00',
    'search=%5C',
    'search=%25%25%27;--',
    'search=%ED%A0%80',
    'externalId=%F0%9F%92%A9',
    'type=PAYMENT&type=FEE',
    'limit=1&limit=2',
    'cursor=W10',
    'cursor=bnVsbA',
    'amountMax=000000000000000000.5',
    '__proto__=1',
    'constructor=1',
  ])('never causes a 500 in the list query %s', async (query) => {
    expect([200, 400]).toContain((await api.call(`/transactions?${query}`)).status);
    expect([200, 400]).toContain((await api.call(`/rules?${query}`)).status);
  });

  const edges = [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+10:00',
    '9999-12-31T23:59:59-10:00',
    '2026-01-01T00:00:00+16:00',
  ];

  it.each([
    ...['/billing/ledger', '/screening-matches/decisions/export'].flatMap((path) => [`${path}?from=`, `${path}?to=`]),
    ...['createdFrom', 'createdTo'].map((name) => `/intelligence/alerts?${name}=`),
  ])('is rejected with 400 for times outside the database range in %s', async (query) => {
    for (const time of edges) expect((await api.call(query + encodeURIComponent(time))).status).toBe(400);
    for (const time of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-01-01T00:00:00+15:59'])
      expect((await api.call(query + encodeURIComponent(time))).status).toBe(200);
  });

  it('is rejected with 400 for days outside the database range', async () => {
    expect((await api.call('/currency-rates?from=0000-12-31')).status).toBe(400);
    expect((await api.call('/currency-rates?from=0001-01-01')).status).toBe(200);
  });

  it.each(edges)('is rejected with 400 for an entity registered at %s', async (registrationDate) => {
    const body = { type: 'person', name: 'Ana', countryCode: 'BR', registrationDate };
    expect((await api.call('/entities', { body })).status).toBe(400);
  });

  it.each<object>([
    { transactedAt: '0000-01-01T00:00:00Z' },
    { transactedAt: '9999-12-31T23:59:59-23:59' },
    { transactedAt: '2026-01-01T00:00:00+23:59' },
    { metadata: { constructor: { prototype: 1 }, toString: 'x', '': 1 } },
    { metadata: { text: '\u2028 ‮ 💩' } },
    { channel: '', description: '', category: '' },
    { originDetails: {}, destinationDetails: {}, deviceDetails: {}, locationDetails: {} },
    { originTaxId: '---' },
    { originDetails: { taxId: '' } },
    { reason: null, status: null, metadata: null, originEntityId: null, executeRules: null },
    { riskMatrixIds: null, riskMatrixId: null },
  ])('never causes a 500 in the payment %j', async (more) => {
    const created = await api.call('/transactions', { body: payment(more) });
    expect([201, 400]).toContain(created.status);
    if (created.status !== 201) return;
    const read = await api.call(`/transactions/${created.body.transaction.id}?includeRulesSummary=full`);
    expect(read.status).toBe(200);
    expect(read.body.transaction).toEqual(created.body.transaction);
  });

  it('is rejected with 400 for a day or a time in the year 0', async () => {
    const rate = { base: 'USD', quote: 'BRL', date: '0000-12-31', rate: 5 };
    expect((await api.call('/currency-rates', { method: 'PUT', body: { rates: [rate] } })).status).toBe(400);
    expect((await api.call('/currency-rates?from=0000-12-31')).status).toBe(400);
    const list = await api.call('/data-lists', { body: { name: 'Year 0', type: 'custom', source: 'manual_entry' } });
    const items = [{ primaryValue: 'a', expiresAt: '0000-12-31T23:59:59Z' }];
    expect((await api.call(`/data-lists/${list.body.data.id}/items`, { body: { items } })).status).toBe(400);
  });

  it('is rejected with 415 or 405 for a body with the wrong content type or method', async () => {
    expect(
      (await api.call('/transactions', { body: '<a/>', headers: { 'content-type': 'application/xml' } })).status,
    ).toBe(415);
    for (const method of ['PUT', 'DELETE']) {
      expect((await api.call('/rules', { method, body: {} })).status).toBe(405);
      expect((await api.call('/transactions', { method, body: {} })).status).toBe(405);
    }
  });
});
