import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, nextNumber, ruleJson, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('rules in text and in JSON', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const send = (method: string, path: string, body?: unknown, key?: string): Promise<TestResponse> =>
    api.call(path, { method, ...(body !== undefined && { body }), ...(key !== undefined && { key }) });
  const patch = async (id: string, body: unknown): Promise<Body> => {
    const answer = await send('PATCH', `/rules/${id}`, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.rule;
  };
  const read = async (id: string): Promise<Body> => (await send('GET', `/rules/${id}`)).body.rule;
  const pay = async (more: object): Promise<Body> => {
    const payment = { externalId: `l-${nextNumber()}`, type: 'FEE', amount: 500, currency: 'USD', ...more };
    return (await send('POST', '/transactions', payment)).body;
  };

  it('may be a million characters long in requests that store nothing', async () => {
    const source = `${'// nothing but words\n'.repeat(40_000)}${ruleText('true')}`;
    const [validated, converted, executed, created] = await Promise.all([
      send('POST', '/rules/validate', { source }),
      send('POST', '/rules/convert', { source }),
      send('POST', '/rules/execute', { source, recent: 1 }),
      send('POST', '/rules', { source }),
    ]);
    expect([validated.status, converted.status, executed.status, created.status]).toEqual([200, 200, 200, 400]);
  });

  const whole = (key: string): string => `// Why this rule is here.
const limit = 100 USD // agreed with risk

rule ${key} "All headers ${key}" {
  on transaction (created)
  category aml
  tags ["a", "b"]
  scope { countries: ["BR"], paymentMethods: ["CASH"] }
  description "Says everything"
  owner "Risk team"
  reference "Manual 4.2"
  priority 80
  score 35 // seen to be enough
  effective from 2026-01-01 until 2026-12-31
  stop on match
  meta { ticket: "T-1", steps: [1, 2] }

  // the amount first
  when transaction.amount >= limit
   and transaction.channel = "web" // never by phone

  then suggest FLAG

  test "is a hit" {
    when transaction { amount: 200 USD, channel: "web" }
    expect hit
  }
}
`;

  const fields = {
    category: 'aml',
    tags: ['a', 'b'],
    scope: {
      countries: ['BR'],
      paymentMethods: ['CASH'],
      temporalWindow: { from: '2026-01-01', to: '2026-12-31' },
    },
    description: 'Says everything',
    owner: 'Risk team',
    reference: 'Manual 4.2',
    priority: 80,
    score: 35,
    stopOnMatch: true,
    evaluationMode: 'sync',
    meta: { ticket: 'T-1', steps: [1, 2] },
  };

  it('turn every header of the text into a field of the record', async () => {
    const source = whole('all_headers');
    const rule = await createRule(api, { source });
    expect(rule).toMatchObject({ source, ...fields });
    expect(rule.names).toEqual([{ name: 'limit', kind: 'const', value: { $money: '100 USD' }, from: 'source' }]);
    expect((await send('GET', '/rules?owner=Risk%20team&tags=a,b')).body).toMatchObject({ total: 1 });
    expect((await send('POST', '/rules', { ...(await read(rule.id)), key: undefined })).body.error.code).toBe(
      'DUPLICATE_RULE_NAME',
    );
  });

  it('write every field of a record sent as JSON into the text', async () => {
    const rule = await createRule(api, ruleJson({ ...fields }));
    expect(rule).toMatchObject(fields);
    for (const header of [
      'tags ["a", "b"]',
      'countries: ["BR"]',
      'effective from 2026-01-01 until 2026-12-31',
      'stop on match',
      'owner "Risk team"',
      'reference "Manual 4.2"',
      'ticket: "T-1"',
    ])
      expect(rule.source.replace(/ +/g, ' ')).toContain(header);
    const cleared = await patch(rule.id, { tags: null, scope: null, stopOnMatch: false, owner: null, meta: null });
    expect(cleared).toMatchObject({
      tags: [],
      scope: {},
      stopOnMatch: false,
      owner: null,
      meta: null,
      reference: 'Manual 4.2',
    });
    expect(cleared.source).not.toMatch(/tags|scope|effective|stop on|owner|meta/);
  });

  it('keep comments, layout, tests and names of the text after a change in JSON', async () => {
    const source = whole('keeps_text');
    const { id, conditions } = await createRule(api, { source });
    expect((await patch(id, { score: 40 })).source).toBe(source.replace('score 35', 'score 40'));
    const [amount, channel] = conditions.conditions;
    const changed = { ...conditions, conditions: [amount, { ...channel, value: 'app' }] };
    const rule = await patch(id, { conditions: changed });
    expect(rule.source).toBe(source.replace('score 35', 'score 40').replace('= "web" //', '= "app" //'));
    expect(await patch(id, { conditions, score: 35 })).toMatchObject({ source });
    expect((await patch(id, await read(id))).source).toBe(source);
  });

  it('keep the ids of conditions after a change in either form', async () => {
    const conditions = {
      operator: 'AND',
      conditions: [
        { id: 'large', field: 'amount', operator: 'gte', value: { $money: '100 USD' } },
        { id: 'online', field: 'channel', operator: 'eq', value: 'web' },
      ],
    };
    const ids = (rule: Body): string[] => rule.conditions.conditions.map(({ id }: { id: string }) => id);
    const { id, source } = await createRule(api, ruleJson({ conditions }));
    expect(ids(await patch(id, { source: source.replace('"web"', '"app"') }))).toEqual(['large', 'online']);
    const moved = source
      .replace('"web"', '"app"')
      .replace('transaction.amount >= 100 USD', 'transaction.type = "FEE"\n   and transaction.amount >= 100 USD');
    const three = ids(await patch(id, { source: moved }));
    expect(three.slice(1)).toEqual(['large', 'online']);
    expect(new Set(three).size).toBe(3);
    const bare = conditions.conditions.map(({ id: _id, ...leaf }) => leaf);
    expect(
      ids(await patch(id, { conditions: { operator: 'AND', conditions: [{ ...bare[1], value: 'app' }, bare[0]] } })),
    ).toEqual(['online', 'large']);
    expect(ids(await patch(id, { score: 3, status: 'active' }))).toEqual(['online', 'large']);
    const { rulesExecutionSummary } = await pay({ channel: 'app' });
    expect(rulesExecutionSummary.rulesHit).toMatchObject([{ conditions: [{ id: 'online' }, { id: 'large' }] }]);
    await patch(id, { status: 'archived' });
  });

  it('apply scope, period and stop on match in evaluations', async () => {
    const made = async (header: string, then: string): Promise<string> => {
      const source = ruleText().replace('score 10', `${header}\n  score 10`).replace('then suggest FLAG', then);
      return publishRule(api, { source });
    };
    const ids = [
      await made('scope { paymentMethods: ["CASH"] }', 'then key "cash"'),
      await made('effective from 2020-01-01 until 2020-12-31', 'then key "past"'),
      await made('priority 90 stop on match', 'then key "first"'),
      await made('priority 10', 'then key "last" suggest FLAG'),
    ];
    const keys = async (more: object): Promise<string[]> => {
      const { rulesExecutionSummary } = await pay(more);
      return rulesExecutionSummary.actionsExecuted.customKeys;
    };
    expect(await keys({ paymentMethod: 'CARD' })).toEqual(['first']);
    const cash = await pay({ paymentMethod: 'CASH', transactedAt: '2020-06-01T00:00:00Z' });
    expect(cash.rulesExecutionSummary).toMatchObject({
      rulesHit: [{}, {}, {}, {}],
      actionsExecuted: { customKeys: ['first'], suggestion: 'FLAG', skipped: expect.any(Array) },
    });
    for (const id of ids) await patch(id, { status: 'archived' });
  });

  it('can be stored and published when evaluated asynchronously', async () => {
    const { id } = await createRule(
      api,
      ruleJson({ evaluationMode: 'async', actions: [{ type: 'setCustomKeys', setCustomKeys: { keys: ['k'] } }] }),
    );
    expect(await read(id)).toMatchObject({ evaluationMode: 'async' });
    expect(await send('PATCH', `/rules/${id}`, { status: 'active' })).toMatchObject({
      status: 200,
      body: { rule: { status: 'active', evaluationMode: 'async' } },
    });
  });

  it('add headers of a rule older than text headers to its text on the next change', async () => {
    const { id, source } = await createRule(api, { source: ruleText() });
    await api.pool.query(`update rules set owner = 'Ana', tags = '{old}', meta = '{"a": 1}' where id = $1`, [id]);
    await api.pool.query('update rule_versions set names = null where rule_id = $1', [id]);
    expect(await read(id)).toMatchObject({ source, owner: 'Ana', tags: ['old'], meta: { a: 1 }, names: [] });
    const rule = await patch(id, { score: 12 });
    expect(rule).toMatchObject({ owner: 'Ana', tags: ['old'], meta: { a: 1 } });
    expect(rule.source).toMatch(/tags +\["old"\][^]*owner +"Ana"/);
  });

  it('reject a matrix or an import within a rule', async () => {
    const matrix = 'matrix m "M" {\n  on transaction\n}\n';
    for (const more of [matrix, 'import "other.rules"\n\n'])
      expect(await send('POST', '/rules', { source: more + ruleText() })).toMatchObject({
        status: 422,
        body: { error: { code: 'INVALID_SOURCE' } },
      });
  });

  it('are reviewed for contradictions and for overlap with another active rule', async () => {
    const narrow = ruleText('transaction.amount >= 300 USD and transaction.amount < 200 USD');
    expect((await send('POST', '/rules', { source: narrow })).body.aiReview).toMatchObject({
      verdict: 'warnings',
      findings: [{ code: 'W1301', frame: expect.stringContaining('300 USD') }],
    });
    await send('POST', '/risk-matrices', { name: 'Reviewed', key: 'reviewed' });
    const reviewed = (condition: string): string =>
      ruleText(condition).replace('  score', '  matrix reviewed\n  score');
    const wider = await publishRule(api, { source: reviewed('transaction.amount >= 100 USD') });
    const inner = reviewed('transaction.amount >= 900 USD');
    const { findings } = (await send('POST', '/rules', { source: inner })).body.aiReview;
    const found = { code: 'W1302', message: expect.stringContaining((await read(wider)).key) };
    expect(findings).toContainEqual(expect.objectContaining(found));
    const again = await send('POST', '/rules/validate', { source: inner.replace(/rule_\d+/, 'other') });
    expect(again.body.valid).toBe(true);
    expect(again.body.diagnostics).toContainEqual(expect.objectContaining(found));
    await patch(wider, { status: 'archived' });
  });

  describe('versions', () => {
    it('describe changes in words, and are returned as they were', async () => {
      const source = ruleText();
      const { id } = await createRule(api, { source });
      await patch(id, { score: 25, reason: 'It was too low' });
      await patch(id, { status: 'active' });
      const { body } = await send('GET', `/rules/${id}/versions`);
      expect(body).toMatchObject({
        success: true,
        versions: [
          { version: 3, summary: ['status in_progress → active'] },
          { version: 2, summary: ['score 10 → 25'], reason: 'It was too low', previousVersionId: expect.any(String) },
          { version: 1, summary: [], previousVersionId: null },
        ],
        pagination: { total: 3, hasMore: false },
      });
      expect((await send('GET', `/rules/${id}/versions/1`)).body.rule).toMatchObject({
        id,
        version: 1,
        source,
        score: 10,
        status: 'in_progress',
      });
      const first = (await send('GET', `/rules/${id}/versions?limit=2`)).body.pagination;
      expect(
        (await send('GET', `/rules/${id}/versions?limit=2&cursor=${first.nextCursor}`)).body.versions,
      ).toMatchObject([{ version: 1 }]);
      const other = (await send('POST', '/rules', { source: ruleText() })).body.rule.id as string;
      const ofOther = await send('GET', `/rules/${other}/versions?cursor=${first.nextCursor}`);
      expect(ofOther.body.error.code).toBe('INVALID_CURSOR');
      for (const path of [`/rules/${id}/versions/9`, `/rules/${id}/versions/x`, `/rules/${unknownId}/versions`])
        expect((await send('GET', path)).status).toBe(404);
      expect((await send('GET', `/rules/${id}/versions`, undefined, api.stranger.key)).status).toBe(404);
      expect((await send('GET', `/rules/${id}/versions/1`, undefined, api.stranger.key)).status).toBe(404);
      await patch(id, { status: 'archived' });
    });

    it('are archived by DELETE and remain readable', async () => {
      const id = await publishRule(api, { source: ruleText() });
      expect(await send('DELETE', `/rules/${id}`)).toMatchObject({
        status: 200,
        body: { success: true, id, status: 'archived' },
      });
      expect(await read(id)).toMatchObject({ status: 'archived', enabled: false });
      expect((await pay({})).rulesResult.rulesTriggered).toBe(0);
      expect((await send('DELETE', `/rules/${id}`)).status).toBe(409);
      expect((await send('DELETE', `/rules/${unknownId}`)).status).toBe(404);
    });
  });
});
