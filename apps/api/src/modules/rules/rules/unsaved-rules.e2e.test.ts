import { ruleJson, ruleText } from '../../../../test/support/rule-samples.js';
import { type TestResponse, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('unsaved rules', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    api.call(path, { method, ...(body !== undefined && { body }) });

  const whole = (key: string): string => `// Why this rule is here.
const limit = 100 USD // agreed with risk

rule ${key} "A rule ${key}" {
  on transaction (created)
  owner "Risk team"

  // the amount first
  when transaction.amount >= limit
   and transaction.channel = "web" // never by phone

  then suggest FLAG
}
`;

  describe('POST /rules/validate', () => {
    const validate = (body: unknown): Promise<TestResponse> => send('POST', '/rules/validate', body);

    it('reports what a text reads and costs and any findings, and stores nothing', async () => {
      const source = whole('not_stored');
      expect(await validate({ source })).toMatchObject({
        status: 200,
        body: {
          success: true,
          valid: true,
          diagnostics: [],
          cost: { total: expect.any(Number), budget: 300, matrixTotal: 0 },
          fieldsUsed: [
            { path: 'transaction.amount', jsonPath: 'amount', rules: ['not_stored'] },
            { path: 'transaction.channel', jsonPath: 'channel', rules: ['not_stored'] },
          ],
          rules: [{ key: 'not_stored', range: { start: { line: 3, character: 0 } } }],
        },
      });
      expect((await send('GET', '/rules?key=not_stored')).body.total).toBe(0);
    });

    it('reports the most expensive terms first', async () => {
      const window = 'count(transactions from origin in last 24h) >= 3';
      const { cost } = (await validate({ source: ruleText(`transaction.amount >= 7 USD and ${window}`) })).body;
      expect(cost).toMatchObject({
        dearest: [
          { text: window, class: 'c3', weight: 21 },
          { text: 'transaction.amount >= 7 USD', class: 'c0', weight: 1 },
        ],
        scanCap: 10_000,
      });
      expect((await validate({ source: 'rule x {' })).body.cost.dearest).toEqual([]);
    });

    it('responds 200 for invalid text and JSON, and applies safe fixes', async () => {
      const wrong = await validate({ source: ruleText('origin.contryCode = "BR"') });
      expect(wrong).toMatchObject({ status: 200, body: { valid: false, diagnostics: [{ code: 'E0201' }] } });
      expect(await validate({ source: 'rule x {' })).toMatchObject({ status: 200, body: { valid: false } });
      const form = await validate(ruleJson({ actions: [{ type: 'sing' }] }));
      expect(form).toMatchObject({ status: 200, body: { valid: false, diagnostics: [{ path: 'actions[0].type' }] } });
      const good = await validate(ruleJson());
      expect(good.body).toMatchObject({ valid: true, source: expect.stringContaining('when transaction.amount') });
      const unused = `const spare = 1\n\n${ruleText()}`;
      expect((await validate({ source: unused })).body.diagnostics).toMatchObject([{ code: 'W1110' }]);
      const nameless = { conditions: ruleJson()['conditions'], targetEntityTypes: ['transaction'] };
      expect((await validate(nameless)).body).toMatchObject({ valid: true, rules: [{ key: 'unnamed' }] });
      expect((await validate({ source: unused, lint: 'errors' })).body.diagnostics).toEqual([]);
      expect((await validate({ source: ruleText(), fix: true })).body.fixed).toContain('rule ');
    });

    it('reads several files with the names they share', async () => {
      const files = [
        { name: 'limits.rules', source: 'const limit = 100 USD\n' },
        { name: 'kyt.rules', source: `import "limits.rules"\n\n${ruleText('transaction.amount > limit')}` },
      ];
      expect((await validate({ files })).body).toMatchObject({ valid: true, rules: [{ file: 'kyt.rules' }] });
      expect((await validate({ files: files.slice(1) })).body.valid).toBe(false);
    });

    it.each<[string, object]>([
      ['nothing', {}],
      ['a text and files', { source: ruleText(), files: [{ name: 'a', source: '' }] }],
      ['no file', { files: [] }],
      ['an unknown level', { source: ruleText(), lint: 'some' }],
    ])('rejects %s', async (_, body) => {
      expect(await validate(body)).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    });
  });

  describe('POST /rules/convert', () => {
    const convert = (body: unknown): Promise<TestResponse> => send('POST', '/rules/convert', body);

    it('returns the JSON of a text, its names and its canonical layout', async () => {
      const source = whole('converted').replace('  on transaction', '     on   transaction');
      const { body, status } = await convert({ source });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          success: true,
          source,
          rules: [
            { key: 'converted', owner: 'Risk team', conditions: { operator: 'AND' }, names: [{ name: 'limit' }] },
          ],
          declarations: [{ name: 'limit', kind: 'const', value: { $money: '100 USD' } }],
          diagnostics: [],
        },
      });
      expect(body.formatted).toContain('// never by phone');
      expect((await convert({ source: body.formatted })).body.formatted).toBe(body.formatted);
      const [{ names: _names, ...form }] = body.rules;
      const back = (await convert(form)).body;
      expect(back.rules[0].conditions).toEqual(form.conditions);
    });

    it('returns the text of JSON, keeps the ids sent, and includes only what is requested', async () => {
      const conditions = { operator: 'OR', conditions: [{ id: 'mine', field: 'channel', value: 'web' }] };
      const { body } = await convert(ruleJson({ conditions }));
      expect(body).toMatchObject({
        source: expect.stringContaining('when transaction.channel = "web"'),
        rules: [{ conditions: { conditions: [{ id: 'mine', operator: 'eq' }] } }],
      });
      expect(Object.keys((await convert({ source: ruleText(), to: 'json' })).body)).not.toContain('source');
      expect(Object.keys((await convert({ source: ruleText(), to: 'text' })).body)).not.toContain('rules');
    });

    it('changes a text to what JSON says, and keeps its comments, names and tests', async () => {
      const tested = 'test "by mail" {\n    when transaction { amount: 1 USD }\n    expect no hit\n  }';
      const source = whole('reworded').replace('suggest FLAG\n', `suggest FLAG\n\n  ${tested}\n`);
      const [{ names: _names, ...form }] = (await convert({ source })).body.rules;
      const conditions = { operator: 'AND', conditions: [form.conditions.conditions[0]] };
      const { body } = await convert({ ...form, score: 7, owner: null, conditions, source });
      expect(body.source).toContain('// Why this rule is here.\nconst limit = 100 USD // agreed with risk');
      expect(body.source).toContain(tested);
      expect(body.source).toContain('// the amount first\n  when transaction.amount >= limit');
      expect(body.source).not.toContain('transaction.channel');
      expect(body.rules[0]).toMatchObject({ key: 'reworded', score: 7 });
      expect(body.rules[0].owner).toBeUndefined();
      expect((await convert({ ...form, source })).body.source).toBe(source);
    });

    it('names matrices by id in JSON and by key in text', async () => {
      const matrix = { name: 'Convert', key: 'convert_matrix', targetEntityTypes: ['transaction'] };
      const { id } = (await send('POST', '/risk-matrices', matrix)).body.riskMatrix;
      const source = ruleText().replace('on transaction', 'matrix convert_matrix\n  on transaction');
      const [{ names: _names, ...form }] = (await convert({ source })).body.rules;
      expect(form.riskMatrixIds).toEqual([id]);
      expect((await convert(form)).body.source).toContain('convert_matrix');
    });

    it('rejects input that cannot be parsed', async () => {
      expect(await convert({ source: 'rule x {' })).toMatchObject({
        status: 422,
        body: { error: { code: 'INVALID_SOURCE' } },
      });
      expect(await convert(ruleJson({ conditions: { operator: 'AND', conditions: [] } }))).toMatchObject({
        status: 422,
        body: { error: { code: 'INVALID_CONDITIONS' } },
      });
      expect((await convert({})).status).toBe(400);
    });
  });
});
