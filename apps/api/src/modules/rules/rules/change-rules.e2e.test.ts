import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { type Body, startTestApi, type TestApi, type TestResponse } from '../../../../test/support/start-test-api.js';
import { storePolicy } from '../../../../test/support/store-policy.js';

describe('POST /rules/bulk', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterEach(() => storePolicy(api, { requireReason: false, requireSecondPerson: false, requireGuard: false }));
  afterAll(() => api?.stop());

  const change = (ids: readonly string[], body: object, key?: string): Promise<TestResponse> =>
    send({ rules: ids.map((id) => ({ id })), ...body }, key);
  const send = (body: object, key?: string): Promise<TestResponse> =>
    api.call('/rules/bulk', { body, ...(key !== undefined && { key }) });
  const read = async (id: string): Promise<Body> => (await api.call(`/rules/${id}`)).body.rule;
  const states = async (ids: readonly string[]): Promise<readonly unknown[]> =>
    (await Promise.all(ids.map(read))).map(({ status, enabled }) => [status, enabled]);
  const activeSet = async (): Promise<Body> => (await api.call('/rule-sets/active')).body.ruleSet;
  /** How many rule sets have been put in force so far. */
  const activations = async (): Promise<number> => {
    const { rows } = await api.pool.query<{ n: number }>(
      `select count(*)::int as n from audit_events where organization_id = $1 and content ->> 'event' = 'rule_set_activated'`,
      [api.production.organizationId],
    );
    return rows[0]!.n;
  };
  const published = (): Promise<string> => publishRule(api, { source: ruleText() });
  const stored = async (source = ruleText()): Promise<string> => (await createRule(api, { source })).id as string;

  it('changes the status of many rules with one rule set', async () => {
    const ids = [await published(), await published(), await published()];
    const before = await activations();
    const stopped = await change(ids.slice(0, 2), { status: 'inactive', reason: 'Too many alerts' });
    expect(stopped).toMatchObject({ status: 200, body: { success: true, rules: [{ id: ids[0] }, { id: ids[1] }] } });
    expect(await states(ids)).toEqual([['inactive', false], ['inactive', false], ['active', true]]); // prettier-ignore
    expect(await activations()).toBe(before + 1);
    expect(await activeSet()).toMatchObject({ version: stopped.body.ruleSetVersion });
    expect((await change(ids.slice(0, 2), { status: 'active' })).status).toBe(200);
    expect(await activations()).toBe(before + 2);
    expect((await change(ids, { enabled: false })).status).toBe(200);
    expect((await change(ids, { status: 'archived' })).status).toBe(200);
    expect(await states(ids)).toEqual(ids.map(() => ['archived', false]));
  });

  it('changes the category, and publishes the named versions beside those that decide', async () => {
    const ids = [await published(), await stored()];
    expect((await change(ids, { category: 'aml' })).status).toBe(200);
    expect((await Promise.all(ids.map(read))).map(({ category }) => category)).toEqual(['aml', 'aml']);
    await api.call(`/rules/${ids[0]}`, { method: 'PATCH', body: { score: 33, stage: true } });
    const rules = await Promise.all(ids.map(async (id) => ({ id, version: (await read(id)).version })));
    expect(await send({ rules, status: 'shadow' })).toMatchObject({ status: 200 });
    expect(await read(ids[0]!)).toMatchObject({ status: 'active', shadowVersion: rules[0]!.version });
    expect(await read(ids[1]!)).toMatchObject({ status: 'shadow', shadowVersion: rules[1]!.version });
  });

  it('changes nothing if one rule cannot be changed, and names every one of them', async () => {
    const [good, draft, other] = [await published(), await stored(), await published()];
    const failing = `\n  test "wrong" {\n    when transaction { amount: 500 USD }\n    expect no hit\n  }\n}\n`;
    const broken = await stored(ruleText().replace(/}\n$/, failing));
    const [{ version: now }, before] = [await read(other), await activeSet()];
    const rules = [{ id: good }, { id: other, ifVersion: now + 7 }, { id: unknownId }, { id: draft }, { id: broken }];
    const answer = await send({ rules, status: 'active' });
    expect([answer.status, answer.body.error?.code]).toEqual([422, 'RULES_NOT_CHANGED']);
    expect(answer.body.errors).toMatchObject([
      { index: 1, id: other, key: expect.any(String), code: 'VERSION_CONFLICT', details: { currentVersion: now } },
      { index: 2, id: unknownId, key: null, code: 'NOT_FOUND' },
      { index: 4, id: broken, code: 'TESTS_FAILED' },
    ]);
    expect(Object.keys(answer.body.error.details)).toEqual(['rules[1]', 'rules[2]', 'rules[4]']);
    expect(await states([good, draft, other, broken])).toEqual([
      ...[['active', true], ['in_progress', false]], // prettier-ignore
      ...[['active', true], ['in_progress', false]], // prettier-ignore
    ]);
    expect(await activeSet()).toEqual(before);
  });

  it.each([
    ['no rules', { rules: [], status: 'inactive' }, 'rules'],
    ['too many rules', { rules: Array.from({ length: 201 }, () => ({ id: unknownId })), enabled: false }, 'rules'],
    ['a rule twice', { rules: [{ id: unknownId }, { id: unknownId }], enabled: false }, 'rules'],
    ['nothing to change', { rules: [{ id: unknownId }], reason: 'none' }, 'status'],
    ['a version without publication', { rules: [{ id: unknownId, version: 1 }], enabled: false }, 'rules[0].version'],
    ['an unknown status', { rules: [{ id: unknownId }], status: 'on' }, 'status'],
    ['a content', { rules: [{ id: unknownId }], status: 'active', score: 3 }, 'score'],
  ])('refuses %s', async (_what, body, path) => {
    const answer = await send(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(answer.body.error.details)).toContain(path);
  });

  it('respects the permissions and the policy as for one rule', async () => {
    const ids = [await published(), await stored()];
    const editor = await createKeyWith(api, 'rules:read', 'rules:edit');
    expect(await change(ids, { status: 'inactive' }, editor)).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN', requiredPermission: 'rules:publish' } },
    });
    await storePolicy(api, { requireReason: true, requireGuard: true });
    expect((await change([ids[1]!], { status: 'active', reason: 'seen in three cases' })).body.errors).toMatchObject([
      { code: 'EVIDENCE_MISSING', details: { guard: expect.any(String) } },
    ]);
    expect((await change([ids[1]!], { status: 'shadow' })).body.errors).toMatchObject([{ code: 'REASON_REQUIRED' }]);
    expect((await change([ids[1]!], { status: 'shadow', reason: 'seen in three cases' })).status).toBe(200);
  });

  describe('with a second person', () => {
    const reason = 'They find what others miss';
    let second: string;
    beforeAll(async () => {
      second = await createKeyWith(api, 'rules:read', 'rules:edit', 'rules:publish');
      await api.pool.query(
        `update api_keys set created_by = $1 where id = (select id from api_keys where organization_id = $2 order by created_at desc limit 1)`,
        [unknownId, api.production.organizationId],
      );
    });
    beforeEach(() => storePolicy(api, { requireSecondPerson: true }));
    const approve = (id: string, key?: string): Promise<TestResponse> =>
      api.call(`/rules/approvals/${id}/approve`, { body: {}, ...(key !== undefined && { key }) });
    const approvals = async (status: string): Promise<readonly string[]> =>
      ((await api.call(`/rules/approvals?status=${status}&limit=100`)).body.approvals as Body[]).map(({ id }) => id);

    it('waits as one request, and is published by another person', async () => {
      const ids = [await stored(), await stored()];
      const before = await activations();
      const asked = await change(ids, { status: 'active', reason });
      expect(asked).toMatchObject({
        status: 202,
        body: {
          approval: {
            ...{ action: 'rules', ruleId: null, status: 'pending', reason },
            request: { rules: ids.map((id) => ({ id, ifVersion: 1 })), status: 'active', reason },
          },
        },
      });
      expect(await states(ids)).toEqual(ids.map(() => ['in_progress', false]));
      const { id } = asked.body.approval;
      expect((await approve(id)).body.error.code).toBe('SELF_APPROVAL');
      const twice = await Promise.all([approve(id, second), approve(id, second)]);
      expect(twice.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      expect(await states(ids)).toEqual(ids.map(() => ['active', true]));
      expect(await activations()).toBe(before + 1);
      const { publication } = await read(ids[1]!);
      expect(publication).toMatchObject({
        reason,
        publishedBy: api.production.apiKeyId,
        approvedBy: expect.any(String),
      });
      expect(publication.approvedBy).not.toBe(publication.publishedBy);
      // Stopping rules takes effect at once.
      expect((await change(ids, { status: 'inactive' })).status).toBe(200);
    });

    it('is withdrawn when one of the rules changes', async () => {
      const ids = [await stored(), await stored()];
      const { id } = (await change(ids, { status: 'active', reason })).body.approval;
      const { id: other } = (await change([await stored()], { status: 'active', reason })).body.approval;
      await api.call(`/rules/${ids[1]}`, { method: 'PATCH', body: { score: 44 } });
      expect(await approvals('withdrawn')).toContain(id);
      expect(await approvals('pending')).toContain(other);
      expect((await approve(id, second)).body.error.code).toBe('INVALID_STATUS_TRANSITION');
    });
  });

  it('lets one of several requests for the same versions through', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => published()));
    const rules = await Promise.all(ids.map(async (id) => ({ id, ifVersion: (await read(id)).version })));
    const before = await activations();
    const answers = await Promise.all([
      send({ rules, status: 'inactive' }),
      send({ rules: rules.toReversed(), status: 'inactive' }),
      send({ rules, category: 'fraud' }),
      api.call(`/rules/${ids[5]}`, { method: 'PATCH', body: { score: 77, ifVersion: rules[5]!.ifVersion } }),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 422, 422].sort((a, b) => a - b)); // prettier-ignore
    expect(await activations()).toBe(before + 1);
    expect(new Set((await states(ids)).map((each) => JSON.stringify(each))).size).toBe(1);
  });

  it('has one effect with an idempotency key, and takes 200 rules', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 200; n += 1) ids.push(await stored());
    const headers = { 'idempotency-key': `bulk-${ids[0]}` };
    const body = { rules: ids.map((id) => ({ id })), status: 'shadow' };
    const first = await api.call('/rules/bulk', { body, headers });
    expect([first.status, first.body.rules?.length]).toEqual([200, 200]);
    expect((await api.call('/rules/bulk', { body, headers })).text).toBe(first.text);
    expect((await activeSet())['version']).toBe(first.body.ruleSetVersion);
  });
});
