import { createRule, nextNumber, ruleText } from '../../../../test/support/rule-samples.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('running rule versions', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const patch = (id: string, body: object, key?: string): Promise<TestResponse> =>
    api.call(`/rules/${id}`, { method: 'PATCH', body, ...(key !== undefined && { key }) });
  const read = async (id: string): Promise<Body> => (await api.call(`/rules/${id}`)).body.rule;
  const stop = (id: string): Promise<TestResponse> => patch(id, { status: 'archived' });

  /** Returns how the rule decided a payment of the amount: version, status, score and whether it is a hit. */
  async function decided(id: string, amount: number): Promise<readonly unknown[]> {
    const body = { externalId: `versions-${nextNumber()}`, type: 'PAYMENT', amount, currency: 'USD' };
    const { rulesResult } = (await api.call('/transactions', { body })).body;
    const { rulesHit, rulesNoHit } = rulesResult.rulesExecutionSummary;
    const shown = (hit: boolean) => (rule: Body) => [rule.ruleVersion, rule.status, rule.score, hit];
    const own = (rule: Body): boolean => rule.ruleId === id;
    return [...rulesHit.filter(own).map(shown(true)), ...rulesNoHit.filter(own).map(shown(false))];
  }

  async function editorKey(): Promise<string> {
    const body = { name: `Editor ${nextNumber()}`, permissions: ['rules:read', 'rules:edit'] };
    const answer = await api.call('/api-keys', { body });
    return answer.body.key as string;
  }

  describe('shapes 2.6, staging', () => {
    it('keeps the active version deciding while an editor without permission to publish stages the next', async () => {
      const id = await publishRule(api, { source: ruleText() });
      const editor = await editorKey();
      expect(await patch(id, { score: 40 }, editor)).toMatchObject({
        status: 403,
        body: { error: { code: 'FORBIDDEN', message: expect.stringContaining('`stage: true`') } },
      });
      const staged = await patch(id, { score: 40, stage: true }, editor);
      expect(staged).toMatchObject({
        status: 200,
        body: { rule: { status: 'active', version: 3, activeVersion: 2, shadowVersion: null, score: 40 } },
      });
      expect(await decided(id, 100)).toEqual([[2, 'active', 10, true]]);
      const named = await patch(id, { owner: 'Ana' }, editor);
      expect(named.body.rule).toMatchObject({ version: 4, activeVersion: 2, owner: 'Ana' });
      const published = await patch(id, { status: 'active' });
      expect(published.body.rule).toMatchObject({ version: 5, activeVersion: 5, shadowVersion: null });
      expect(await decided(id, 100)).toEqual([[5, 'active', 40, true]]);
      await stop(id);
    });

    it('activates a version automatically when it changes nothing that affects decisions', async () => {
      const id = await publishRule(api, { source: ruleText() });
      const editor = await editorKey();
      expect((await patch(id, { owner: 'Ana', stage: true }, editor)).body.rule).toMatchObject({ activeVersion: 3 });
      expect((await patch(id, { score: 40, stage: true }, editor)).body.rule).toMatchObject({ activeVersion: 3 });
      const back = await patch(id, { score: 10 }, editor);
      expect(back.body.rule).toMatchObject({ version: 5, activeVersion: 5, status: 'active' });
      await stop(id);
    });

    const refused: readonly [string, object, string][] = [
      ['with a status', { score: 40, stage: true, status: 'active' }, 'VALIDATION_ERROR'],
      ['of another key', { source: ruleText(), stage: true }, 'VALIDATION_ERROR'],
      ['with errors', { source: 'broken', stage: true }, 'INVALID_SOURCE'],
    ];
    it.each(refused)('rejects a staged version %s', async (_, body, code) => {
      const id = await publishRule(api, { source: ruleText() });
      expect((await patch(id, body)).body.error.code).toBe(code);
      expect(await read(id)).toMatchObject({ version: 2, activeVersion: 2 });
      await stop(id);
    });

    it('does not activate a staged version when the rules of a matrix change', async () => {
      const id = await publishRule(api, { source: ruleText() });
      await patch(id, { score: 40, stage: true });
      const matrix = (await api.call('/risk-matrices', { body: { name: `Matrix ${nextNumber()}` } })).body.riskMatrix;
      const path = `/risk-matrices/${matrix.id}/rules`;
      const answer = await api.call(path, { method: 'PUT', body: { ruleIds: [id] } });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'VERSION_CONFLICT' } } });
      await stop(id);
    });
  });

  describe('shapes 2.6, a shadow version beside the active one', () => {
    it('runs both, counts the active one, and reports each with its version', async () => {
      const id = await publishRule(api, { source: ruleText() });
      const { source } = await read(id);
      await patch(id, { source: source.replace('100 USD', '50 USD').replace('10\n', '40\n'), stage: true });
      const beside = await patch(id, { status: 'shadow', version: 3 });
      expect(beside.body.rule).toMatchObject({ status: 'active', version: 3, activeVersion: 2, shadowVersion: 3 });
      expect(await decided(id, 70)).toEqual([
        [3, 'shadow', 40, true],
        [2, 'active', 10, false],
      ]);
      const { ruleSet } = (await api.call('/rule-sets/active')).body;
      expect(ruleSet.rules.filter((rule: Body) => rule.ruleId === id)).toMatchObject([
        { version: 2, status: 'active' },
        { version: 3, status: 'shadow' },
      ]);
      const { key } = await read(id);
      expect(ruleSet.changes).toEqual([`${key}: version 3 is now evaluated in shadow`]);
      const active = await patch(id, { status: 'active', version: 3, reason: 'It finds more' });
      expect(active.body.rule).toMatchObject({ status: 'active', version: 3, activeVersion: 3, shadowVersion: null });
      expect(await decided(id, 70)).toEqual([[3, 'active', 40, true]]);
      const { changes } = (await api.call('/rule-sets/active')).body.ruleSet;
      expect(changes).toContain(`${key}: version 3 is no longer evaluated in shadow`);
      expect(changes).not.toContain(`${key}: removed`);
      const back = await patch(id, { status: 'active', version: 2 });
      expect(back.body.rule).toMatchObject({ version: 3, activeVersion: 2, shadowVersion: null });
      expect(await decided(id, 70)).toEqual([[2, 'active', 10, false]]);
      await stop(id);
    });

    it('records for each version its publication: as what, by whom and why', async () => {
      const id = await publishRule(api, { source: ruleText() });
      await patch(id, { score: 40, stage: true });
      const publications = async (): Promise<Body[]> =>
        (await api.call(`/rules/${id}/versions`)).body.versions.map((each: Body) => each.publication);
      const by = { publishedBy: api.production.apiKeyId, approvedBy: null, evidence: null };
      expect(await publications()).toEqual([
        null,
        expect.objectContaining({ version: 2, status: 'active', ...by }),
        null,
      ]);
      await patch(id, { status: 'shadow', version: 3, reason: 'To compare them' });
      const beside = { version: 3, status: 'shadow', reason: 'To compare them', ...by };
      expect((await publications())[0]).toMatchObject(beside);
      expect((await read(id)).publication).toMatchObject(beside);
      const first = (await api.call(`/rules/${id}/versions/1`)).body.rule;
      expect([first.version, first.publication]).toEqual([1, null]);
      await stop(id);
      expect((await read(id)).publication).toMatchObject(beside);
    });

    const steps: readonly [string, readonly object[], object][] = [
      [
        'the version that decides, all of it, when no other is named',
        [{ score: 40, stage: true }, { status: 'shadow' }],
        { status: 'shadow', version: 4, activeVersion: null, shadowVersion: 2 },
      ],
      [
        'the whole rule when the version is the one that decides',
        [
          { score: 40, stage: true },
          { status: 'shadow', version: 2 },
        ],
        { status: 'shadow', version: 3, activeVersion: null, shadowVersion: 2 },
      ],
      [
        'the one beside on, when the one that decides is changed',
        [{ score: 40, stage: true }, { status: 'shadow', version: 3 }, { score: 60 }],
        { status: 'active', version: 4, activeVersion: 4, shadowVersion: 3 },
      ],
      [
        'nothing when the rule is stopped',
        [{ score: 40, stage: true }, { status: 'shadow', version: 3 }, { status: 'inactive' }],
        { status: 'inactive', enabled: false, activeVersion: null, shadowVersion: null },
      ],
      [
        'new content at once when the rule runs in shadow alone',
        [{ status: 'shadow' }, { score: 40 }],
        { status: 'shadow', version: 4, activeVersion: null, shadowVersion: 4 },
      ],
    ];
    it.each(steps)('runs %s', async (_, bodies, expected) => {
      const id = await publishRule(api, { source: ruleText() });
      for (const body of bodies) expect((await patch(id, body)).status).toBe(200);
      expect(await read(id)).toMatchObject(expected);
      await stop(id);
    });

    it('rejects unknown versions and invalid transitions', async () => {
      const { id } = await createRule(api, { source: ruleText() });
      expect((await patch(id, { status: 'active', version: 9 })).status).toBe(404);
      expect((await patch(id, { status: 'active', version: 1 })).body.rule).toMatchObject({
        status: 'active',
        version: 1,
        activeVersion: 1,
      });
      await stop(id);
      expect((await patch(id, { status: 'active', version: 1 })).status).toBe(409);
    });

    it('applies a changed shared name to every running version', async () => {
      const write = (limit: number, ifVersion: number): Promise<TestResponse> =>
        api.call('/rules/library', { method: 'PUT', body: { source: `const edge = ${limit} USD\n`, ifVersion } });
      expect((await write(100, 0)).status).toBe(200);
      const id = await publishRule(api, { source: ruleText('transaction.amount >= edge') });
      await patch(id, { score: 40, stage: true });
      await patch(id, { status: 'shadow', version: 3 });
      expect((await write(50, 1)).body.affectedRules).toEqual([(await read(id)).key]);
      expect(await decided(id, 70)).toEqual([
        [2, 'active', 10, true],
        [3, 'shadow', 40, true],
      ]);
      await stop(id);
    });
  });
});
