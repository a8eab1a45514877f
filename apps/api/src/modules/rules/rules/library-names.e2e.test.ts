import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, nextNumber, ruleText } from '../../../../test/support/rule-samples.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('shared library names', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const send = (method: string, path: string, body?: unknown, key?: string): Promise<TestResponse> =>
    api.call(path, { method, ...(body !== undefined && { body }), ...(key !== undefined && { key }) });
  const library = async (key?: string): Promise<Body> => (await send('GET', '/rules/library', undefined, key)).body;
  const put = async (source: string): Promise<TestResponse> =>
    send('PUT', '/rules/library', { source, ifVersion: (await library()).version });
  const pay = async (amount: number): Promise<Body> =>
    (await send('POST', '/transactions', { externalId: `s-${nextNumber()}`, type: 'FEE', amount, currency: 'USD' }))
      .body;
  const setLimit = (value: unknown, more: object = {}): Promise<TestResponse> =>
    send('PATCH', '/rules/params/reporting_limit', { value, reason: 'a test of limits', ...more });

  const names = `// what everyone means by it
param reporting_limit = 10_000 USD between 1_000 USD and 50_000 USD step 500 USD
const cash = ["CASH", "CHECK"]
define near_limit(x) as x >= reporting_limit
`;

  it('start empty, and are returned as written, with the rules that use them', async () => {
    expect(await library()).toMatchObject({ success: true, source: '', version: 0, names: [] });
    const answer = await put(names);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, source: names, version: 1, affectedRules: [] },
    });
    const rule = await createRule(api, { source: ruleText('near_limit(transaction.amount)') });
    expect(rule.names).toMatchObject([
      { name: 'reporting_limit', kind: 'param', value: { $money: '10000 USD' }, from: 'library' },
      { name: 'near_limit', kind: 'define', params: ['x'], from: 'library' },
    ]);
    const read = await library();
    expect(read).toMatchObject({ source: names, version: 1 });
    expect(read.names).toContainEqual({
      name: 'reporting_limit',
      kind: 'param',
      value: { $money: '10000 USD' },
      between: [{ $money: '1000 USD' }, { $money: '50000 USD' }],
      step: { $money: '500 USD' },
      usedBy: [rule.key],
    });
    expect(read.names).toContainEqual({ name: 'cash', kind: 'const', value: ['CASH', 'CHECK'], usedBy: [] });
    expect((await library(api.stranger.key)).names).toEqual([]);
    expect((await put(names)).body).toMatchObject({ success: true, source: names, version: 1, affectedRules: [] });
    await send('PATCH', `/rules/${rule.id}`, { status: 'archived' });
  });

  it('leave tests at the default of a parameter, whatever it is set to', async () => {
    const tests = `
  test "at the limit" {
    when transaction { }
    vary transaction.amount {
      9_999.99 USD: no hit,
      10_000 USD: hit,
    }
  }
}`;
    const source = ruleText('transaction.amount >= reporting_limit').replace(/\}\s*$/, tests);
    const id = await publishRule(api, { source });
    expect((await setLimit({ $money: '9000 USD' })).status).toBe(200);
    const passes = { passed: 1, failed: 0 };
    expect((await send('POST', '/rules/test', { ruleIds: [id] })).body).toMatchObject(passes);
    expect((await send('POST', '/rules/test', { source })).body).toMatchObject(passes);
    expect((await send('PATCH', `/rules/${id}`, { score: 30 })).status).toBe(200);
    expect((await pay(9_000)).rulesResult.rulesTriggered).toBe(1);
    expect((await setLimit({ $money: '10000 USD' })).status).toBe(200);
    await send('PATCH', `/rules/${id}`, { status: 'archived' });
  });

  it('apply in evaluations: setting a parameter makes a new rule set but no new version of the rule', async () => {
    const id = await publishRule(api, { source: ruleText('near_limit(transaction.amount)') });
    const before = (await send('GET', `/rules/${id}`)).body.rule;
    const first = await pay(9_000);
    expect(first.rulesResult.rulesTriggered).toBe(0);
    const answer = await setLimit({ $money: '9000 USD' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        param: { value: { $money: '9000 USD' }, default: { $money: '10000 USD' }, changedAt: expect.any(String) },
        ruleSetVersion: expect.stringMatching(/^rs_[0-9a-f]{64}$/),
      },
    });
    const second = await pay(9_000);
    expect(second.rulesResult).toMatchObject({ rulesTriggered: 1, ruleSetVersion: answer.body.ruleSetVersion });
    expect(answer.body.ruleSetVersion).not.toBe(first.rulesResult.ruleSetVersion);
    const after = (await send('GET', `/rules/${id}`)).body.rule;
    expect(after).toMatchObject({ version: before.version, source: before.source });
    expect(after.contentHash).not.toBe(before.contentHash);
    expect(after.names[0].value).toEqual({ $money: '10000 USD' });
    expect((await send('GET', '/rules/params')).body.params).toMatchObject([
      { name: 'reporting_limit', type: 'money', value: { $money: '9000 USD' }, usedBy: [before.key] },
    ]);
    expect((await setLimit({ $money: '10000 USD' })).body.ruleSetVersion).toBe(first.rulesResult.ruleSetVersion);
    await send('PATCH', `/rules/${id}`, { status: 'archived' });
  });

  it.each<[string, unknown, object, number, string]>([
    ['below the range', { $money: '500 USD' }, {}, 422, 'PARAM_OUT_OF_RANGE'],
    ['between two steps', { $money: '1250 USD' }, {}, 422, 'PARAM_OUT_OF_RANGE'],
    ['of another type', 9_000, {}, 422, 'PARAM_OUT_OF_RANGE'],
    ['that is not a valid value', { $money: 'much' }, {}, 400, 'VALIDATION_ERROR'],
    ['without a reason', { $money: '9000 USD' }, { reason: null }, 400, 'VALIDATION_ERROR'],
  ])('reject a value %s', async (_, value, more, status, code) => {
    expect(await setLimit(value, more)).toMatchObject({ status, body: { error: { code } } });
  });

  it('reject an unknown parameter', async () => {
    const body = { value: 1, reason: 'a test of limits' };
    expect(await send('PATCH', '/rules/params/nothing', body)).toMatchObject({
      status: 404,
      body: { error: { code: 'PARAM_NOT_FOUND' } },
    });
    expect((await send('PATCH', '/rules/params/reporting_limit', body, api.stranger.key)).status).toBe(404);
  });

  it('affect every rule that uses them when changed, and cannot be removed while in use', async () => {
    const id = await publishRule(api, { source: ruleText('transaction.paymentMethod in cash') });
    const { key } = (await send('GET', `/rules/${id}`)).body.rule;
    const empty = await put(names.replace('["CASH", "CHECK"]', '["CASH"]'));
    expect(empty).toMatchObject({ status: 200, body: { affectedRules: [key] } });
    expect((await send('GET', `/rules/${id}`)).body.rule.names).toMatchObject([{ name: 'cash', value: ['CASH'] }]);
    const version = (await library()).version;
    expect(await put(names.replace(/const.*\n/, ''))).toMatchObject({
      status: 422,
      body: { error: { code: 'NAME_IN_USE', details: { cash: expect.stringContaining(key) } } },
    });
    expect(await put(names.replace(/const.*\n/, 'const cash = 7\n'))).toMatchObject({
      status: 422,
      body: { error: { code: 'INVALID_SOURCE' }, diagnostics: expect.any(Array) },
    });
    expect((await library()).version).toBe(version);
    expect((await send('PATCH', `/rules/${id}`, { status: 'archived' })).status).toBe(200);
    expect((await put(names.replace(/const.*\n/, ''))).status).toBe(200);
    expect((await put(names)).status).toBe(200);
  });

  it('must not conflict with names declared in a rule', async () => {
    const own = `const mine = 3\n\n${ruleText('transaction.amount >= mine')}`;
    const rule = await createRule(api, { source: own });
    expect(rule.names).toEqual([{ name: 'mine', kind: 'const', value: 3, from: 'source' }]);
    expect(await put(`${names}const mine = 4\n`)).toMatchObject({
      status: 422,
      body: { error: { code: 'NAME_IN_USE', details: { mine: expect.stringContaining(rule.key) } } },
    });
    const second = await api.call('/rules', {
      body: { source: `const cash = 3\n\n${ruleText('transaction.amount >= cash')}` },
    });
    expect(second.body.aiReview.findings[0]).toMatchObject({ code: 'E0206' });
  });

  it.each<[string, string, string]>([
    ['an error of syntax', 'const x =', 'INVALID_SOURCE'],
    ['an error of meaning', 'const x = nothing', 'INVALID_SOURCE'],
    ['a rule', ruleText(), 'INVALID_SOURCE'],
    ['a list that does not exist', 'list gone = "Nowhere"', 'INVALID_SOURCE'],
  ])('reject %s', async (_, source, code) => {
    expect(await put(source)).toMatchObject({ status: 422, body: { error: { code } } });
  });

  it('reject a change based on an outdated version', async () => {
    const { version } = await library();
    expect(await send('PUT', '/rules/library', { source: names, ifVersion: version - 1 })).toMatchObject({
      status: 409,
      body: { error: { code: 'VERSION_CONFLICT', details: { currentVersion: version } } },
    });
  });
});
