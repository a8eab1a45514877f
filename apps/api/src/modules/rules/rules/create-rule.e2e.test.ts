import { createRule, ruleJson, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('POST /rules', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const post = (body: unknown) => api.call('/rules', { body });
  const patch = (id: string, body: unknown, key?: string) =>
    api.call(`/rules/${id}`, { method: 'PATCH', body, ...(key && { key }) });
  const create = (body: unknown) => createRule(api, body);

  it('stores a rule as in progress and disabled, whatever is sent, and returns both text and JSON', async () => {
    const source = `// why\n${ruleText()}`;
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
          source: expect.stringMatching(
            /^\/\/ why\n[^]*tags +\["a"\][^]*owner +"Risk team"[^]*meta +\{ b: 1\.5, a: \[\] \}/,
          ),
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

  it('resolves the lists that a rule names when it is stored, and finds them after a rename', async () => {
    const made = await api.call('/data-lists', { body: { name: 'Watched', type: 'custom', source: 'internal' } });
    const { id } = made.body.data as { id: string };
    const source = `list watched = "Watched"\n\n${ruleText(`origin.taxId in watched or origin.taxId in list "${id}"`)}`;
    const rule = await create({ source });
    expect(rule.names).toEqual([
      { name: 'watched', kind: 'list', value: id, from: 'source' },
      { name: id, kind: 'list', value: id, from: 'source' },
    ]);
    await api.pool.query(`update data_lists set name = 'Renamed' where id = $1`, [id]);
    expect(await patch(rule.id, { status: 'active' })).toMatchObject({
      status: 200,
      body: { rule: { names: rule.names } },
    });
    await api.pool.query(`update data_lists set status = 'archived' where id = $1`, [id]);
    expect(await patch(rule.id, { score: 12 })).toMatchObject({
      status: 422,
      body: { error: { code: 'INVALID_SOURCE' }, diagnostics: [{ code: 'E0502' }, { code: 'E0502' }] },
    });
    expect((await patch(rule.id, { owner: 'Ana' })).status).toBe(200);
    expect((await patch(rule.id, { enabled: false })).status).toBe(200);
    expect((await patch(rule.id, { enabled: true })).status).toBe(422);
    expect((await patch(rule.id, { status: 'archived' })).status).toBe(200);
    const foreign = await api.call('/rules', {
      key: api.stranger.key,
      body: { source: ruleText(`origin.taxId in list "${id}"`) },
    });
    expect(foreign.body).toMatchObject({ rule: { names: [] }, aiReview: { verdict: 'errors' } });
  });

  it.each([
    ['an alias of its id', (id: string) => [`list seen = "${id}"\n\n`, 'seen']],
    ['an alias of its name', (_: string, name: string) => [`list seen = "${name}"\n\n`, 'seen']],
    ['its name', (_: string, name: string) => ['', `list "${name}"`]],
  ] as const)('returns the id of a list that actions add to by %s, and accepts it back', async (spelling, spell) => {
    const name = `Seen by ${spelling}`;
    const { body } = await api.call('/data-lists', { body: { name, type: 'custom', source: 'internal' } });
    const listId = body.data.id as string;
    const [declared, said] = spell(listId, name);
    const source = (): string => declared + ruleText().replace('suggest FLAG', `add origin.taxId to ${said}`);
    const { key: _key, name: _name, ...rule } = await create({ source: source() });
    const actions = [
      { type: 'addFieldToCustomList', addFieldToCustomList: { mappings: [{ fieldPath: expect.any(String), listId }] } },
    ];
    expect(rule.actions).toEqual(actions);
    const changed = await patch(rule.id, { actions: rule.actions, score: 12 });
    expect(changed.body.rule).toMatchObject({ actions, source: expect.stringContaining(`to ${said}`) });
    expect((await post({ ...rule, source: source() })).body).toMatchObject({ rule: { actions } });
    await patch(rule.id, { status: 'active' });
    const payment = { externalId: `seen-${listId}`, type: 'PAYMENT', amount: 500, currency: 'USD' };
    const answer = await api.call('/transactions', { body: payment });
    const hits = answer.body.rulesExecutionSummary.rulesHit as Body[];
    expect(hits.find(({ ruleId }) => ruleId === rule.id)).toMatchObject({ actions });
  });

  it('generates the text of a rule sent as JSON, keeps the ids of conditions, and derives a key from the name', async () => {
    const conditions = {
      operator: 'OR',
      conditions: [{ id: 'mine', field: 'channel', operator: 'EQUALS', value: 'web' }],
    };
    const rule = await create(ruleJson({ name: 'Web & más, please', conditions }));
    expect(rule).toMatchObject({
      key: 'web_mas_please',
      name: 'Web & más, please',
      conditions: { conditions: [{ id: 'mine', operator: 'eq' }] },
    });
    expect(rule.source).toContain('when transaction.channel = "web"');
  });

  it('accepts a record as it was read, and names the first difference between text and JSON', async () => {
    const { key: _key, name: _name, ...read } = await create({ source: ruleText() });
    const again = ruleText();
    const body = { ...read, source: again };
    expect((await post(body)).status).toBe(201);
    const other = { ...read, source: ruleText(), score: 11 };
    expect(await post(other)).toMatchObject({
      status: 422,
      body: { error: { code: 'SOURCE_MISMATCH', details: { score: expect.any(String) } } },
    });
    const [leaf] = read.conditions.conditions;
    const conditions = { ...read.conditions, conditions: [{ ...leaf, operator: 'gt' }] };
    expect(await post({ source: ruleText(), conditions })).toMatchObject({
      status: 422,
      body: {
        error: { code: 'SOURCE_MISMATCH', details: { 'conditions.conditions[0].operator': expect.any(String) } },
      },
    });
  });

  it('adds a header that is missing from the text', async () => {
    const rule = await create({ source: ruleText(), priority: 90, category: 'aml' });
    expect(rule).toMatchObject({ priority: 90, category: 'aml' });
    expect(rule.source).toMatch(/priority +90/);
  });

  it('rejects a syntax error with its position, and a text with no rule or two rules', async () => {
    const answer = await post({ source: 'rule broken "x" {\n  on transaction\n  when transaction.amount >=\n}' });
    expect(answer).toMatchObject({ status: 422, body: { success: false, error: { code: 'INVALID_SOURCE' } } });
    const [diagnostic] = answer.body.diagnostics;
    expect(diagnostic).toMatchObject({
      code: expect.stringMatching(/^E01/),
      severity: 'error',
      range: { start: { line: expect.any(Number) } },
    });
    expect(diagnostic.frame).toContain(`.rules:${diagnostic.range.start.line + 1}:`);
    for (const source of ['// nothing', ruleText() + ruleText(), 'list a = "b"']) {
      expect(await post({ source })).toMatchObject({ status: 422, body: { error: { code: 'INVALID_SOURCE' } } });
    }
  });

  it('stores a rule with a semantic error and a finding that suggests the intended name', async () => {
    const { body, status } = await post({ source: ruleText('origin.contryCode = "BR"') });
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
    ['a named value', { let: [{ name: 'x', value: { $nothing: 1 } }] }, 'INVALID_CONDITIONS', 'let[0].value.$nothing'],
    ['an action', { actions: [{ type: 'sing' }] }, 'INVALID_ACTIONS', 'actions[0].type'],
    [
      'a setting of an action',
      { actions: [{ type: 'suggestion', suggestion: { value: 'HUG' } }] },
      'INVALID_ACTIONS',
      'actions[0].suggestion.value',
    ],
  ])('rejects JSON with a wrong %s, naming its path', async (_, more, code, path) => {
    const answer = await post(ruleJson(more));
    expect(answer).toMatchObject({ status: 422, body: { error: { code } } });
    expect(Object.keys(answer.body.error.details)).toContain(path);
    expect(answer.body.diagnostics).toContainEqual(expect.objectContaining({ path }));
  });

  it('rejects adding to a list on user events immediately, in text, in JSON and in a change', async () => {
    const list = await api.call('/data-lists', { body: { name: 'Seen', type: 'custom', source: 'internal' } });
    const listId = list.body.data.id as string;
    const condition = { field: 'eventType', operator: 'eq', value: 'LOGIN_SUCCESS' };
    const json = {
      targetEntityTypes: ['user_event'],
      conditions: { operator: 'AND', conditions: [condition] },
    };
    const addition = {
      type: 'addFieldToCustomList',
      addFieldToCustomList: { mappings: [{ fieldPath: 'ipAddress', listId }] },
    };
    const source = ruleText()
      .replace('transaction (created)', 'userEvent')
      .replace('transaction.amount >= 100 USD', 'event.eventType = "LOGIN_SUCCESS"');
    const text = `list seen = "${listId}"\n${source.replace('suggest FLAG', 'add event.ipAddress to seen')}`;
    const { id } = await create(ruleJson(json));
    const refused = [
      await post({ source: text }),
      await post(ruleJson({ ...json, actions: [addition] })),
      await patch(id, { actions: [addition] }),
    ];
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 422,
        body: { error: { code: 'INVALID_ACTIONS' }, diagnostics: [{ code: 'E0802' }] },
      });
    expect(Object.keys(refused[0]!.body.error.details)).toEqual(['actions[0]']);
  });

  it.each(['name', 'key'])('keeps the %s of a rule: rejects null', async (field) => {
    const rule = await create({ source: ruleText() });
    const answer = await patch(rule.id, { [field]: null });
    expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([400, [field]]);
    expect((await api.call(`/rules/${rule.id}`)).body.rule).toEqual(rule);
  });

  it.each<[string, unknown, string]>([
    ['an unknown field', { source: ruleText(), colour: 'red' }, 'colour'],
    ['nothing', {}, 'source'],
    ['JSON without a name', ruleJson({ name: undefined }), 'name'],
    ['a source that is no text', { source: 7 }, 'source'],
    ['conditions that are no object', ruleJson({ conditions: [] }), 'conditions'],
    ['actions that are no array', ruleJson({ actions: {} }), 'actions'],
    ['21 actions', ruleJson({ actions: Array(21).fill({}) }), 'actions'],
    ['an unknown category', ruleJson({ category: 'luck' }), 'category'],
    ['a priority of 0', ruleJson({ priority: 0 }), 'priority'],
    ['a score of 101', ruleJson({ score: 101 }), 'score'],
    ['a key with capitals', ruleJson({ key: 'Big' }), 'key'],
    ['an unknown target', ruleJson({ targetEntityTypes: ['planet'] }), 'targetEntityTypes'],
    ['a target that is no array', ruleJson({ targetEntityTypes: 'transaction' }), 'targetEntityTypes'],
    ['no target', ruleJson({ targetEntityTypes: [] }), 'targetEntityTypes'],
    ['an unknown mode of evaluation', ruleJson({ evaluationMode: 'later' }), 'evaluationMode'],
    ['a scope that is not an object', ruleJson({ scope: ['BR'] }), 'scope'],
    ['an unknown key of a scope', ruleJson({ scope: { planets: ['Mars'] } }), 'scope.planets'],
    [
      'a period without a beginning',
      ruleJson({ scope: { temporalWindow: { to: '2026-12-31' } } }),
      'scope.temporalWindow.from',
    ],
    ['meta of 6 KB', ruleJson({ meta: { a: 'x'.repeat(3_000), b: 'x'.repeat(3_000) } }), 'meta'],
    ['null inside meta', ruleJson({ meta: { a: null } }), 'meta.a'],
    ['an unknown origin', ruleJson({ creationProvenance: { origin: 'dream' } }), 'creationProvenance.origin'],
    [
      'a name of 201 characters in the text',
      { source: `rule long "${'x'.repeat(201)}" {\n  on transaction\n  when transaction.amount > 1\n}` },
      'name',
    ],
    ['malformed JSON', '{"source": ', 'body'],
  ])('rejects %s with 400 naming the field', async (_, body, field) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 400, body: { success: false, error: { code: 'VALIDATION_ERROR' } } });
    expect(Object.keys(answer.body.error.details)).toContain(field);
  });

  it('rejects a duplicate name, key and external id, and a risk matrix', async () => {
    const first = await create(ruleJson({ key: 'taken', externalId: 'ext-1' }));
    expect((await post(ruleJson({ name: first.name, key: 'other' }))).body.error.code).toBe('DUPLICATE_RULE_NAME');
    expect((await post(ruleJson({ key: 'taken' }))).body.error.code).toBe('DUPLICATE_RULE_KEY');
    expect(await post(ruleJson({ externalId: 'ext-1' }))).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE_EXTERNAL_ID' } },
    });
    expect(await post(ruleJson({ riskMatrixId: unknownId }))).toMatchObject({
      status: 422,
      body: { error: { code: 'RISK_MATRIX_NOT_FOUND' } },
    });
    await patch(first.id, { status: 'archived' });
    expect((await post(ruleJson({ key: 'taken' }))).status).toBe(201);
  });
});
