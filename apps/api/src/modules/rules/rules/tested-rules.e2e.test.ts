import { createRule, nextNumber, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('tests inside rules', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  /** Returns a test that a payment of the amount is, or is not, a hit. */
  const test = (title: string, amount: number, outcome = 'hit'): string =>
    `\n  test "${title}" {\n    when transaction { amount: ${amount} USD }\n    expect ${outcome}\n  }\n`;
  const withTests = (...tests: readonly string[]): string => ruleText().replace(/}\n$/, `${tests.join('')}}\n`);
  const run = (body: object): Promise<TestResponse> => api.call('/rules/test', { body });

  describe('POST /rules/test', () => {
    const vary =
      '\n  test "edges" {\n    when transaction {}\n    vary transaction.amount { 99 USD: no hit, 100 USD: hit }\n  }\n';

    it('runs the tests of a text and reports their coverage', async () => {
      const { status, body } = await run({ source: withTests(test('large', 100), test('small', 99, 'no hit')) });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        passed: 2,
        failed: 0,
        todo: 0,
        results: [
          { test: 'large', status: 'passed', cases: [{ value: null, status: 'passed', expected: null, got: [] }] },
          { test: 'small', status: 'passed' },
        ],
        coverage: { conditions: 1, trueSeen: 1, falseSeen: 1 },
      });
      expect(body).not.toHaveProperty('mutants');
    });

    it('reports the actual result with its position in the text', async () => {
      const { body } = await run({ source: withTests(test('wrong', 99)) });
      expect(body).toMatchObject({
        success: true,
        passed: 0,
        failed: 1,
        results: [
          {
            test: 'wrong',
            status: 'failed',
            cases: [{ status: 'failed', got: ['no hit'] }],
            diagnostics: [{ code: 'E0704', range: expect.any(Object) }],
          },
        ],
      });
    });

    it('runs only the named tests', async () => {
      const source = withTests(test('one', 100), test('two', 100), test('three', 1));
      const { body } = await run({ source, tests: ['one', 'two'] });
      expect(body.results.map((each: Body) => each.test)).toEqual(['one', 'two']);
    });

    it('mutates one term at a time on request', async () => {
      const weak = await run({ source: withTests(test('large', 500)), mutants: true });
      expect(weak.body.mutants.total).toBeGreaterThan(weak.body.mutants.killed);
      expect(weak.body.mutants.survivors[0]).toMatchObject({ from: expect.any(String), to: expect.any(String) });
      const strong = await run({ source: withTests(test('at', 100), test('below', 99.99, 'no hit')), mutants: true });
      expect(strong.body.mutants.survivors.length).toBeLessThan(weak.body.mutants.survivors.length);
    });

    it('tests stored rules, and files with shared declarations and library names', async () => {
      const names = { source: 'const test_edge = 100 USD\n', ifVersion: 0 };
      expect((await api.call('/rules/library', { method: 'PUT', body: names })).status).toBe(200);
      const source = withTests(test('large', 100)).replace('amount >= 100 USD', 'amount >= test_edge');
      const { id, key } = await createRule(api, { source });
      expect((await run({ ruleIds: [id] })).body).toMatchObject({
        success: true,
        passed: 1,
        results: [{ file: `${key}.rules`, rule: key }],
      });
      const files = [
        { name: 'names.rules', source: 'const file_edge = 50 USD\n' },
        {
          name: 'one.rules',
          source: `import "names.rules"\n\n${withTests(test('half', 50)).replace('amount >= 100 USD', 'amount >= file_edge')}`,
        },
      ];
      expect((await run({ files })).body).toMatchObject({ success: true, passed: 1, diagnostics: [] });
    });

    it('reports that tests could not run when the text has errors', async () => {
      const source = withTests(test('large', 100)).replace('transaction.amount', 'transaction.amuont');
      expect((await run({ source })).body).toMatchObject({
        success: false,
        passed: 0,
        diagnostics: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]),
      });
    });

    const refused: readonly [string, () => object, number, string][] = [
      ['nothing to test', () => ({}), 400, 'VALIDATION_ERROR'],
      ['two things to test', () => ({ source: ruleText(), ruleIds: [unknownId] }), 400, 'VALIDATION_ERROR'],
      ['a rule that does not exist', () => ({ ruleIds: [unknownId] }), 404, 'NOT_FOUND'],
      [
        'more than 200 tests',
        () => ({
          files: Array.from({ length: 21 }, (_, n) => ({
            name: `${n}.rules`,
            source: withTests(...Array.from({ length: 10 }, (__, m) => test(`test ${m}`, 100))),
          })),
        }),
        400,
        'TOO_MANY_ITEMS',
      ],
    ];
    it.each(refused)('rejects %s', async (_, body, status, code) => {
      const answer = await run(body());
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    });

    it('returns every case of a boundary table', async () => {
      const { body } = await run({ source: withTests(vary) });
      expect(body.diagnostics).toEqual([]);
      expect(body.results[0].cases).toMatchObject([
        { value: '99 USD', expected: 'no hit', status: 'passed' },
        { value: '100 USD', expected: 'hit', status: 'passed' },
      ]);
    });
  });

  describe('shapes 2.6, publishing gates', () => {
    const defaults = { testsMustPass: true, minTests: 0, requireDryRun: false, requireGuard: false };
    const setPolicy = async (rulePolicy: object): Promise<void> => {
      const path = `/organizations/${api.production.organizationId}`;
      expect((await api.call(path, { method: 'PATCH', body: { settings: { rulePolicy } } })).status).toBe(200);
    };
    afterEach(() => setPolicy(defaults));
    const green = withTests(test('large', 100));
    const red = withTests(test('wrong', 1));

    const gates: readonly [string, string, object, string | null, readonly string[]][] = [
      ['tests that pass', green, {}, null, []],
      ['no tests', ruleText(), {}, null, []],
      ['a test that fails', red, {}, 'TESTS_FAILED', ['testsMustPass']],
      ['a test that fails, where that may be', withTests(test('off', 1)), { testsMustPass: false }, null, []],
      ['too few tests', ruleText(), { minTests: 1 }, 'EVIDENCE_MISSING', ['minTests']],
      ['as many tests as are asked for', withTests(test('enough', 100)), { minTests: 1 }, null, []],
      [
        'nothing of what is asked for',
        withTests(test('none', 1)),
        { minTests: 1, requireDryRun: true, requireGuard: true },
        'TESTS_FAILED',
        ['evidence', 'guard', 'minTests', 'testsMustPass'],
      ],
    ];
    it.each(gates)('publishes or rejects a rule with %s', async (_, source, policy, code, unmet) => {
      const { id } = await createRule(api, { source });
      await setPolicy({ ...defaults, ...policy });
      const answer = await api.call(`/rules/${id}`, { method: 'PATCH', body: { status: 'active' } });
      expect(answer.status).toBe(code === null ? 200 : 422);
      if (code !== null) {
        expect(answer.body.error.code).toBe(code);
        expect(Object.keys(answer.body.error.details).sort()).toEqual(unmet);
      }
      expect((await api.call(`/rules/${id}`)).body.rule.status).toBe(code === null ? 'active' : 'in_progress');
    });

    it('applies the bands of the matrix of a rule in the gate and in test runs', async () => {
      const key = `bands_${nextNumber()}`;
      const decisions = [
        { decision: 'HOLD', from: 40 },
        { decision: 'APPROVE', from: null },
      ];
      expect((await api.call('/risk-matrices', { body: { key, name: key, decisions } })).status).toBe(201);
      const held = test('held', 100).replace('expect hit', 'expect decision HOLD');
      const source = withTests(held)
        .replace(/\n {2}score .*\n/, '\n  score 45\n')
        .replace('\n  score', `\n  matrix ${key}\n  score`);
      expect(source).toContain(`matrix ${key}\n  score 45`);
      const { id } = await createRule(api, { source });
      for (const body of [{ ruleIds: [id] }, { source }])
        expect((await run(body)).body).toMatchObject({ passed: 1, failed: 0 });
      const own = `${source}\nmatrix ${key} "Other bands" {\n  on transaction\n  decide REJECT from 40\n  otherwise APPROVE\n}\n`;
      expect((await run({ source: own })).body).toMatchObject({ passed: 0, failed: 1 });
      expect((await api.call(`/rules/${id}`, { method: 'PATCH', body: { status: 'active' } })).status).toBe(200);
    });

    it('checks the version being published, not the newest', async () => {
      const { id, source } = await createRule(api, { source: withTests(test(`large ${nextNumber()}`, 100)) });
      const patch = (body: object): Promise<TestResponse> => api.call(`/rules/${id}`, { method: 'PATCH', body });
      expect((await patch({ status: 'active' })).status).toBe(200);
      const raised = source.replace('>= 100 USD', '>= 500 USD');
      expect((await patch({ source: raised })).body.error.code).toBe('TESTS_FAILED');
      expect((await patch({ source: raised, stage: true })).body.rule).toMatchObject({ activeVersion: 2, version: 3 });
      expect((await patch({ status: 'active' })).body.error.code).toBe('TESTS_FAILED');
      expect((await patch({ status: 'active', version: 2 })).status).toBe(200);
    });
  });
});
