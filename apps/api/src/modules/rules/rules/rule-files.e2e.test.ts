import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, nextNumber, ruleText } from '../../../../test/support/rule-samples.js';
import { storePolicy } from '../../../../test/support/store-policy.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('rules as files', () => {
  let api: TestApi;
  /** A key that may edit but not publish. */
  let editor: string;
  beforeAll(async () => {
    api = await startTestApi();
    const permissions = ['rules:read', 'rules:create', 'rules:edit'];
    editor = (await api.call('/api-keys', { body: { name: 'Editor', permissions } })).body.key;
    await api.call('/rules/library', { method: 'PUT', body: { source: names, ifVersion: 0 } });
    const scoring = { minScore: 0, maxScore: 50, thresholds: { low: 5, medium: 6, high: 7 } };
    await api.call('/risk-matrices', { body: { name: 'Core', status: 'active', scoringConfig: scoring } });
    await publishRule(api, { source: inMatrix });
    await publishRule(api, { source: `const mine = 3 // as agreed\n\n${ruleText('transaction.amount >= mine')}` });
    await createRule(api, {
      source: ruleText('transaction.flagged or unheard_of > 3').replace('score 10', 'score 11'),
    });
    await createRule(api, { name: 'From JSON', targetEntityTypes: ['person'], conditions: byCountry, score: 3 });
  });
  afterAll(() => api?.stop());

  const names = `// what everyone means by it
param limit = 100 USD between 1 USD and 900 USD
const kinds = ["FEE"] // of payments
define is_large(x) as x >= limit
`;
  const byCountry = { operator: 'AND', conditions: [{ field: 'countryCode', operator: 'eq', value: 'BR' }] };
  const inMatrix = `// One that several read.
rule large_fee "A large fee" {
  on      transaction (created)
  matrix  core
  score   20

  when is_large(transaction.amount) and transaction.type in kinds // both
  then alert LOW "{transaction.amount}"

  test "a small one is fine" {
    when transaction { amount: 1 USD, type: "FEE" }
    expect no hit
  }
}
`;

  const plan = async (files: readonly object[], more: object = {}): Promise<Body> =>
    (await api.call('/rules/plan', { body: { files, ...more } })).body;
  const apply = (planId: string, key?: string): Promise<TestResponse> =>
    api.call('/rules/apply', { body: { planId, reason: 'From files' }, ...(key !== undefined && { key }) });
  const asText = async (query = ''): Promise<string> => (await api.call(`/rules/export${query}`)).text;
  const asJson = async (): Promise<Body> => (await api.call('/rules/export?format=json')).body;
  const rules = async (): Promise<readonly Body[]> => (await api.call('/rules?pageSize=100&sortBy=name')).body.rules;
  const ruleOf = async (key: string): Promise<Body> => (await api.call(`/rules?key=${key}`)).body.rules[0];
  const one = (source: string): readonly object[] => [{ name: 'rules.rules', source }];
  const broken = (changes: readonly Body[]): readonly Body[] => changes.filter(({ change }) => change !== 'same');

  it('round-trip: the plan of an export contains no changes', async () => {
    // The checker has findings in these stored rules, so that they could not be applied; the comparison still finds no differences.
    const text = await plan(one(await asText()));
    expect(broken(text.changes)).toEqual([]);
    expect(text.changes).toHaveLength(4);
    const { files, rules: records } = await asJson();
    expect(files.map(({ name }: Body) => name).slice(0, 2)).toEqual(['shared.rules', 'large_fee.rules']);
    expect(records).toHaveLength(4);
    expect(broken((await plan(files)).changes)).toEqual([]);
  });

  it('keep a rule with the key `shared` separate from the file of shared names', async () => {
    const own =
      'const own_limit = 7 USD\n\nrule shared "Shared" {\n  on transaction\n\n  when transaction.amount > own_limit\n}\n';
    for (const source of [own, own.replaceAll('shared', 'shared_rule').replace('"Shared"', '"Other"')])
      expect((await api.call('/rules', { body: { source } })).status).toBe(201);
    const { files } = await asJson();
    const fileNames = files.map(({ name }: Body) => name);
    expect(new Set(fileNames).size).toBe(fileNames.length);
    expect(files.find(({ name }: Body) => name === 'shared_rule_.rules').source).toContain('rule shared "Shared"');
    expect(broken((await plan(files)).changes)).toEqual([]);
    for (const key of ['shared', 'shared_rule'])
      await api.call(`/rules/${(await ruleOf(key)).id}`, { method: 'DELETE' });
  });

  it('include the names rules use, with comments and tests', async () => {
    const { id } = await ruleOf('large_fee');
    const text = await asText(`?ruleIds=${id}`);
    for (const part of [names.trim(), inMatrix.trim(), 'matrix core "Core"']) expect(text).toContain(part);
    const { riskMatrixIds } = await ruleOf('large_fee');
    expect(await asText(`?matrixId=${riskMatrixIds[0]}`)).toBe(text);
    expect((await plan(one(text))).tests).toEqual({ passed: 0, failed: 0 });
  });

  it.each<[string, number, string]>([
    ['?ruleIds=00000000-0000-7000-8000-000000000000', 404, 'NOT_FOUND'],
    ['?matrixId=00000000-0000-7000-8000-000000000000', 404, 'RISK_MATRIX_NOT_FOUND'],
    ['?ruleIds=x', 400, 'VALIDATION_ERROR'],
    ['?format=yaml', 400, 'VALIDATION_ERROR'],
  ])('are not exported for %s', async (query, status, code) => {
    const answer = await api.call(`/rules/export${query}`);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('contain only the matrix when it has no rules', async () => {
    const { riskMatrix } = (await api.call('/risk-matrices', { body: { name: 'Empty one' } })).body;
    expect(await asText(`?matrixId=${riskMatrix.id}`)).toMatch(/^matrix empty_one "Empty one"/);
  });

  it('describe the changes in words without storing anything, then apply all of them at once', async () => {
    const before = await rules();
    const added = ruleText();
    const key = /rule (\w+)/.exec(added)![1]!;
    const changed = inMatrix
      .replace('score   20', 'score   35')
      .replace('is_large(transaction.amount)', 'transaction.amount >= 7 USD');
    const planned = await plan(one(`${changed}\n${added}`));
    expect(planned).toMatchObject({
      planId: expect.any(String),
      basedOn: (await api.call('/rule-sets/active')).body.ruleSet.version,
      changes: [
        {
          key: 'large_fee',
          change: 'update',
          words: ['score 20 → 35', expect.stringContaining('removes'), expect.stringContaining('7 USD')],
        },
        { key, change: 'create', words: [] },
      ],
      tests: { passed: 1, failed: 0 },
    });
    expect(await rules()).toEqual(before);
    const answer = await apply(planned.planId, editor);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        rules: [
          { key: 'large_fee', version: 3, status: 'active' },
          { key, version: 1, status: 'in_progress' },
        ],
      },
    });
    expect(await ruleOf('large_fee')).toMatchObject({ version: 3, activeVersion: 2, score: 35, source: changed });
    expect(await ruleOf(key)).toMatchObject({ status: 'in_progress', enabled: false, source: added });
    expect((await api.call('/rule-sets/active')).body.ruleSet.version).toBe(planned.basedOn);
    expect((await apply(planned.planId)).status).toBe(404);
  });

  it('archive rules they no longer contain, on request', async () => {
    const { id } = await createRule(api, { source: ruleText() });
    const { files } = await asJson();
    const rest = files.filter(({ source }: Body) => !/unheard_of/.test(source));
    const gone = (await rules()).filter(({ source }) => /unheard_of/.test(source as string));
    const keep = rest.filter(({ name }: Body) => name !== `${String(gone[0].key)}.rules`);
    const planned = await plan(keep, { prune: true });
    expect(broken(planned.changes)).toMatchObject([{ key: gone[0].key, change: 'archive', words: [] }]);
    expect((await apply(planned.planId, editor)).status).toBe(403);
    expect((await apply(planned.planId)).status).toBe(200);
    expect((await api.call(`/rules/${String(gone[0].id)}`)).body.rule.status).toBe('archived');
    expect((await api.call(`/rules/${String(id)}`)).body.rule.status).toBe('in_progress');
  });

  const stage = (bodyOf: (rule: Body) => object) => async () => {
    const rule = await ruleOf('large_fee');
    return api.call(`/rules/${rule.id}`, { method: 'PATCH', body: { stage: true, ...bodyOf(rule) } });
  };

  it.each<[string, () => Promise<unknown>]>([
    ['active rules', async () => publishRule(api, { source: ruleText() })],
    ['a rule of theirs', stage(() => ({ score: 70 }))],
    ['a comment of a rule of theirs', stage(({ source }) => ({ source: `// a word\n${source}` }))],
  ])('are rejected when %s has changed since the plan', async (_, change) => {
    const planned = await plan(one(inMatrix.replace('score   20', `score   ${nextNumber()}`)));
    await change();
    const answer = await apply(planned.planId);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'PLAN_STALE']);
  });

  it('are not applied at all when one of them cannot be', async () => {
    const taken = (await rules())[0]!;
    const second = ruleText().replace(/"Rule \d+"/, JSON.stringify(taken.name));
    const planned = await plan(one(`${ruleText()}\n${second}`));
    const before = await rules();
    const answer = await apply(planned.planId);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'DUPLICATE_RULE_NAME']);
    expect(answer.body.error.message).toBe(`Rule \`${/rule_\d+/.exec(second)![0]}\`: Another rule has this name`);
    expect(await rules()).toEqual(before);
  });

  it('can exchange the names of rules, and give the name of a rule that they archive to a new one', async () => {
    const store = async (files: readonly object[], more: object = {}): Promise<number> =>
      (await apply((await plan(files, more)).planId as string)).status;
    const [first, second] = [ruleText(), ruleText()];
    const [name1, name2] = [first, second].map((text) => /"Rule \d+"/.exec(text)![0]) as [string, string];
    expect(await store(one(first + second))).toBe(200);
    const exchanged = first.replace(name1, name2) + second.replace(name2, name1);
    expect(await store(one(exchanged))).toBe(200);
    const { files } = await asJson();
    const stays = files.filter(({ source }: Body) => !/unheard_of|"From JSON"/.test(source) && !source.includes(name2));
    const renamed = { name: 'renamed.rules', source: ruleText().replace(/"Rule \d+"/, name2) };
    expect(await store([...stays, renamed], { prune: true })).toBe(200);
    const found = (await rules()).filter(({ name }) => [name1, name2].includes(`"${String(name)}"`));
    expect(Object.fromEntries(found.map(({ key, name }) => [`"${String(name)}"`, key as string]))).toEqual({
      [name1]: /rule_\d+/.exec(second)![0],
      [name2]: /rule_\d+/.exec(renamed.source)![0],
    });
  });

  it('can be more than a hundred, and declare the same names, each for its own rule', async () => {
    const count = 101;
    const sources = Array.from(
      { length: count },
      (_, n) => `const own = ${n}\n\n${ruleText('transaction.amount > own')}`,
    );
    const planned = await plan(sources.map((source, n) => ({ name: `f${n}.rules`, source })));
    expect(planned.changes.map(({ change }: Body) => change as string)).toEqual(Array(count).fill('create'));
    expect((await apply(planned.planId)).status).toBe(200);
    const { files } = await asJson();
    const own = files.filter(({ source }: Body) => source.startsWith('const own'));
    expect(own).toHaveLength(count);
    const again = await plan(own);
    expect([again.planId, broken(again.changes)]).toEqual([expect.any(String), []]);
    const findings = async (...more: readonly string[]): Promise<unknown> =>
      (await plan([...own.slice(0, 2), ...more.map((source, n) => ({ name: `g${n}.rules`, source }))])).diagnostics
        .filter(({ severity }: Body) => severity === 'error')
        .map(({ file, code }: Body) => [file, code] as const);
    expect(await findings(own[0].source, ruleText('transaction.amount > own'))).toEqual([
      ['g0.rules', 'E0204'],
      ['g1.rules', 'E0202'],
    ]);
    // As one text, the exports of the tests below cannot hold these names.
    const others = files.filter((file: Body) => !own.includes(file));
    expect((await apply((await plan(others, { prune: true })).planId)).status).toBe(200);
  });

  it.each<[string, string, string]>([
    ['of syntax', 'rule x {', 'E0'],
    ['of meaning', ruleText('transaction.amoun >= 3'), 'E02'],
    [
      'in a name that the library has otherwise',
      `const kinds = ["X"]\n\n${ruleText('transaction.type in kinds')}`,
      'E0206',
    ],
  ])('cannot be applied with an error %s, and report it', async (_, source, code) => {
    const planned = await plan(one(source));
    expect(planned.planId).toBeNull();
    expect(planned.diagnostics[0].code).toMatch(new RegExp(`^${code}`));
    expect(planned.diagnostics[0].frame).toContain(' rules.rules:');
  });

  it('change existing matrices, and an active one applies the change immediately', async () => {
    const matrix = async (): Promise<Body> =>
      (await api.call('/risk-matrices')).body.riskMatrices.find(({ key }: Body) => key === 'core');
    const before = await matrix();
    await api.call(`/risk-matrices/${before.id}`, { method: 'PATCH', body: { status: 'active', tags: ['kept'] } });
    const text = /^matrix core [^]*?^\}$/m.exec(await asText())![0];
    const other = text.replace('medium 6', 'medium 5.5').replace(/"Core" \{/, '"Core" {\n  description "of all"');
    const planned = await plan(one(other));
    expect(broken(planned.changes)).toMatchObject([
      { kind: 'matrix', key: 'core', change: 'update', words: expect.arrayContaining(['adds description "of all"']) },
    ]);
    expect(planned.changes[0].words.join()).toContain('5.5');
    expect((await apply(planned.planId, editor)).status).toBe(403);
    const active = async (): Promise<Body> => (await api.call('/rule-sets/active')).body.ruleSet;
    const { number } = await active();
    expect(await apply(planned.planId)).toMatchObject({ status: 200, body: { success: true, rules: [] } });
    expect(await matrix()).toMatchObject({
      id: before.id,
      version: before.version + 2,
      ...{ status: 'active', tags: ['kept'], description: 'of all' },
      scoringConfig: { thresholds: { medium: 5.5 } },
    });
    expect((await active()).number).toBe(number + 1);
    expect(broken((await plan(one(other))).changes)).toEqual([]);
    await api.call(`/risk-matrices/${before.id}`, { method: 'PATCH', body: { status: before.status } });
  });

  it('reject a matrix with the name of another', async () => {
    const answer = await api.call('/rules/plan', {
      body: { files: one('matrix other "Core" {\n  on transaction\n}') },
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: { 'rules.rules': expect.any(String) } } } });
  });

  it('create missing matrices as drafts, and add and change the names in shared.rules', async () => {
    const matrix = 'matrix night "Night shift" {\n  on transaction\n  decide HOLD from 40\n  otherwise APPROVE\n}';
    const source = `rule at_night "At night" {
  on transaction (created)
  matrix night
  score 45
  when transaction.amount > night_limit and is_large(transaction.amount)
  test "enough" {
    when transaction { amount: 500 USD }
    expect decision HOLD
  }
}
`;
    const { files } = await asJson();
    const shared: string = files[0].source.replace('["FEE"]', '["FEE", "REFUND"]');
    const more = `${shared}\n// while few are awake\nconst night_limit = 250 USD\n\n${matrix}\n`;
    const all = [{ name: 'rules/shared.rules', source: more }, ...files.slice(1), { name: 'night.rules', source }];
    const planned = await plan(all);
    expect(planned.planId).not.toBeNull();
    expect(broken(planned.changes)).toMatchObject([
      { kind: 'name', key: 'kinds', change: 'update', words: [expect.stringContaining('"REFUND"')] },
      { kind: 'name', key: 'night_limit', change: 'create', words: [] },
      { kind: 'matrix', key: 'night', change: 'create', words: [] },
      { key: 'at_night', change: 'create', words: [] },
    ]);
    expect(planned.tests).toEqual({ passed: 1, failed: 0 });
    expect((await apply(planned.planId, editor)).status).toBe(403);
    expect((await api.call('/rules/library')).body.source).toBe(names);
    const applied = await apply(planned.planId);
    expect([applied.status, applied.text]).toEqual([200, expect.any(String)]);
    const library: string = (await api.call('/rules/library')).body.source;
    for (const part of ['"REFUND"', '// while few are awake\nconst night_limit = 250 USD', 'is_large(x)'])
      expect(library).toContain(part);
    const { riskMatrices } = (await api.call('/risk-matrices')).body;
    const made = riskMatrices.find(({ key }: Body) => key === 'night');
    expect(made).toMatchObject({
      name: 'Night shift',
      status: 'draft',
      decisions: [
        { decision: 'HOLD', from: 40 },
        { decision: 'APPROVE', from: null },
      ],
    });
    expect(await ruleOf('at_night')).toMatchObject({ riskMatrixIds: [made.id], source });
    expect(broken((await plan(all)).changes)).toEqual([]);
    expect(broken((await plan((await asJson()).files)).changes)).toEqual([]);
  });

  it('leave names that active rules use to a second approver when the policy requires one', async () => {
    const policy = (requireSecondPerson: boolean): Promise<void> => storePolicy(api, { requireSecondPerson });
    await policy(true);
    const { files } = await asJson();
    const source = files[0].source.replace('"REFUND"', '"OTHER"');
    const answer = await apply((await plan([{ name: 'shared.rules', source }])).planId);
    await policy(false);
    expect(answer.body.error).toMatchObject({
      code: 'EVIDENCE_MISSING',
      details: { requireSecondPerson: expect.stringContaining('PUT /rules/library') },
    });
  });

  it('can be a single file only when each name has one meaning', async () => {
    await createRule(api, { source: `const mine = 4\n\n${ruleText('transaction.amount >= mine')}` });
    expect((await api.call('/rules/export')).body.error.code).toBe('NAME_IN_USE');
    expect(broken((await plan((await asJson()).files)).changes)).toEqual([]);
  });
});
