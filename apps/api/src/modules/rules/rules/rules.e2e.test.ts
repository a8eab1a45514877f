import { createRule, nextNumber, ruleJson, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('rules', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const patch = (id: string, body: unknown, key?: string) =>
    api.call(`/rules/${id}`, { method: 'PATCH', body, ...(key && { key }) });
  const create = (body: unknown) => createRule(api, body);

  describe('PATCH /rules/{id}', () => {
    it('replaces parts in JSON and keeps the rest, including comments and layout', async () => {
      const source = ruleText().replace('when', '// large\n  when');
      const rule = await create({ source });
      const owned = await patch(rule.id, { owner: 'Ana', score: 10 });
      expect(owned.body.rule).toMatchObject({
        source: source.replace('  score', '  owner "Ana"\n  score'),
        owner: 'Ana',
        version: 2,
        previousVersionId: expect.any(String),
      });
      const scored = await patch(rule.id, { score: 20, description: 'More' });
      expect(scored.body.rule).toMatchObject({
        score: 20,
        description: 'More',
        owner: 'Ana',
        conditions: rule.conditions,
        version: 3,
      });
      expect(scored.body.rule.source).toMatch(/score +20[^]*\/\/ large\n {2}when/);
      expect(scored.body.rule.contentHash).not.toBe(rule.contentHash);
      const cleared = await patch(rule.id, { description: null, owner: null });
      expect(cleared.body.rule).toMatchObject({
        description: '',
        owner: null,
        contentHash: scored.body.rule.contentHash,
      });
    });

    it('rejects an update based on an outdated version', async () => {
      const { id } = await create({ source: ruleText() });
      expect((await patch(id, { owner: 'a', ifVersion: 1 })).status).toBe(200);
      expect(await patch(id, { owner: 'b', ifVersion: 1 })).toMatchObject({
        status: 409,
        body: { error: { code: 'VERSION_CONFLICT', details: { currentVersion: 2 } } },
      });
      const answers = await Promise.all(Array.from({ length: 8 }, () => patch(id, { tags: ['x'], ifVersion: 2 })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    });

    const moves: readonly [string[], string, number][] = [
      [[], 'inactive', 409],
      [[], 'in_review', 200],
      [['draft'], 'active', 409],
      [['active'], 'in_progress', 409],
      [['active'], 'shadow', 200],
      [['shadow', 'inactive'], 'active', 200],
      [['archived'], 'active', 409],
      [['archived'], 'archived', 409],
    ];
    it.each(moves)('after %j, responds to a transition to %s with %i', async (before, to, status) => {
      const { id } = await create({ source: ruleText() });
      for (const step of before) expect((await patch(id, { status: step })).status).toBe(200);
      const answer = await patch(id, { status: to });
      expect(answer.status).toBe(status);
      if (status === 409)
        expect(answer.body.error).toMatchObject({
          code: 'INVALID_STATUS_TRANSITION',
          details: { to, allowed: expect.any(Array) },
        });
      await patch(id, { status: 'archived' });
    });

    it('creates a new rule set only when an active rule changes', async () => {
      const version = async (): Promise<string> => {
        const body = { externalId: `v-${nextNumber()}`, type: 'FEE', amount: 1, currency: 'USD' };
        return (await api.call('/transactions', { body })).body.rulesResult.ruleSetVersion;
      };
      const empty = await version();
      const { id, source } = await create({ source: ruleText() });
      expect(await version()).toBe(empty);
      await patch(id, { status: 'active' });
      const first = await version();
      expect(first).not.toBe(empty);
      await patch(id, { owner: 'Ana', description: 'Texts for people are not content' });
      expect(await version()).toBe(first);
      await patch(id, { score: 30 });
      const second = await version();
      expect(second).not.toBe(first);
      await patch(id, { source });
      expect(await version()).toBe(first);
      await patch(id, { enabled: false });
      expect(await version()).toBe(empty);
      await patch(id, { enabled: true });
      expect(await version()).toBe(first);
      await patch(id, { status: 'shadow' });
      expect([empty, first, second]).not.toContain(await version());
      await patch(id, { status: 'archived' });
      expect(await version()).toBe(empty);
      const { rows } = await api.pool.query(
        'select number from rule_sets where organization_id = $1 order by number desc limit 1',
        [api.production.organizationId],
      );
      expect(rows[0].number).toBeGreaterThanOrEqual(4);
    });

    it('changes nothing when it is sent back as it was answered, with defaults that its text does not state', async () => {
      const { id } = await create({ source: ruleText().replace('  score 10\n', '') });
      const { rule } = (await patch(id, { status: 'active' })).body;
      const { name, description, category, priority, score, unknown, mode, tags, scope, meta, owner, reference } = rule;
      const { targetEntityTypes, triggers, riskMatrixIds, evaluationMode, stopOnMatch, conditions, actions } = rule;
      const texts = { name, description, owner, reference, tags, meta };
      const headers = { category, priority, score, unknown, mode, scope, evaluationMode, stopOnMatch };
      const body = {
        ...texts,
        ...headers,
        targetEntityTypes,
        triggers,
        riskMatrixIds,
        let: rule.let,
        conditions,
        actions,
      };
      for (const sent of [body, { score: 0 }, { description: '', priority: 50 }]) {
        const answer = await patch(id, sent);
        expect(answer).toMatchObject({ status: 200, body: { rule: { version: 2, source: rule.source } } });
      }
      await patch(id, { status: 'archived' });
    });

    it('requires permission to publish for a change of an active rule', async () => {
      const { rows } = await api.pool.query(`select scopes from api_keys where id = $1`, [api.production.apiKeyId]);
      const { id } = await create({ source: ruleText() });
      await patch(id, { status: 'active' });
      const editor = await editorKey(api, rows[0].scopes);
      for (const body of [{ score: 99 }, { enabled: false }, { status: 'inactive' }]) {
        expect(await patch(id, body, editor)).toMatchObject({
          status: 403,
          body: { error: { code: 'FORBIDDEN', requiredPermission: 'rules:publish' } },
        });
      }
      expect((await patch(id, { owner: 'Ben' }, editor)).status).toBe(200);
      await patch(id, { status: 'archived' });
    });

    it.each<[string, unknown]>([
      ['an unknown status', { status: 'asleep' }],
      ['an unknown field', { colour: 'red' }],
      ['enabled as text', { enabled: 'yes' }],
      ['a version of 0', { ifVersion: 0 }],
      ['an array', []],
      ['text', '"x"'],
    ])('rejects %s with 400', async (_, body) => {
      const { id } = await create({ source: ruleText() });
      expect(await patch(id, body)).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    });

    it('rejects syntax and semantic errors in an active rule, which keeps deciding as before', async () => {
      const rule = await create({ source: ruleText() });
      await patch(rule.id, { status: 'active' });
      for (const source of ['rule x {', rule.source.replace('amount', 'amonut')]) {
        expect(await patch(rule.id, { source })).toMatchObject({
          status: 422,
          body: { error: { code: 'INVALID_SOURCE' } },
        });
      }
      expect((await api.call(`/rules/${rule.id}`)).body.rule).toMatchObject({ version: 2, source: rule.source });
      await patch(rule.id, { status: 'archived' });
    });
  });

  it('responds identically for a rule of another organization and an unknown one', async () => {
    const { id } = await create({ source: ruleText() });
    const key = api.stranger.key;
    for (const call of [
      (one: string) => api.call(`/rules/${one}`, { key }),
      (one: string) => patch(one, { status: 'active' }, key),
    ]) {
      const [foreign, unknown] = await Promise.all([call(id), call(unknownId)]);
      expect(foreign.status).toBe(404);
      expect(foreign.body.error).toEqual(unknown.body.error);
    }
    expect((await api.call('/rules/not-a-uuid')).status).toBe(404);
    expect((await api.call('/rules', { key })).body).toMatchObject({ rules: [], total: 0 });
  });

  describe('GET /rules', () => {
    it('paginates, filters and sorts, and excludes archived rules', async () => {
      const key = api.sandbox.key;
      for (const [name, more] of [
        ['Alpha', { category: 'aml', priority: 10, tags: ['x', 'y'] }],
        ['Beta 50%', { category: 'fraud', priority: 30, owner: 'Ana' }],
        ['Gamma', { category: 'aml', priority: 20 }],
      ] as const) {
        expect((await api.call('/rules', { key, body: ruleJson({ name, ...more }) })).status).toBe(201);
      }
      const names = async (query: string): Promise<string> => {
        const { body } = await api.call(`/rules?${query}`, { key });
        return body.rules.map((rule: Body) => rule.name[0]).join('');
      };
      expect((await api.call('/rules?pageSize=2&page=2&sortBy=name&sortOrder=asc', { key })).body).toMatchObject({
        success: true,
        rules: [{ name: 'Gamma', source: expect.any(String), conditions: expect.any(Object) }],
        total: 3,
        page: 2,
        pageSize: 2,
        totalPages: 2,
      });
      expect(await names('sortBy=priority')).toBe('BGA');
      expect(await names('category=aml&sortBy=name&sortOrder=asc')).toBe('AG');
      expect(await names('tags=x,y')).toBe('A');
      expect(await names('tags=x,z')).toBe('');
      expect(await names('owner=Ana')).toBe('B');
      expect(await names('search=50%25')).toBe('B');
      expect(await names('search=5%CC%810%25')).toBe('B');
      expect(await names('key=gamma')).toBe('G');
      expect(await names('status=active')).toBe('');
      expect(await names('targetEntityType=transaction&enabled=false')).toHaveLength(3);
      expect(await names('targetEntityType=person')).toBe('');
      expect(await names('page=9')).toBe('');
      const alpha = (await api.call('/rules?key=alpha', { key })).body.rules[0];
      const gamma = (await api.call('/rules?key=gamma', { key })).body.rules[0];
      expect(await names(`ruleIds=${gamma.id},${alpha.id.toUpperCase()}&sortBy=name&sortOrder=asc`)).toBe('AG');
      expect(await names(`ruleIds=${gamma.id}&category=fraud`)).toBe('');
      await patch(alpha.id, { status: 'archived' }, key);
      expect(await names('sortBy=name&sortOrder=asc')).toBe('BG');
      expect(await names('status=archived')).toBe('A');
    });

    it.each([
      'page=0',
      'page=x',
      'pageSize=101',
      'ruleIds=x',
      `ruleIds=${Array(101).fill(unknownId).join()}`,
      'status=asleep',
      'enabled=maybe',
      'sortBy=colour',
      'colour=red',
      'category=x',
      'riskMatrixId=1',
    ])('rejects %s with 400', async (query) => {
      expect(await api.call(`/rules?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR' } },
      });
    });
  });
});

/** Creates a key that may edit rules but not publish them. */
async function editorKey(api: TestApi, scopes: readonly string[]): Promise<string> {
  const { insertApiKey } = await import('../../../platform/auth/index.js');
  const made = await insertApiKey(api.pool, {
    organizationId: api.production.organizationId,
    name: 'editor',
    deployment: 'development',
    scopes: scopes.filter((scope) => scope !== 'rules:publish'),
    rateLimit: 1_000,
  });
  return made.key;
}
