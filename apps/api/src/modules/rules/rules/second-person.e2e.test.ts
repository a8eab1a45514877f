import { createKey } from '../../tenancy/organizations/index.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { nextNumber, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { storePolicy } from '../../../../test/support/store-policy.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

interface Change {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** For every policy setting, a strict and a loose value: loosening waits for approval, and tightening takes effect immediately. */
const policySettings: readonly (readonly [string, unknown, unknown])[] = [
  ['testsMustPass', true, false],
  ['minTests', 2, 1],
  ['requireDryRun', true, false],
  ['dryRunMaxAgeDays', 30, 31],
  ['maxRuleCost', 300, 301],
  ['maxMatrixCost', 3000, 3001],
  ['requireReason', true, false],
  ['requireGuard', true, false],
];
const otherSettings: readonly (readonly [string, unknown, unknown, boolean])[] = [
  ['monitoringEnabled', true, false, true],
  ['rulesAfterEnrichment', true, false, true],
  ['windowConsistency', 'exact', 'relaxed', true],
  ['beneficialOwnerPercent', 25, 50, true],
  ['ownershipRule', 'at_least_50', 'off', true],
  ['ownershipRulesOfLists', [], [{ list: 'un_sc', rule: 'over_50' }], true],
  ['batchUploadEnabled', true, false, false],
  ['bulkAutomaticImportEnabled', true, false, false],
  ['blockedParties', 'reject', 'refuse', false],
];

describe('Second-person approval of changes to rule controls', () => {
  let api: TestApi;
  let organization: string;
  /** A key that another person created. */
  let second: string;
  const rights = [
    'rules:read',
    'rules:edit',
    'rules:publish',
    'risk_matrices:edit',
    'risk_matrices:delete',
    'organization:edit',
  ];
  beforeAll(async () => {
    api = await startTestApi();
    organization = `/organizations/${api.production.organizationId}`;
    second = await createKeyWith(api, ...rights);
    await asAnotherPerson();
  });
  beforeEach(() => storePolicy(api, { requireSecondPerson: true }));
  afterAll(() => api?.stop());

  /** Assigns the newest key to another person. */
  async function asAnotherPerson(): Promise<void> {
    await api.pool.query(
      `update api_keys set created_by = $1 where id = (select id from api_keys where organization_id = $2 order by created_at desc limit 1)`,
      [unknownId, api.production.organizationId],
    );
  }
  const ask = ({ method, path, body }: Change, key?: string): Promise<TestResponse> =>
    api.call(path, { method, ...(body && { body }), ...(key !== undefined && { key }) });
  const approve = (id: string, key = second): Promise<TestResponse> =>
    api.call(`/rules/approvals/${id}/approve`, { body: { comment: 'seen' }, key });
  const ruleSet = async (): Promise<string> => (await api.call('/rule-sets/active')).body.ruleSet.version as string;
  const settings = async (): Promise<Body> => (await api.call(organization)).body.organization.settings;
  const patchSettings = (body: object): Change => ({ method: 'PATCH', path: organization, body: { settings: body } });
  /** Expects that nothing changes until another person approves. */
  async function expectWaits(change: Change, action: string, read: () => Promise<unknown>): Promise<void> {
    const before = await read();
    const asked = await ask(change);
    expect([change.path, asked.status, asked.body.approval?.action]).toEqual([change.path, 202, action]);
    expect(await read()).toEqual(before);
    const { id } = asked.body.approval as { id: string };
    const listed = (await api.call('/rules/approvals?status=pending&limit=100')).body.approvals as Body[];
    expect(listed.find((each) => each.id === id)).toMatchObject({ action, status: 'pending' });
    expect((await approve(id, api.production.key)).body.error.code).toBe('SELF_APPROVAL');
    expect(await read()).toEqual(before);
    const done = await approve(id);
    expect([change.path, done.status, done.body.approval?.status]).toEqual([change.path, 200, 'approved']);
    expect(await read()).not.toEqual(before);
  }

  describe('for policies', () => {
    const stored = (): Promise<unknown> => settings();

    it('covers every setting', async () => {
      const { rulePolicy, ...others } = await settings();
      expect([...policySettings.map(([name]) => name), 'requireSecondPerson'].sort()).toEqual(
        Object.keys(rulePolicy as object).sort(),
      );
      const named = [...otherSettings.map(([name]) => name), 'numberFormat'];
      expect(named.sort()).toEqual(Object.keys(others as object).sort());
    });

    it.each(policySettings)(
      '%s: needs approval from %j to %j, and the reverse takes effect immediately',
      async (name, strict, loose) => {
        await storePolicy(api, { [name]: strict });
        await expectWaits(patchSettings({ rulePolicy: { [name]: loose } }), 'settings', stored);
        const tightened = await ask(patchSettings({ rulePolicy: { [name]: strict } }));
        expect([tightened.status, tightened.body.organization.settings.rulePolicy[name]]).toEqual([200, strict]);
        await storePolicy(api, { testsMustPass: true, minTests: 0, requireDryRun: false, requireReason: false, requireGuard: false, maxRuleCost: 300, maxMatrixCost: 3000 }); // prettier-ignore
      },
    );

    it.each(otherSettings)(
      '%s: from %j to %j needs approval only if the setting requires it: %#',
      async (name, strict, loose, waits) => {
        if (waits) await expectWaits(patchSettings({ [name]: loose }), 'settings', stored);
        else expect((await ask(patchSettings({ [name]: loose }))).status).toBe(200);
        expect((await ask(patchSettings({ [name]: strict }))).status).toBe(200);
      },
    );

    it.each([
      ['timezone', 'America/Sao_Paulo'],
      ['baseCurrency', 'EUR'],
      ['rateMaxAgeDays', 30],
    ])('%s, which affects the meaning of rules, needs approval', (name, value) =>
      expectWaits({ method: 'PATCH', path: organization, body: { [name]: value } }, 'settings', async () => {
        return (await api.call(organization)).body.organization[name] as unknown;
      }),
    );

    it('the format of numbers, which affects the meaning of rules, needs approval', () =>
      expectWaits(patchSettings({ numberFormat: '1.234,5' }), 'settings', stored));

    it('cannot be switched off by one person alone, with any of their API keys', async () => {
      const off = patchSettings({ rulePolicy: { requireSecondPerson: false } });
      const asked = await ask(off);
      expect(asked).toMatchObject({ status: 202, body: { organization: { settings: { rulePolicy: { requireSecondPerson: true } } } } }); // prettier-ignore
      const { id } = asked.body.approval as { id: string };
      const own = await createKeyWith(api, ...rights);
      const { organizationId } = api.production;
      const further = await createKey(api.pool, { organizationId, name: 'further', deployment: 'development' });
      if (!further.ok) throw new Error('no key');
      for (const key of [api.production.key, own, further.value.key])
        expect((await approve(id, key)).body.error.code).toBe('SELF_APPROVAL');
      const withoutRight = await createKeyWith(api, 'rules:publish');
      await asAnotherPerson();
      expect((await approve(id, withoutRight)).body.error).toMatchObject({ requiredPermission: 'organization:edit' });
      expect((await settings()).rulePolicy.requireSecondPerson).toBe(true);
      expect((await approve(id)).status).toBe(200);
      expect((await settings()).rulePolicy.requireSecondPerson).toBe(false);
      expect((await ask(patchSettings({ rulePolicy: { maxRuleCost: 400 } }))).status).toBe(200);
      expect((await ask(patchSettings({ rulePolicy: { requireSecondPerson: true } }))).status).toBe(200);
    });

    it('changes nothing when rejected, and records everything in the audit log', async () => {
      const asked = await ask(patchSettings({ rulePolicy: { requireSecondPerson: false } }));
      const { id } = asked.body.approval as { id: string };
      const path = `/rules/approvals/${id}/reject`;
      expect((await api.call(path, { body: { comment: 'no' }, key: second })).status).toBe(200);
      expect((await settings()).rulePolicy.requireSecondPerson).toBe(true);
      const { events } = (await api.call('/audit/events?resourceType=organization&sortOrder=desc&limit=2')).body;
      expect(events.map(({ event, summary }: Body) => [event, summary])).toEqual([
        ['rule_approval_decided', 'change of settings of the organization rejected'],
        ['rule_approval_requested', 'settings of the organization (requireSecondPerson): a change waits for approval by a second person'],
      ]); // prettier-ignore
    });
  });

  describe('for guards', () => {
    const limit = { metric: 'alerts', operator: 'lte', value: 60, window: '24h' };
    const guard = { limits: [limit], action: 'pause', minExecutions: 100, notify: ['a@example.com'] };
    let rule: string;
    let put: (body: object) => Change;
    const read = async (): Promise<Body> => (await api.call(`/rules/${rule}/guard`)).body.guard;
    beforeEach(async () => {
      await storePolicy(api, { requireSecondPerson: false });
      rule = await publishRule(api, { source: ruleText() });
      put = (body) => ({ method: 'PUT', path: `/rules/${rule}/guard`, body });
      expect((await ask(put(guard))).status).toBe(200);
      await storePolicy(api, { requireSecondPerson: true });
    });

    it.each<[string, object | null]>([
      ['is taken away', null],
      ['allows more', { ...guard, limits: [{ ...limit, value: 61 }] }],
      ['judges another metric', { ...guard, limits: [{ ...limit, metric: 'hits' }] }],
      ['counts over another time', { ...guard, limits: [{ ...limit, window: '1h' }] }],
      ['only tells of it', { ...guard, action: 'notify' }],
      ['judges later', { ...guard, minExecutions: 101 }],
      ['tells nobody any more', { ...guard, notify: ['b@example.com'] }],
    ])('is required for a guard that %s', (_, body) =>
      expectWaits(body ? put(body) : { method: 'DELETE', path: `/rules/${rule}/guard` }, 'guard', read),
    );

    it('is required to set the same guard again, which restarts its counting', async () => {
      expect((await ask(put(guard))).status).toBe(202);
    });

    it('is required for a guard sent with a change of its rule', async () => {
      const loose = { ...guard, limits: [{ ...limit, value: 1000 }] };
      const asked = await ask({ method: 'PATCH', path: `/rules/${rule}`, body: { description: 'x', guard: loose } });
      expect([asked.status, asked.body.approval?.action]).toEqual([202, 'publish']);
      expect((await read()).limits[0].value).toBe(60);
    });

    it.each<[string, object]>([
      ['allows less', { ...guard, limits: [{ ...limit, value: 59 }] }],
      ['judges one thing more', { ...guard, limits: [limit, { ...limit, metric: 'hits' }] }],
      ['judges earlier, and tells more people', { ...guard, minExecutions: 50, notify: ['a@example.com', 'c@example.com'] }],
    ])('is not required for a guard that %s', async (_, body) => {
      expect((await ask(put(body))).status).toBe(200);
    }); // prettier-ignore

    it('is not required to remove the guard of a rule that is not active', async () => {
      const stop = { status: 'inactive', reason: 'too many alerts' };
      expect((await ask({ method: 'PATCH', path: `/rules/${rule}`, body: stop })).status).toBe(200);
      expect((await ask({ method: 'DELETE', path: `/rules/${rule}/guard` })).status).toBe(200);
    });

    it('is withdrawn when the guard has changed', async () => {
      const asked = await ask({ method: 'DELETE', path: `/rules/${rule}/guard` });
      expect((await ask(put({ ...guard, limits: [{ ...limit, value: 10 }] }))).status).toBe(200);
      expect((await approve(asked.body.approval.id as string)).body.error).toMatchObject({
        code: 'INVALID_STATUS_TRANSITION',
        message: expect.stringContaining('the guard of the rule has been changed'),
      });
    });
  });

  describe('for matrices', () => {
    let matrix: string;
    let change: (body: object) => Change;
    const record = async (): Promise<unknown> => (await api.call(`/risk-matrices/${matrix}`)).body.riskMatrix;
    const scoringConfig = { minScore: 0, maxScore: 100, thresholds: { low: 30, medium: 60, high: 80 } };
    beforeEach(async () => {
      await storePolicy(api, { requireSecondPerson: false });
      const body = { name: `matrix ${nextNumber()}`, status: 'active', scoringConfig };
      matrix = (await api.call('/risk-matrices', { body })).body.riskMatrix.id as string;
      change = (sent) => ({ method: 'PATCH', path: `/risk-matrices/${matrix}`, body: sent });
      await storePolicy(api, { requireSecondPerson: true });
    });

    it.each<[string, object]>([
      ['thresholds', { scoringConfig: { ...scoringConfig, thresholds: { low: 30, medium: 60, high: 90 } } }],
      ['bands', { decisions: [{ decision: 'HOLD', from: 95 }] }],
      ['status', { status: 'inactive' }],
      ['shadow', { status: 'shadow' }],
      ['targets', { targetEntityTypes: ['person'] }],
      ['score triggers', { triggers: [{ name: 't', condition: { field: 'riskScore', operator: 'gte', value: 90 }, action: 'create_alert', priority: 'LOW' }] }],
    ])('is required to change their %s', (_, body) => expectWaits(change(body), 'matrix', record)); // prettier-ignore

    it('is required to activate them, make them default, assign them rules or archive them', async () => {
      const { id } = (await api.call('/risk-matrices', { body: { name: `draft ${nextNumber()}` } })).body.riskMatrix;
      await expectWaits({ method: 'PUT', path: `/risk-matrices/${id}`, body: { status: 'active' } }, 'matrix', ruleSet);
      const defaults = { method: 'PUT', path: '/risk-matrices/defaults', body: { transaction: [matrix] } };
      await expectWaits(defaults, 'matrix_defaults', ruleSet);
      await storePolicy(api, { requireSecondPerson: false });
      const rule = await publishRule(api, { source: ruleText() });
      await storePolicy(api, { requireSecondPerson: true });
      const rules = { method: 'PUT', path: `/risk-matrices/${matrix}/rules`, body: { ruleIds: [rule] } };
      await expectWaits(rules, 'matrix_rules', ruleSet);
      await expectWaits({ method: 'DELETE', path: `/risk-matrices/${matrix}?force=true` }, 'matrix', ruleSet);
      expect((await ask({ method: 'PUT', path: '/risk-matrices/defaults', body: {} })).status).toBe(200);
    });

    it('rejects creating a matrix that is active from the start', async () => {
      const answer = await api.call('/risk-matrices', { body: { name: `new ${nextNumber()}`, status: 'active' } });
      expect(answer.body.error).toMatchObject({
        code: 'EVIDENCE_MISSING',
        details: {
          requireSecondPerson: expect.stringContaining(
            'a matrix that decides must be approved by a second person: create it as a draft and activa',
          ),
        },
      });
    });

    it('is not required for descriptive texts or for matrices that are not active', async () => {
      expect((await ask(change({ description: 'other', tags: ['a'] }))).status).toBe(200);
      const { id } = (await api.call('/risk-matrices', { body: { name: `idle ${nextNumber()}` } })).body.riskMatrix;
      const path = `/risk-matrices/${id}`;
      expect((await ask({ method: 'PATCH', path, body: { scoringConfig } })).status).toBe(200);
      expect((await ask({ method: 'DELETE', path })).status).toBe(200);
    });

    it('to archive needs an approver who may delete matrices, and checks again whether they are in use', async () => {
      const { id } = (await ask({ method: 'DELETE', path: `/risk-matrices/${matrix}` })).body.approval;
      const less = await createKeyWith(api, 'rules:publish', 'risk_matrices:edit');
      await asAnotherPerson();
      expect((await approve(id, less)).body.error).toMatchObject({ requiredPermission: 'risk_matrices:delete' });
      const body = { type: 'person', name: 'P', countryCode: 'BR', riskMatrixIds: [matrix] };
      expect((await api.call('/entities', { body })).status).toBe(201);
      expect(await approve(id)).toMatchObject({ status: 409, body: { error: { code: 'RISK_MATRIX_IN_USE' } } });
    });

    it('is rejected when the name has been taken since', async () => {
      const name = `wanted ${nextNumber()}`;
      const { id } = (await ask(change({ name, status: 'inactive' }))).body.approval;
      expect((await api.call('/risk-matrices', { body: { name } })).status).toBe(201);
      expect(await approve(id)).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_NAME' } } });
    });

    it('is withdrawn when the matrix has changed', async () => {
      const asked = await ask(change({ status: 'inactive' }));
      expect((await ask(change({ description: 'now' }))).status).toBe(200);
      expect((await approve(asked.body.approval.id as string)).body.error).toMatchObject({
        code: 'INVALID_STATUS_TRANSITION',
        message: expect.stringContaining('the risk matrix has been changed'),
      });
    });
  });
});
