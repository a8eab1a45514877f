import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, nextNumber, ruleText } from '../../../../test/support/rule-samples.js';
import { type TestResponse, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('the rule policy of an organization', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterEach(() => setPolicy({ requireReason: false, maxRuleCost: 300, maxMatrixCost: 3_000 }));
  afterAll(() => api?.stop());

  const setPolicy = async (rulePolicy: object): Promise<void> => {
    const path = `/organizations/${api.production.organizationId}`;
    expect((await api.call(path, { method: 'PATCH', body: { settings: { rulePolicy } } })).status).toBe(200);
  };
  const patch = (id: string, body: object): Promise<TestResponse> =>
    api.call(`/rules/${id}`, { method: 'PATCH', body });
  const reason = 'seen in three cases';

  describe('requiring a reason', () => {
    it.each([
      ['without a reason', {}, 400],
      ['for a reason of four characters', { reason: ' why ' }, 400],
      ['for a reason', { reason }, 200],
    ])('responds to publishing %s with %s', async (_, more, status) => {
      const { id } = await createRule(api, { source: ruleText() });
      await setPolicy({ requireReason: true });
      const answer = await patch(id, { status: 'active', ...more });
      expect(answer.status).toBe(status);
      if (status === 400) {
        expect(answer.body.error).toMatchObject({ code: 'REASON_REQUIRED', details: { reason: expect.any(String) } });
      }
      expect((await api.call(`/rules/${id}`)).body.rule.status).toBe(status === 200 ? 'active' : 'in_progress');
    });

    it('requires one when an active rule changes, but not for drafts, ownership or stopping a rule', async () => {
      const { id: draft } = await createRule(api, { source: ruleText() });
      const id = await publishRule(api, { source: ruleText() });
      await setPolicy({ requireReason: true });
      const asked: readonly [string, object, number][] = [
        [draft, { score: 20 }, 200],
        [id, { score: 20 }, 400],
        [id, { owner: 'Ana' }, 200],
        [id, { status: 'shadow' }, 400],
        [id, { score: 20, reason }, 200],
        [id, { enabled: false }, 200],
        [id, { enabled: true }, 400],
        [id, { status: 'inactive' }, 200],
      ];
      for (const [rule, body, status] of asked)
        expect([body, (await patch(rule, body)).status]).toEqual([body, status]);
    });

    it('requires one also when shared names or the rules of a matrix change active rules', async () => {
      const source = (limit: number): string => `const policy_limit = ${limit} USD\n`;
      const write = (limit: number, ifVersion: number, more: object = {}): Promise<TestResponse> =>
        api.call('/rules/library', { method: 'PUT', body: { source: source(limit), ifVersion, ...more } });
      expect((await write(10, 0)).status).toBe(200);
      const id = await publishRule(api, { source: ruleText('transaction.amount >= policy_limit') });
      const matrix = (await api.call('/risk-matrices', { body: { name: `Matrix ${nextNumber()}` } })).body.riskMatrix;
      const setRules = (more: object): Promise<TestResponse> =>
        api.call(`/risk-matrices/${matrix.id}/rules`, { method: 'PUT', body: { ruleIds: [id], ...more } });
      await setPolicy({ requireReason: true });
      const statuses = [
        await write(20, 1),
        await write(20, 1, { reason }),
        await setRules({}),
        await setRules({ reason }),
      ];
      expect(statuses.map(({ status }) => status)).toEqual([400, 200, 400, 200]);
      expect((await api.call(`/rules/${id}`)).body.rule.riskMatrixIds).toEqual([matrix.id]);
    });
  });

  describe('limiting the cost of rules', () => {
    const window = 'count(transactions from origin in last 24h)';
    const inMatrix = (key: string, atLeast: number): string =>
      ruleText(`${window} >= ${atLeast}`).replace('  score', `  matrix ${key}\n  score`);

    it('publishes rules within the budget and rejects others', async () => {
      const { id, cost } = await createRule(api, { source: ruleText(`${window} >= 3`) });
      await setPolicy({ maxRuleCost: cost.total - 1 });
      expect(await patch(id, { status: 'active' })).toMatchObject({
        status: 422,
        body: {
          error: { code: 'COST_EXCEEDED', details: { maxRuleCost: expect.stringContaining(`costs ${cost.total}`) } },
          cost: {
            total: cost.total,
            budget: cost.total - 1,
            dearest: [{ text: `${window} >= 3`, class: 'c3', weight: cost.total }],
          },
        },
      });
      expect((await api.call('/rules/validate', { body: { source: ruleText() } })).body.cost.budget).toBe(
        cost.total - 1,
      );
      await setPolicy({ maxRuleCost: cost.total - 1, minTests: 1 });
      expect((await patch(id, { status: 'active' })).body).toMatchObject({
        error: { code: 'EVIDENCE_MISSING', details: { minTests: expect.any(String), maxRuleCost: expect.any(String) } },
        cost: { total: cost.total, budget: cost.total - 1 },
      });
      await setPolicy({ maxRuleCost: cost.total, minTests: 0 });
      expect((await patch(id, { status: 'active' })).status).toBe(200);
    });

    it('counts the shared cost of rules in a matrix once, and keeps matrices active when the budget falls', async () => {
      const key = `costly_${nextNumber()}`;
      expect((await api.call('/risk-matrices', { body: { name: key, key } })).status).toBe(201);
      const [first, second] = [
        await createRule(api, { source: inMatrix(key, 3) }),
        await createRule(api, { source: inMatrix(key, 4) }),
      ];
      const own = first.cost.total as number;
      const shared = own + 1; // the second adds its comparison
      await setPolicy({ maxMatrixCost: own });
      expect((await patch(first.id, { status: 'active' })).status).toBe(200);
      expect(await patch(second.id, { status: 'active' })).toMatchObject({
        status: 422,
        body: { error: { code: 'COST_EXCEEDED' }, cost: { matrixTotal: shared, matrixBudget: own } },
      });
      await setPolicy({ maxMatrixCost: shared });
      expect((await patch(second.id, { status: 'active' })).status).toBe(200);
      await setPolicy({ maxMatrixCost: 1 });
      expect((await patch(first.id, { owner: 'Ana' })).status).toBe(200);
      expect((await patch(first.id, { enabled: false })).status).toBe(200);
      expect((await patch(first.id, { enabled: true })).status).toBe(422);
    });

    it('reports every requirement that is not met', async () => {
      const { id } = await createRule(api, { source: ruleText(`${window} >= 3`) });
      await setPolicy({ requireReason: true, maxRuleCost: 1 });
      const { status, body } = await patch(id, { status: 'active' });
      expect([status, body.error.code, Object.keys(body.error.details).sort()]).toEqual([
        422,
        'COST_EXCEEDED',
        ['maxRuleCost', 'reason'],
      ]);
    });
  });
});
