import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, ruleJson, unknownId } from '../../../../test/support/rule-samples.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const text = (key: string, when: string, then: string, more = ''): string => `rule ${key} "${key}" {
  on transaction (created)
  score 40${more}
  when ${when}
  then ${then}
}
`;

describe('on-demand execution of single rules', () => {
  let api: TestApi;
  let payments: readonly Body[];
  let ana: string;
  let large: string;
  let draft: string;

  const execute = (rule: string, body: object, key?: string): Promise<TestResponse> =>
    api.call(`/rules/${rule}/execute`, { body, ...(key !== undefined && { key }) });
  const unsaved = (body: object): Promise<TestResponse> => api.call('/rules/execute', { body });
  const stored = async (): Promise<number> => (await api.call('/evaluations')).body.pagination.total as number;
  const paymentNow = async (at: number): Promise<Body> =>
    (await api.call(`/transactions/${payments[at]!.id}`)).body.transaction;

  beforeAll(async () => {
    api = await startTestApi();
    const person = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' };
    await api.call('/entities', { body: person });
    const made: Body[] = [];
    for (const amount of [10, 400, 800]) {
      const body = {
        externalId: `p-${amount}`,
        type: 'PAYMENT',
        amount,
        currency: 'USD',
        originExternalId: 'ana',
        transactedAt: `2026-03-01T10:0${made.length}:00Z`,
      };
      made.push((await api.call('/transactions', { body })).body.transaction);
    }
    payments = made;
    ana = made[0]!.originEntityId;
    const then = 'alert HIGH "{transaction.amount} paid"\n       set status of transaction to SUSPENDED';
    large = await publishRule(api, { source: text('large', 'transaction.amount >= 500 USD', then) });
    draft = (await createRule(api, { source: text('draft', 'transaction.channel = "web"', 'suggest BLOCK') })).id;
  });
  afterAll(() => api?.stop());

  it.each([
    ['a draft that is unknown', () => draft, 2, { outcome: 'unknown', matched: false, score: 0 }, 'skipped'],
    ['a rule that hits', () => large, 2, { outcome: 'hit', matched: true, score: 40 }, 'would_execute'],
    ['a rule that misses', () => large, 1, { outcome: 'no_hit', matched: false, score: 0 }, 'skipped'],
  ])('in test mode reports what %s would do, and stores nothing', async (_, rule, at, expected, action) => {
    const [runs, payment] = [await stored(), await paymentNow(at)];
    const { status, body } = await execute(rule(), {
      transactionId: payments[at]!.id,
      testMode: true,
      includeDebug: true,
    });
    expect([status, body]).toMatchObject([200, { ...expected, evaluationId: null }]);
    expect(body.actions.map(({ status: of }: Body) => of)).toEqual(body.actions.map(() => action));
    expect(body.conditions).toMatchObject({ operator: 'AND', conditions: [{ id: 'cond-1' }] });
    expect(body.trace).toMatchObject({ id: '0', kind: 'test' });
    expect([await stored(), await paymentNow(at)]).toEqual([runs, payment]);
  });

  it('reports what would make the rules hit', async () => {
    const { body } = await execute(large, { transactionId: payments[1]!.id, testMode: true });
    expect(body.wouldHitIf).toEqual([expect.stringContaining('500 USD')]);
    expect(body.conditions.conditions).toMatchObject([{ outcome: 'false', expectedValue: { $money: '500 USD' } }]);
    expect(body.trace).toBeUndefined();
  });

  it('runs their actions and is stored, without changing the decision and score of the record', async () => {
    const before = await paymentNow(2);
    const { status, body } = await execute(large, { transactionId: before.id });
    expect([status, body]).toMatchObject([
      200,
      { outcome: 'hit', actions: [{ status: 'executed' }, { status: 'executed' }] },
    ]);
    expect(await paymentNow(2)).toMatchObject({
      status: 'SUSPENDED',
      decision: before.decision,
      riskScore: before.riskScore,
      lastEvaluationId: before.lastEvaluationId,
    });
    const { evaluation } = (await api.call(`/evaluations/${body.evaluationId}?include=trace`)).body;
    expect(evaluation).toMatchObject({
      evaluationType: 'MANUAL',
      trigger: 'manual_evaluation',
      trace: [{ ruleId: large }],
    });
    expect(evaluation.ruleSetVersion).toBe(body.ruleSetVersion);
    const alerts = (await api.call('/intelligence/alerts')).text;
    expect(alerts).toContain('800.00 USD paid');
    const replay = await api.call(`/evaluations/${body.evaluationId}/replay`, { body: {} });
    expect(replay.body).toMatchObject({ equal: true, differences: [] });
  });

  it.each([
    ['a rule not in force', () => [draft, { transactionId: payments[0]!.id }], 409, 'RULE_NOT_ACTIVE'],
    ['a version that is not there', () => [large, { transactionId: payments[0]!.id, version: 7 }], 404, 'NOT_FOUND'],
    ['two records', () => [large, { transactionId: payments[0]!.id, entityId: ana }], 400, 'VALIDATION_ERROR'],
    ['no record', () => [large, {}], 400, 'VALIDATION_ERROR'],
    ['a record the rule is not about', () => [large, { entityId: ana }], 400, 'INVALID_ENTITY_TYPE'],
    ['a record nobody has', () => [large, { transactionId: unknownId }], 404, 'NOT_FOUND'],
  ] as [string, () => [string, object], number, string][])('rejects %s', async (_, asked, status, code) => {
    const answer = await execute(...asked());
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('requires permission to read the record', async () => {
    const body = { name: 'some', permissions: ['rules:execute'] };
    const { key } = (await api.call('/api-keys', { body })).body;
    expect((await execute(large, { transactionId: payments[0]!.id, testMode: true }, key)).status).toBe(403);
  });

  it.each([
    ['the newest', { recent: 2 }, [2, 1], { hit: 1, noHit: 1, unknown: 0 }],
    ['chosen ones', () => ({ records: [payments[0]!.id, payments[2]!.id] }), [0, 2], { hit: 1, noHit: 1, unknown: 0 }],
    ['one', () => ({ on: { transactionId: payments[2]!.id } }), [2], { hit: 1, noHit: 0, unknown: 0 }],
  ])('runs unsaved rules on %s', async (_, chosen, ats, counts) => {
    const runs = await stored();
    const source = text('new_one', 'transaction.amount >= 500 USD', 'suggest BLOCK');
    const { status, body } = await unsaved({ source, ...(typeof chosen === 'function' ? chosen() : chosen) });
    expect([status, body]).toMatchObject([200, { ruleSetCandidate: true, counts }]);
    expect(body.results.map(({ recordId }: Body) => recordId)).toEqual(ats.map((at) => payments[at]!.id));
    expect(body.results.at(-1).decision).toBe(ats.at(-1) === 2 ? 'REJECT' : 'APPROVE');
    expect(await stored()).toBe(runs);
  });

  it('rejects too many unsaved rules for too many records at once', async () => {
    const several = (count: number): string =>
      Array.from({ length: count }, (_, index) => text(`r_${index}`, 'true', 'suggest FLAG')).join('\n');
    const records = Array.from({ length: 30 }, () => payments[0]!.id);
    expect(await unsaved({ source: several(400), records })).toMatchObject({
      status: 400,
      body: { error: { code: 'TOO_MANY_ITEMS' } },
    });
    expect(await unsaved({ source: several(400), records: records.slice(29) })).toMatchObject({ status: 200 });
  });

  it('treats null as an omitted field for unsaved rules', async () => {
    const nothing = { on: null, records: null, params: null, includeDebug: null, conditions: null };
    const ran = await api.call('/rules/execute', {
      body: { ...nothing, source: text('always', 'true', 'suggest FLAG'), recent: 1 },
    });
    expect(ran.status).toBe(200);
    const flips = await api.call('/rules/flips', {
      body: { source: text('always', 'true', 'suggest FLAG'), evaluationIds: null, recent: null, params: null },
    });
    expect(flips.status).toBe(200);
  });

  it('runs unsaved rules as a whole rule set, with windows and other parameter values', async () => {
    const source = `param floor = 500 USD between 1 USD and 1_000 USD
${text('above', 'transaction.amount >= floor', 'suggest FLAG')}
${text('often', 'count(transactions from origin in last 24h) >= 3', 'suggest SUSPEND')}`;
    const on = { transactionId: payments[1]!.id };
    const outcomes = async (more: object): Promise<unknown> =>
      (await unsaved({ source, on, ...more })).body.results?.map(({ ruleKey, outcome }: Body) => [ruleKey, outcome]);
    expect(await outcomes({})).toEqual([
      ['above', 'no_hit'],
      ['often', 'no_hit'],
    ]);
    expect(await outcomes({ params: { floor: { $money: '300 USD' } } })).toContainEqual(['above', 'hit']);
    expect(await unsaved({ source, on, params: { other: 1 } })).toMatchObject({ status: 400 });
    const last = await unsaved({ source, on: { transactionId: payments[2]!.id } });
    expect(last.body).toMatchObject({ counts: { hit: 2 }, results: [{ decision: 'HOLD' }, { decision: 'HOLD' }] });
  });

  it('reads all data that is sent for a company', async () => {
    const company = {
      ...{ legalNature: 'Limitada', companySize: 'small', website: 'https://firm.example', email: 'a@firm.example' },
      ...{ phone: '+551133334444', address: { street: 'Rua A' }, city: 'Santos', state: 'SP', country: 'BR' },
      ...{
        postalCode: '11000-000',
        shareCapital: 5_000,
        currency: 'BRL',
        revenueCurrency: 'USD',
        taxRegime: 'simples',
      },
      ...{ isPubliclyTraded: false, stockTicker: 'FRM3', activityStartDate: '2020-05-01' },
      legalRepresentative: { name: 'Eva', taxId: '123' },
    };
    const body = { type: 'company', name: 'Firm', countryCode: 'BR', entityData: { company } };
    const { id } = (await api.call('/entities', { body })).body.entity as { id: string };
    const written: Readonly<Record<string, string>> = {
      address: 'company.address.street = "Rua A"',
      isPubliclyTraded: 'not company.isPubliclyTraded',
      shareCapital: 'company.shareCapital >= 5000',
      activityStartDate: 'company.activityStartDate is before 2021-01-01',
      legalRepresentative: 'company.legalRepresentative.name = "Eva"',
    };
    const conditions = Object.entries(company).map(
      ([name, value]) => written[name] ?? `company.${name} = ${JSON.stringify(value)}`,
    );
    const source = conditions.map((when, at) => `rule seen_${at} "Seen ${at}" {\n  on company\n  when ${when}\n}\n`);
    const { body: ran } = await unsaved({ source: source.join('\n'), on: { entityId: id } });
    expect(ran.diagnostics.filter(({ severity }: Body) => severity === 'error')).toEqual([]);
    expect(ran.counts).toEqual({ hit: conditions.length, noHit: 0, unknown: 0 });
  });

  it('accepts unsaved rules as JSON, and rejects them when they have errors', async () => {
    expect((await unsaved({ ...ruleJson(), on: { transactionId: payments[2]!.id } })).body.counts.hit).toBe(1);
    const source = text('wrong', 'transaction.amont >= 500 USD', 'suggest BLOCK');
    const wrong = await unsaved({ source, recent: 1 });
    expect(wrong).toMatchObject({ status: 422, body: { error: { code: 'INVALID_SOURCE' } } });
    expect(wrong.body.diagnostics).not.toHaveLength(0);
    const right = text('right', 'transaction.amount >= 500 USD', 'suggest BLOCK');
    expect((await unsaved({ source: right })).status).toBe(400);
    expect((await unsaved({ source: right, on: { entityId: ana } })).status).toBe(400);
  });
});
