import { createRule, nextNumber, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('risk matrices', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const send = (method: string, path: string, body?: unknown, key?: string): Promise<TestResponse> =>
    api.call(path, { method, ...(body !== undefined && { body }), ...(key !== undefined && { key }) });
  const create = async (more: object = {}): Promise<Body> => {
    const answer = await send('POST', '/risk-matrices', { name: `Matrix ${nextNumber()}`, ...more });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.riskMatrix;
  };
  const inMatrix = (key: string, score = 40): string =>
    ruleText().replace('score 10', `matrix ${key}\n  score ${score}`).replace('then suggest FLAG', 'then key "hit"');
  const archive = (id: string): Promise<TestResponse> => send('DELETE', `/risk-matrices/${id}?force=true`);

  describe('POST and PATCH', () => {
    it('stores a draft with defaults for omitted fields, and a key derived from the name', async () => {
      const answer = await send('POST', '/risk-matrices', { name: 'KYT & core' });
      expect(answer).toMatchObject({
        status: 201,
        body: {
          success: true,
          usingDefaultStrategy: true,
          riskMatrix: {
            key: 'kyt_core',
            name: 'KYT & core',
            description: '',
            category: 'custom',
            status: 'draft',
            targetEntityTypes: ['person', 'company', 'transaction', 'user_event'],
            version: 1,
            scoringConfig: {
              minScore: 0,
              maxScore: 100,
              thresholds: { low: 30, medium: 60, high: 80 },
              aggregation: 'sum',
            },
            decisions: null,
            ruleCount: 0,
            activeRuleCount: 0,
          },
        },
      });
      const { id } = answer.body.riskMatrix as { id: string };
      const decisions = [
        { decision: 'APPROVE', from: null },
        { decision: 'HOLD', from: 60 },
      ];
      expect(await send('PATCH', `/risk-matrices/${id}`, { decisions, tags: ['a'], ifVersion: 1 })).toMatchObject({
        status: 200,
        body: { riskMatrix: { decisions, tags: ['a'], name: 'KYT & core', version: 2 } },
      });
      const read = (await send('GET', `/risk-matrices/${id}`)).body.riskMatrix;
      expect((await send('PUT', `/risk-matrices/${id}`, read)).body.riskMatrix).toMatchObject({
        decisions,
        version: 2,
      });
      expect(await send('PUT', `/risk-matrices/${id}`, { name: 'Other', ifVersion: 1 })).toMatchObject({
        status: 409,
        body: { error: { code: 'VERSION_CONFLICT', details: { currentVersion: 2 } } },
      });
    });

    it('keeps the numbers of a scoring configuration that a change omits, and returns to defaults on null', async () => {
      const scoringConfig = { minScore: -10, maxScore: 90, thresholds: { low: 5, medium: 6, high: 7 } };
      const { id } = await create({ scoringConfig });
      const scoring = async (sent: object | null): Promise<unknown> =>
        (await send('PATCH', `/risk-matrices/${id}`, { scoringConfig: sent })).body.riskMatrix.scoringConfig;
      expect(await scoring({ thresholds: { high: 80 } })).toMatchObject({
        ...scoringConfig,
        thresholds: { low: 5, medium: 6, high: 80 },
      });
      expect(await scoring({ maxScore: 200 })).toMatchObject({
        ...{ minScore: -10, maxScore: 200 },
        thresholds: { low: 5, medium: 6, high: 80 },
      });
      expect(await scoring({ minScore: null, thresholds: null })).toMatchObject({
        ...{ minScore: 0, maxScore: 200 },
        thresholds: { low: 30, medium: 60, high: 80 },
      });
      expect(await scoring(null)).toMatchObject({ minScore: 0, maxScore: 100 });
    });

    it.each<[string, object, number, string, string]>([
      ['no name', { name: null }, 400, 'VALIDATION_ERROR', 'name'],
      ['a name without letters and no key', { name: '!!' }, 400, 'VALIDATION_ERROR', 'key'],
      ['an unknown field', { colour: 'red' }, 400, 'VALIDATION_ERROR', 'colour'],
      ['a status that only DELETE gives', { status: 'archived' }, 400, 'VALIDATION_ERROR', 'status'],
      ['no target', { targetEntityTypes: [] }, 400, 'VALIDATION_ERROR', 'targetEntityTypes'],
      [
        'another aggregation',
        { scoringConfig: { aggregation: 'max' } },
        400,
        'VALIDATION_ERROR',
        'scoringConfig.aggregation',
      ],
      [
        'a score trigger without a condition',
        { triggers: [{ name: 'x' }] },
        400,
        'VALIDATION_ERROR',
        'triggers[0].condition',
      ],
      [
        'an event there is none of',
        { evaluationTriggers: [{ event: 'x', enabled: true }] },
        400,
        'VALIDATION_ERROR',
        'evaluationTriggers[0].event',
      ],
      [
        'fields watched on a creation',
        { evaluationTriggers: [{ event: 'entity_created', enabled: true, watchFields: ['name'] }] },
        400,
        'VALIDATION_ERROR',
        'evaluationTriggers[0].watchFields',
      ],
      [
        'a scale that does not rise',
        { scoringConfig: { minScore: 100 } },
        422,
        'INVALID_SCORING_CONFIG',
        'scoringConfig',
      ],
      [
        'thresholds that do not rise',
        { scoringConfig: { thresholds: { low: 60, medium: 60, high: 80 } } },
        422,
        'INVALID_SCORING_CONFIG',
        'scoringConfig',
      ],
      ['thresholds off the scale', { scoringConfig: { maxScore: 50 } }, 422, 'INVALID_SCORING_CONFIG', 'scoringConfig'],
      [
        'bands that do not rise with their strength',
        {
          decisions: [
            { decision: 'REJECT', from: 30 },
            { decision: 'HOLD', from: 60 },
          ],
        },
        422,
        'INVALID_DECISIONS',
        'decisions',
      ],
      [
        'two decisions below all others',
        { decisions: [{ decision: 'APPROVE' }, { decision: 'HOLD' }] },
        422,
        'INVALID_DECISIONS',
        'decisions[1].from',
      ],
      [
        'a lowest decision that is not the weakest',
        {
          decisions: [
            { decision: 'HOLD', from: null },
            { decision: 'REVIEW_REQUIRED', from: 60 },
          ],
        },
        422,
        'INVALID_DECISIONS',
        'decisions[0]',
      ],
    ])('rejects %s', async (_, body, status, code, path) => {
      const answer = await send('POST', '/risk-matrices', { name: `Matrix ${nextNumber()}`, ...body });
      expect(answer).toMatchObject({ status, body: { success: false, error: { code } } });
      expect(Object.keys(answer.body.error.details)).toContain(path);
    });

    it.each([
      ['nmae', 'name'],
      ['entity.name', 'name'],
      ['company.tradeName', 'entityData.company.tradeName'],
      ['dateOfBirth', 'entityData.person.dateOfBirth'],
      ['isPep', 'entityData.person.isPep'],
    ])('rejects watching %s, which no entity has, and suggests %s', async (path, meant) => {
      const watching = (watchFields: string[]): Promise<TestResponse> =>
        send('POST', '/risk-matrices', {
          name: `Matrix ${nextNumber()}`,
          evaluationTriggers: [{ event: 'entity_updated', enabled: true, watchFields }],
        });
      const answer = await watching(['name', path]);
      expect([answer.status, answer.body.error.details]).toEqual([
        400,
        { 'evaluationTriggers[0].watchFields[1]': expect.stringContaining(`\`${meant}\``) },
      ]);
      expect((await watching(['attributes.segment', 'entityData', meant])).status).toBe(201);
    });

    it('rejects a duplicate name or key until the other matrix is archived', async () => {
      const first = await create({ key: 'taken' });
      expect((await send('POST', '/risk-matrices', { name: first.name, key: 'free' })).body.error.code).toBe(
        'DUPLICATE_NAME',
      );
      expect((await send('POST', '/risk-matrices', { name: 'Free', key: 'taken' })).body.error.code).toBe(
        'DUPLICATE_KEY',
      );
      const named = await create();
      expect((await send('POST', '/risk-matrices', { name: named.name })).body.error.code).toBe('DUPLICATE_NAME');
      await archive(first.id);
      expect((await send('POST', '/risk-matrices', { name: first.name, key: 'taken' })).status).toBe(201);
    });
  });

  it('lists by status, category and text, page by page, archived ones only on request', async () => {
    const key = api.sandbox.key;
    const named = async (name: string, more: object) =>
      (await send('POST', '/risk-matrices', { name, ...more }, key)).body.riskMatrix.id as string;
    await named('Alpha', { category: 'aml' });
    await named('Beta 50%', { status: 'shadow' });
    const gone = await named('Gamma', { category: 'aml' });
    await send('DELETE', `/risk-matrices/${gone}`, undefined, key);
    const list = async (query = ''): Promise<Body> =>
      (await send('GET', `/risk-matrices${query}`, undefined, key)).body;
    const names = async (query: string): Promise<string[]> =>
      (await list(query)).riskMatrices.map(({ name }: { name: string }) => name);
    expect(await list()).toMatchObject({
      success: true,
      total: 2,
      riskMatrices: [{ name: 'Alpha' }, { name: 'Beta 50%' }],
    });
    expect(await names('?category=aml')).toEqual(['Alpha']);
    expect(await names('?category=aml&includeArchived=true')).toEqual(['Alpha', 'Gamma']);
    expect(await names('?status=shadow,draft')).toEqual(['Alpha', 'Beta 50%']);
    expect(await names('?search=50%25')).toEqual(['Beta 50%']);
    expect(await names(`?search=${encodeURIComponent('BÉTA')}`)).toEqual(['Beta 50%']);
    const first = await list('?limit=1');
    expect(first.pagination).toMatchObject({ total: 2, hasMore: true });
    expect(await names(`?limit=1&cursor=${first.pagination.nextCursor}`)).toEqual(['Beta 50%']);
    expect((await send('GET', '/risk-matrices?colour=red', undefined, key)).status).toBe(400);
    expect((await send('GET', `/risk-matrices/${gone}`, undefined, key)).body.riskMatrix.status).toBe('archived');
  });

  it('answers for a matrix of another organization exactly as for an unknown one', async () => {
    const { id } = await create();
    const { key } = api.stranger;
    for (const [method, suffix, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'x' }],
      ['PUT', '', { name: 'x' }],
      ['DELETE', '', undefined],
      ['PUT', '/rules', { ruleIds: [] }],
    ] as const) {
      const [foreign, unknown] = [
        await send(method, `/risk-matrices/${id}${suffix}`, body, key),
        await send(method, `/risk-matrices/${unknownId}${suffix}`, body, key),
      ];
      expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'RISK_MATRIX_NOT_FOUND' } } });
      expect(unknown.body.error).toEqual(foreign.body.error);
    }
    expect((await send('PUT', '/risk-matrices/defaults', { transaction: [id] }, key)).status).toBe(404);
    expect((await send('GET', '/risk-matrices/defaults', undefined, key)).body.defaults).toEqual({
      person: [],
      company: [],
      transaction: [],
      userEvent: [],
    });
  });

  describe('rules', () => {
    it('names matrices in the text by key and in JSON by id, and is found by matrix', async () => {
      const [a, b] = [await create({ key: 'first' }), await create({ key: 'second' })];
      const rule = await createRule(api, { source: inMatrix('first') });
      expect(rule).toMatchObject({ riskMatrixIds: [a.id], riskMatrixId: a.id });
      const patched = await send('PATCH', `/rules/${rule.id}`, { riskMatrixIds: [b.id, a.id] });
      expect(patched.body.rule).toMatchObject({ riskMatrixIds: [b.id, a.id], riskMatrixId: b.id });
      expect(patched.body.rule.source).toContain('matrix second, first');
      expect((await send('PATCH', `/rules/${rule.id}`, patched.body.rule)).status).toBe(200);
      expect((await send('GET', `/rules?riskMatrixId=${b.id}`)).body).toMatchObject({
        total: 1,
        rules: [{ id: rule.id }],
      });
      expect((await send('PATCH', `/rules/${rule.id}`, { riskMatrixId: a.id })).body.rule.riskMatrixIds).toEqual([
        a.id,
      ]);
      expect((await send('PATCH', `/rules/${rule.id}`, { riskMatrixIds: [] })).body.rule).toMatchObject({
        riskMatrixIds: [],
        riskMatrixId: null,
      });
      expect(await send('PATCH', `/rules/${rule.id}`, { riskMatrixIds: [unknownId] })).toMatchObject({
        status: 422,
        body: { error: { code: 'RISK_MATRIX_NOT_FOUND' } },
      });
    });

    it('stores a rule with an unknown matrix with a finding, and does not publish it', async () => {
      const { body } = await send('POST', '/rules', { source: inMatrix('nowhere') });
      expect(body).toMatchObject({ rule: { riskMatrixIds: [] }, aiReview: { findings: [{ code: 'E0801' }] } });
      expect((await send('PATCH', `/rules/${body.rule.id}`, { status: 'active' })).status).toBe(422);
    });

    it('adds and removes rules of a matrix by PUT, changing nothing else in their source', async () => {
      const matrix = await create({ key: 'members' });
      const [one, two] = [
        await createRule(api, { source: `// why\n${ruleText()}` }),
        await createRule(api, { source: inMatrix('members') }),
      ];
      const put = await send('PUT', `/risk-matrices/${matrix.id}/rules`, { ruleIds: [one.id] });
      expect(put).toMatchObject({ status: 200, body: { riskMatrix: { ruleCount: 1 }, rules: [{ id: one.id }] } });
      expect((await send('GET', `/rules/${one.id}`)).body.rule).toMatchObject({
        version: 2,
        source: expect.stringMatching(/^\/\/ why\n[^]*matrix members/),
      });
      expect((await send('GET', `/rules/${two.id}`)).body.rule).toMatchObject({ version: 2, riskMatrixIds: [] });
      expect((await send('PUT', `/risk-matrices/${matrix.id}/rules`, { ruleIds: [unknownId] })).status).toBe(404);
      expect(await send('PATCH', `/risk-matrices/${matrix.id}`, { key: 'renamed' })).toMatchObject({ status: 400 });
    });
  });
});
