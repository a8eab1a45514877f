import { type Body, startTestApi, type TestApi } from './support/start-test-api.js';

let made = 0;
/** A rule of its own name and key. */
const text = (condition = 'transaction.amount >= 100 USD', more = ''): string => {
  made += 1;
  return `rule rule_${made} "Rule ${made}" {\n  on transaction (created)\n  score 10\n\n  when ${condition}\n\n  then suggest FLAG\n${more}}\n`;
};

const json = (more: object = {}): Record<string, unknown> => {
  made += 1;
  return {
    name: `Rule ${made}`,
    targetEntityTypes: ['transaction'],
    conditions: { operator: 'AND', conditions: [{ field: 'amount', operator: 'gte', value: { $money: '100 USD' } }] },
    actions: [{ type: 'suggestion', suggestion: { value: 'FLAG' } }],
    ...more,
  };
};

const unknownId = '00000000-0000-7000-8000-000000000000';

describe('rules', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const post = (body: unknown) => api.call('/rules', { body });
  const patch = (id: string, body: unknown, key?: string) =>
    api.call(`/rules/${id}`, { method: 'PATCH', body, ...(key && { key }) });
  const create = async (body: unknown): Promise<Body> => {
    const answer = await post(body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.rule;
  };

  describe('POST /rules', () => {
    it('stores a text in progress and disabled, whatever is sent, and answers with both forms', async () => {
      const source = `// why\n${text()}`;
      const answer = await post({
        source,
        status: 'active',
        enabled: true,
        owner: 'Risk team',
        tags: ['a'],
        meta: { b: 1.5, a: [] },
      });
      expect(answer).toMatchObject({
        status: 201,
        body: {
          success: true,
          rule: {
            status: 'in_progress',
            enabled: false,
            version: 1,
            previousVersionId: null,
            activeVersion: null,
            source,
            score: 10,
            priority: 50,
            category: 'custom',
            unknown: 'ignore',
            targetEntityTypes: ['transaction'],
            triggers: ['transaction_created'],
            conditions: {
              operator: 'AND',
              conditions: [
                { id: 'cond-1', type: 'simple', field: 'amount', operator: 'gte', value: { $money: '100 USD' } },
              ],
            },
            actions: [{ type: 'suggestion', suggestion: { value: 'FLAG' } }],
            owner: 'Risk team',
            tags: ['a'],
            creationProvenance: { origin: 'api' },
            contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
          aiReview: { status: 'completed', verdict: 'ok', findings: [] },
        },
      });
      expect(answer.text).toContain('"meta":{"b":1.5,"a":[]}');
      expect((await api.call(`/rules/${answer.body.rule.id}`)).body.rule).toEqual(answer.body.rule);
    });

    it('writes the text of a rule that was sent as JSON, keeps the ids of conditions, and makes a key from the name', async () => {
      const conditions = {
        operator: 'OR',
        conditions: [{ id: 'mine', field: 'channel', operator: 'EQUALS', value: 'web' }],
      };
      const rule = await create(json({ name: 'Web & más, please', conditions }));
      expect(rule).toMatchObject({
        key: 'web_mas_please',
        name: 'Web & más, please',
        conditions: { conditions: [{ id: 'mine', operator: 'eq' }] },
      });
      expect(rule.source).toContain('when transaction.channel = "web"');
    });

    it('takes a record back as it was read, and names the first place where text and JSON differ', async () => {
      const { key: _key, name: _name, ...read } = await create({ source: text() });
      const again = text();
      const body = { ...read, source: again };
      expect((await post(body)).status).toBe(201);
      const other = { ...read, source: text(), score: 11 };
      expect(await post(other)).toMatchObject({
        status: 422,
        body: { error: { code: 'SOURCE_MISMATCH', details: { score: expect.any(String) } } },
      });
      const [leaf] = read.conditions.conditions;
      const conditions = { ...read.conditions, conditions: [{ ...leaf, operator: 'gt' }] };
      expect(await post({ source: text(), conditions })).toMatchObject({
        status: 422,
        body: {
          error: { code: 'SOURCE_MISMATCH', details: { 'conditions.conditions[0].operator': expect.any(String) } },
        },
      });
    });

    it('writes a header that the text lacks into the text', async () => {
      const rule = await create({ source: text(), priority: 90, category: 'aml' });
      expect(rule).toMatchObject({ priority: 90, category: 'aml' });
      expect(rule.source).toMatch(/priority +90/);
    });

    it('refuses an error of syntax with its place, and a text without or with two rules', async () => {
      const answer = await post({ source: 'rule broken "x" {\n  on transaction\n  when transaction.amount >=\n}' });
      expect(answer).toMatchObject({ status: 422, body: { success: false, error: { code: 'INVALID_SOURCE' } } });
      const [diagnostic] = answer.body.diagnostics;
      expect(diagnostic).toMatchObject({
        code: expect.stringMatching(/^E01/),
        severity: 'error',
        range: { start: { line: expect.any(Number) } },
      });
      expect(diagnostic.frame).toContain(`.rules:${diagnostic.range.start.line + 1}:`);
      for (const source of ['// nothing', text() + text(), 'list a = "b"']) {
        expect(await post({ source })).toMatchObject({ status: 422, body: { error: { code: 'INVALID_SOURCE' } } });
      }
    });

    it('stores an error of meaning with a finding that says what was probably meant', async () => {
      const { body, status } = await post({ source: text('origin.contryCode = "BR"') });
      expect(status).toBe(201);
      expect(body.aiReview).toMatchObject({ verdict: 'errors', findings: [{ code: 'E0201' }] });
      expect(JSON.stringify(body.aiReview.findings)).toContain('countryCode');
      expect(body.aiReview.findings[0].frame).toContain('origin.contryCode');
      const active = await patch(body.rule.id, { status: 'active' });
      expect(active).toMatchObject({
        status: 422,
        body: { error: { code: 'INVALID_SOURCE' }, diagnostics: [{ code: 'E0201' }] },
      });
      const put = await patch(body.rule.id, {
        source: body.rule.source.replace('contryCode', 'countryCode'),
        status: 'active',
      });
      expect(put).toMatchObject({ status: 200, body: { rule: { status: 'active', version: 2 } } });
      expect((await patch(body.rule.id, { status: 'archived' })).status).toBe(200);
    });

    it.each<[string, object, string, string]>([
      [
        'an operator',
        { conditions: { operator: 'AND', conditions: [{ field: 'amount', operator: 'gtee', value: 1 }] } },
        'INVALID_CONDITIONS',
        'conditions.conditions[0].operator',
      ],
      [
        'a key of a condition',
        { conditions: { operator: 'AND', conditions: [{ field: 'amount', operator: 'gt', value: 1, valu: 2 }] } },
        'INVALID_CONDITIONS',
        'conditions.conditions[0].valu',
      ],
      [
        'an empty group',
        { conditions: { operator: 'AND', conditions: [] } },
        'INVALID_CONDITIONS',
        'conditions.conditions',
      ],
      [
        'a named value',
        { let: [{ name: 'x', value: { $nothing: 1 } }] },
        'INVALID_CONDITIONS',
        'let[0].value.$nothing',
      ],
      ['an action', { actions: [{ type: 'sing' }] }, 'INVALID_ACTIONS', 'actions[0].type'],
      [
        'a setting of an action',
        { actions: [{ type: 'suggestion', suggestion: { value: 'HUG' } }] },
        'INVALID_ACTIONS',
        'actions[0].suggestion.value',
      ],
    ])('refuses JSON with a wrong %s, naming its path', async (_, more, code, path) => {
      const answer = await post(json(more));
      expect(answer).toMatchObject({ status: 422, body: { error: { code } } });
      expect(Object.keys(answer.body.error.details)).toContain(path);
      expect(answer.body.diagnostics).toContainEqual(expect.objectContaining({ path }));
    });

    it.each<[string, unknown, string]>([
      ['an unknown field', { source: text(), colour: 'red' }, 'colour'],
      ['nothing', {}, 'source'],
      ['JSON without a name', json({ name: undefined }), 'name'],
      ['a source that is no text', { source: 7 }, 'source'],
      ['conditions that are no object', json({ conditions: [] }), 'conditions'],
      ['actions that are no array', json({ actions: {} }), 'actions'],
      ['21 actions', json({ actions: Array(21).fill({}) }), 'actions'],
      ['an unknown category', json({ category: 'luck' }), 'category'],
      ['a priority of 0', json({ priority: 0 }), 'priority'],
      ['a score of 101', json({ score: 101 }), 'score'],
      ['a key with capitals', json({ key: 'Big' }), 'key'],
      ['an unknown target', json({ targetEntityTypes: ['planet'] }), 'targetEntityTypes'],
      ['a target that is no array', json({ targetEntityTypes: 'transaction' }), 'targetEntityTypes'],
      ['no target', json({ targetEntityTypes: [] }), 'targetEntityTypes'],
      ['asynchronous rules', json({ evaluationMode: 'async' }), 'evaluationMode'],
      ['a scope', json({ scope: { countries: ['BR'] } }), 'scope'],
      ['meta of 5 KB', json({ meta: { a: 'x'.repeat(5_000) } }), 'meta'],
      ['an unknown origin', json({ creationProvenance: { origin: 'dream' } }), 'creationProvenance.origin'],
      [
        'a name of 201 characters in the text',
        { source: `rule long "${'x'.repeat(201)}" {\n  on transaction\n  when transaction.amount > 1\n}` },
        'name',
      ],
      ['malformed JSON', '{"source": ', 'body'],
    ])('refuses %s with 400 and the field', async (_, body, field) => {
      const answer = await post(body);
      expect(answer).toMatchObject({ status: 400, body: { success: false, error: { code: 'VALIDATION_ERROR' } } });
      expect(Object.keys(answer.body.error.details)).toContain(field);
    });

    it('refuses a name, a key and an external id twice, and a risk matrix', async () => {
      const first = await create(json({ key: 'taken', externalId: 'ext-1' }));
      expect((await post(json({ name: first.name, key: 'other' }))).body.error.code).toBe('DUPLICATE_RULE_NAME');
      expect((await post(json({ key: 'taken' }))).body.error.code).toBe('DUPLICATE_RULE_KEY');
      expect(await post(json({ externalId: 'ext-1' }))).toMatchObject({
        status: 409,
        body: { error: { code: 'DUPLICATE_EXTERNAL_ID' } },
      });
      expect(await post(json({ riskMatrixId: unknownId }))).toMatchObject({
        status: 422,
        body: { error: { code: 'RISK_MATRIX_NOT_FOUND' } },
      });
      await patch(first.id, { status: 'archived' });
      expect((await post(json({ key: 'taken' }))).status).toBe(201);
    });
  });

  describe('PATCH /rules/{id}', () => {
    it('replaces parts in JSON and keeps the rest, comments too when nothing of the text changes', async () => {
      const source = text().replace('when', '// large\n  when');
      const rule = await create({ source });
      const owned = await patch(rule.id, { owner: 'Ana', score: 10 });
      expect(owned.body.rule).toMatchObject({
        source,
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
      expect(scored.body.rule.source).toMatch(/score +20/);
      expect(scored.body.rule.contentHash).not.toBe(rule.contentHash);
      const cleared = await patch(rule.id, { description: null, owner: null });
      expect(cleared.body.rule).toMatchObject({
        description: '',
        owner: null,
        contentHash: scored.body.rule.contentHash,
      });
    });

    it('refuses a version that is not the newest', async () => {
      const { id } = await create({ source: text() });
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
    it.each(moves)('after %j, a move to %s answers %i', async (before, to, status) => {
      const { id } = await create({ source: text() });
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

    it('makes a new rule set only when what runs changes', async () => {
      const version = async (): Promise<string> => {
        made += 1;
        const body = { externalId: `v-${made}`, type: 'FEE', amount: 1, currency: 'USD' };
        return (await api.call('/transactions', { body })).body.rulesResult.ruleSetVersion;
      };
      const empty = await version();
      const { id, source } = await create({ source: text() });
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

    it('needs the right to publish for a change of what is in force', async () => {
      const { rows } = await api.pool.query(`select scopes from api_keys where id = $1`, [api.production.apiKeyId]);
      const { id } = await create({ source: text() });
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
    ])('refuses %s with 400', async (_, body) => {
      const { id } = await create({ source: text() });
      expect(await patch(id, body)).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    });

    it('refuses an error of syntax and of meaning in an active rule, which keeps deciding as before', async () => {
      const rule = await create({ source: text() });
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

  it('answers a foreign rule exactly like an unknown one', async () => {
    const { id } = await create({ source: text() });
    const key = api.stranger.key;
    for (const call of [
      (one: string) => api.call(`/rules/${one}`, { key }),
      (one: string) => patch(one, { status: 'active' }, key),
    ]) {
      const [foreign, unknown] = await Promise.all([call(id), call(unknownId)]);
      expect(foreign!.status).toBe(404);
      expect(foreign!.body.error).toEqual(unknown!.body.error);
    }
    expect((await api.call('/rules/not-a-uuid')).status).toBe(404);
    expect((await api.call('/rules', { key })).body).toMatchObject({ rules: [], total: 0 });
  });

  describe('GET /rules', () => {
    it('pages, filters and sorts, and leaves archived rules out', async () => {
      const key = api.sandbox.key;
      for (const [name, more] of [
        ['Alpha', { category: 'aml', priority: 10, tags: ['x', 'y'] }],
        ['Beta 50%', { category: 'fraud', priority: 30, owner: 'Ana' }],
        ['Gamma', { category: 'aml', priority: 20 }],
      ] as const) {
        expect((await api.call('/rules', { key, body: json({ name, ...more }) })).status).toBe(201);
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
      expect(await names('key=gamma')).toBe('G');
      expect(await names('status=active')).toBe('');
      expect(await names('targetEntityType=transaction&enabled=false')).toHaveLength(3);
      expect(await names('targetEntityType=person')).toBe('');
      expect(await names('page=9')).toBe('');
      const alpha = (await api.call('/rules?key=alpha', { key })).body.rules[0];
      await patch(alpha.id, { status: 'archived' }, key);
      expect(await names('sortBy=name&sortOrder=asc')).toBe('BG');
      expect(await names('status=archived')).toBe('A');
    });

    it.each([
      'page=0',
      'page=x',
      'pageSize=101',
      'status=asleep',
      'enabled=maybe',
      'sortBy=colour',
      'colour=red',
      'category=x',
      'riskMatrixId=1',
    ])('refuses %s with 400', async (query) => {
      expect(await api.call(`/rules?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR' } },
      });
    });
  });
});

/** A key that may edit rules and not publish them. */
async function editorKey(api: TestApi, scopes: readonly string[]): Promise<string> {
  const { insertApiKey } = await import('../src/platform/auth/index.js');
  const made = await insertApiKey(api.pool, {
    organizationId: api.production.organizationId,
    name: 'editor',
    deployment: 'development',
    scopes: scopes.filter((scope) => scope !== 'rules:publish'),
    rateLimit: 1_000,
  } as Parameters<typeof insertApiKey>[1]);
  return made.key;
}
