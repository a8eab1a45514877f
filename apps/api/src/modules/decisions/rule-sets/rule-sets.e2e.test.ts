import { publishRule } from '../../../../test/support/publish-rule.js';
import { ruleText } from '../../../../test/support/rule-samples.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('GET /rule-sets', () => {
  let api: TestApi;
  let rule: Body;
  beforeAll(async () => {
    api = await startTestApi();
    const source = 'param limit = 100 USD between 1 USD and 900 USD\n';
    expect((await api.call('/rules/library', { method: 'PUT', body: { source, ifVersion: 0 } })).status).toBe(200);
    const id = await publishRule(api, { source: ruleText('transaction.amount >= limit') });
    await api.call(`/rules/${id}`, { method: 'PATCH', body: { score: 25, reason: 'Too low' } });
    const body = { value: { $money: '200 USD' }, reason: 'A test of sets' };
    await api.call('/rules/params/limit', { method: 'PATCH', body });
    await api.call('/risk-matrices', { body: { name: 'Core', status: 'active' } });
    rule = (await api.call(`/rules/${id}`)).body.rule;
  });
  afterAll(() => api?.stop());

  const get = (path: string, key?: string): Promise<TestResponse> =>
    api.call(path, { ...(key !== undefined && { key }) });

  it('lists every rule set that decided, newest first, page by page', async () => {
    const { body } = await get('/rule-sets');
    expect(body).toMatchObject({
      success: true,
      ruleSets: [{ number: 4, deactivatedAt: null }, { number: 3 }, { number: 2, reason: 'Too low' }, { number: 1 }],
      pagination: { total: 4, hasMore: false },
    });
    const { rules: _rules, ...newest } = (await get('/rule-sets/active')).body.ruleSet;
    expect(body.ruleSets[0]).toEqual(newest);
    expect(body.ruleSets.map(({ changes }: Body) => changes)).toEqual([
      ['matrix core: added'],
      expect.arrayContaining(['param limit: {"$money":"100 USD"} → {"$money":"200 USD"}']),
      [`${rule.key}: score 10 → 25`],
      [],
    ]);
    const limit = (amount: number): object => ({ limit: { $money: `${amount} USD` } });
    expect(body.ruleSets).toMatchObject([
      { params: limit(200), library: 2, matrices: [{ key: 'core' }] },
      { params: limit(200), library: 2, matrices: [] },
      { params: limit(100), library: 1 },
      { params: limit(100), library: 1 },
    ]);
    expect(body.ruleSets[1].version).toBe(body.ruleSets[0].previousVersion);
    const first = (await get('/rule-sets?limit=3')).body.pagination;
    const rest = await get(`/rule-sets?limit=3&cursor=${first.nextCursor}`);
    expect(rest.body.ruleSets).toMatchObject([{ number: 1, previousVersion: null }]);
  });

  it('returns the rule set in force, at a time, by number, by version and by version prefix', async () => {
    const { ruleSet } = (await get('/rule-sets/active')).body;
    expect(ruleSet).toMatchObject({
      version: expect.stringMatching(/^rs_[0-9a-f]{64}$/),
      number: 4,
      rules: [{ ruleId: rule.id, key: rule.key, version: 3, status: 'active', contentHash: rule.contentHash }],
      matrices: [{ key: 'core', version: 1 }],
      params: { limit: { $money: '200 USD' } },
      lists: [],
      baseCurrency: 'USD',
      timezone: 'UTC',
      changes: ['matrix core: added'],
      periods: [{ activatedAt: ruleSet.activatedAt, deactivatedAt: null, activatedBy: api.production.apiKeyId }],
    });
    for (const name of ['4', ruleSet.version, ruleSet.version.slice(3, 15)])
      expect((await get(`/rule-sets/${name}`)).body.ruleSet).toEqual(ruleSet);
    expect((await get('/rule-sets/2')).body.ruleSet.changes).toEqual([`${rule.key}: score 10 → 25`]);
    const { activatedAt } = (await get('/rule-sets/2')).body.ruleSet;
    expect((await get(`/rule-sets/active?at=${activatedAt}`)).body.ruleSet.number).toBeLessThan(4);
  });

  it('describes in words how two rule sets differ', async () => {
    expect((await get('/rule-sets/1/diff?to=4')).body).toEqual({
      success: true,
      requestId: expect.any(String),
      rules: [{ key: rule.key, change: 'changed', from: 2, to: 3, words: ['score 10 → 25'] }],
      params: [{ name: 'limit', from: { $money: '100 USD' }, to: { $money: '200 USD' } }],
      matrices: [{ key: 'core', change: 'added', from: null, to: 1 }],
    });
  });

  it('announces every rule set that comes into force, and no publication that changes none', async () => {
    await api.call(`/rules/${rule.id}`, { method: 'PATCH', body: { description: 'In other words' } });
    const { rows } = await api.pool.query(
      `select payload from outbox_events where organization_id = $1 and event = 'rule_set.activated' order by payload ->> 'number'`,
      [api.production.organizationId],
    );
    const { ruleSets } = (await get('/rule-sets')).body;
    const activatedBy = api.production.apiKeyId;
    expect(rows.map(({ payload }) => payload)).toEqual(
      [
        { number: 1, changes: [`${rule.key}: added`, 'param limit: null → {"$money":"100 USD"}'], reason: null },
        { number: 2, changes: [`${rule.key}: score 10 → 25`], reason: 'Too low' },
        { number: 3, changes: expect.arrayContaining([`${rule.key}: changed`]), reason: 'A test of sets' },
        { number: 4, changes: ['matrix core: added'], reason: null },
      ].map((each) => {
        const { version, previousVersion } = ruleSets.find(({ number }: Body) => number === each.number);
        return { ...each, ruleSetVersion: version, previousVersion, activatedBy };
      }),
    );
  });

  it('describes how a rule set runs: its terms, cheapest first, and what rules share', async () => {
    const window = 'count(transactions from origin in last 24h) >= 3';
    const ids = [];
    for (const more of ['transaction.amount >= 7 USD', 'transaction.type = "FEE"'])
      ids.push(await publishRule(api, { source: ruleText(`${window} and ${more}`) }));
    const keys = await Promise.all(ids.map(async (id) => (await get(`/rules/${id}`)).body.rule.key));
    const { terms, sharedAggregates, totalCost } = (await get('/rule-sets/6/plan')).body;
    expect(terms.at(-1)).toMatchObject({ text: window, class: 'c3', weight: 21, usedBy: keys, order: 3 });
    expect(terms.map(({ order }: Body) => order)).toEqual([0, 1, 2, 3]);
    expect(terms.slice(0, 3).every((term: Body) => term.class === 'c0' && term.weight === 1)).toBe(true);
    expect(sharedAggregates).toEqual([{ kind: 'window', text: 'transactions by originEntityId', rules: 2 }]);
    expect(totalCost).toBeGreaterThan(21);
    for (const id of ids) await api.call(`/rules/${id}`, { method: 'DELETE' });
  });

  it('does not find rule sets of other organizations, and rejects an invalid rule set identifier', async () => {
    const { key } = api.stranger;
    const { version } = (await get('/rule-sets/active')).body.ruleSet;
    for (const path of [`/rule-sets/${version}`, '/rule-sets/active', '/rule-sets/1/diff?to=2'])
      expect(await get(path, key)).toMatchObject({ status: 404, body: { error: { code: 'RULE_SET_NOT_FOUND' } } });
    for (const name of ['99', 'rs_12', 'nothing']) expect((await get(`/rule-sets/${name}`)).status).toBe(404);
    expect((await get('/rule-sets/1/diff')).status).toBe(400);
    expect((await get('/rule-sets/active?at=today')).status).toBe(400);
    expect((await get('/rule-sets', key)).body).toMatchObject({ ruleSets: [], pagination: { total: 0 } });
  });
});
