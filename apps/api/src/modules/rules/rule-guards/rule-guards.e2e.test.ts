import { newId } from '../../../platform/database/index.js';
import { CheckGuards } from './index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, nextNumber, ruleText } from '../../../../test/support/rule-samples.js';
import { storePolicy } from '../../../../test/support/store-policy.js';
import { type TestResponse, type Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const reason = 'looked at and found right';

describe('rule guards', () => {
  const api = useOwnTestApi();

  const patch = (id: string, body: object, key?: string): Promise<TestResponse> =>
    api().call(`/rules/${id}`, { method: 'PATCH', body, ...(key !== undefined && { key }) });
  const read = async (id: string): Promise<Body> => (await api().call(`/rules/${id}`)).body.rule;
  const guardOf = async (id: string): Promise<Body> => (await api().call(`/rules/${id}/guard`)).body;
  const put = (id: string, guard: object): Promise<TestResponse> =>
    api().call(`/rules/${id}/guard`, { method: 'PUT', body: guard });
  const check = (): Promise<number> => api().app.get(CheckGuards).checkAll(new Date());
  const stop = (id: string): Promise<TestResponse> => patch(id, { status: 'archived' });

  /** Sends payments, and returns the status of the rule shown for the last one. */
  async function pay(id: string, amounts: readonly number[]): Promise<string | undefined> {
    let status: string | undefined;
    for (const amount of amounts) {
      const body = { externalId: `guard-${nextNumber()}`, type: 'PAYMENT', amount, currency: 'USD' };
      const answer = await api().call('/transactions', { body });
      if (answer.status !== 201) throw new Error(answer.text);
      const { rulesHit, rulesNoHit } = answer.body.rulesResult.rulesExecutionSummary;
      status = [...rulesHit, ...rulesNoHit].find(({ ruleId }: Body) => ruleId === id)?.status;
    }
    return status;
  }

  const eventsOf = async (id: string): Promise<Body[]> => {
    const { rows } = await api().pool.query<{ payload: Body }>(
      `select payload from outbox_events where event = 'rule.guard_tripped' and payload ->> 'ruleId' = $1 order by seq, place`,
      [id],
    );
    return rows.map(({ payload }) => (typeof payload === 'string' ? JSON.parse(payload) : payload));
  };

  const alerting = (): string => ruleText().replace('suggest FLAG', 'alert LOW "seen"');
  const atMost = (value: number, metric = 'alerts') => ({ metric, operator: 'lte', value, window: '24h' });

  it('pauses a rule as soon as a count exceeds its limit, and restarts counting when reactivated', async () => {
    const { id } = await createRule(api(), { source: alerting() });
    const guard = { limits: [atMost(3)], notify: ['ana@example.com'] };
    const published = await patch(id, { status: 'active', guard });
    expect(published.body.rule).toMatchObject({
      status: 'active',
      guard: { limits: [atMost(3)], minExecutions: 100, action: 'pause', text: 'alerts/day <= 3' },
      guardState: { status: 'ok', checkedAt: null },
    });
    expect(await pay(id, [500, 500, 500])).toBe('active');
    expect(await check()).toBe(0);
    expect((await guardOf(id)).guardState).toMatchObject({ status: 'ok', checkedAt: expect.any(String) });
    expect(await pay(id, [500, 500])).toBe('active');
    const setBefore = (await api().call('/rule-sets/active')).body.ruleSet;
    // Two processes that check at once notify only once.
    const tripped = await Promise.all([check(), check()]);
    expect(tripped[0] + tripped[1]).toBe(1);
    const { activeVersion } = published.body.rule;
    const paused = await read(id);
    expect(paused).toMatchObject({
      status: 'shadow',
      enabled: true,
      activeVersion: null,
      shadowVersion: activeVersion,
    });
    expect(paused.guardState).toMatchObject({
      status: 'tripped',
      metric: 'alerts',
      observed: 5,
      limit: 'alerts/day <= 3',
    });
    expect(paused.guardState.evaluationIds).toHaveLength(5);
    expect(await pay(id, [500])).toBe('shadow');
    const listed = (await api().call('/rules?guard=tripped&include=guardState')).body.rules;
    expect(listed.map((rule: Body) => [rule.id, rule.guardState.status])).toEqual([[id, 'tripped']]);
    const setAfter = (await api().call('/rule-sets/active')).body.ruleSet;
    expect(setAfter.number).toBeGreaterThan(setBefore.number);

    expect(await eventsOf(id)).toMatchObject([
      {
        rule: { id, status: 'shadow', version: activeVersion },
        guardState: { status: 'tripped', observed: 5 },
        notify: ['ana@example.com'],
        ruleSetVersion: { before: setBefore.version, after: setAfter.version },
      },
    ]);
    const { events } = (await api().call(`/rules/${id}/timeline`)).body;
    expect(events.find(({ event }: Body) => event === 'rule_guard_tripped')).toMatchObject({
      actor: { type: 'system' },
      changes: { status: { previous: 'active', current: 'shadow' } },
    });

    expect((await patch(id, { status: 'active', reason })).body.rule.guardState).toMatchObject({ status: 'ok' });
    expect(await check()).toBe(0);
    expect(await pay(id, [500, 500, 500])).toBe('active');
    expect(await check()).toBe(0);
    expect(await pay(id, [500])).toBe('active');
    expect(await check()).toBe(1);
    const { history } = await guardOf(id);
    expect(history).toMatchObject([
      { observed: 4, bound: 3, action: 'pause', undoneBy: null },
      { observed: 5, bound: 3, action: 'pause', undoneBy: expect.any(String) },
    ]);
    await stop(id);
  });

  it('notifies the named people, or else the rule owner, in the app and by email', async () => {
    const userId = newId();
    await api().pool.query(
      `insert into members (organization_id, id, user_id, email, role_id, environment_access, status)
       values ($1, $2, $3, 'desk@example.com', $4, 'both', 'active')`,
      [api().production.organizationId, newId(), userId, newId()],
    );
    const guard = { limits: [atMost(0, 'hits')], action: 'notify' };
    const named = await publishRule(api(), { source: ruleText() });
    await put(named, { ...guard, notify: [userId, 'Desk@example.com', 'outside@example.com'] });
    const owned = await publishRule(api(), { source: ruleText(), owner: 'desk@example.com' });
    await put(owned, guard);
    await pay(named, [500]);
    expect(await check()).toBe(2);
    const { rows } = await api().pool.query<{ rule: string; by: string; whom: string; body: string; link: string }>(
      `select payload ->> 'ruleId' as rule, 'screen' as by, payload ->> 'userId' as whom, payload ->> 'body' as body, payload ->> 'link' as link
         from outbox_events where event = 'notification'
       union all select payload ->> 'ruleId', 'letter', recipient, payload ->> 'body', payload ->> 'link' from outgoing_emails`,
    );
    const told = (rule: string): typeof rows => rows.filter((row) => row.rule === rule);
    expect(
      told(named)
        .map(({ by, whom }) => `${by} ${whom}`)
        .sort(),
    ).toEqual(['letter desk@example.com', 'letter outside@example.com', `screen ${userId}`]);
    expect(
      told(owned)
        .map(({ by, whom }) => `${by} ${whom}`)
        .sort(),
    ).toEqual(['letter desk@example.com', `screen ${userId}`]);
    const body = 'The limit is hits/day <= 0, but 1 was observed. It still decides.';
    for (const row of told(named)) expect(row).toMatchObject({ body, link: `/rules/${named}` });
    await Promise.all([stop(named), stop(owned)]);
  });

  it('withdraws a pending approval that would reactivate the rule', async () => {
    const { id } = await createRule(api(), { source: ruleText() });
    await patch(id, { status: 'active', guard: { limits: [atMost(0, 'hits')] } });
    await storePolicy(api(), { requireSecondPerson: true });
    await patch(id, { score: 44, stage: true });
    const { approval } = (await patch(id, { status: 'active', version: 3 })).body;
    expect(approval.status).toBe('pending');
    await storePolicy(api(), { requireSecondPerson: false });
    await pay(id, [500]);
    expect(await check()).toBe(1);
    const { approvals } = (await api().call('/rules/approvals')).body;
    expect(approvals).toMatchObject([
      {
        id: approval.id,
        status: 'withdrawn',
        comment: expect.stringContaining('the guard of the rule has tripped'),
      },
    ]);
    await stop(id);
  });

  it('only notifies, and only once, when its action is notify', async () => {
    const id = await publishRule(api(), { source: ruleText() });
    const answer = await put(id, { limits: [atMost(1, 'hits')], action: 'notify' });
    expect(answer.body).toMatchObject({ guard: { action: 'notify' }, guardState: { status: 'ok' }, history: [] });
    await pay(id, [500, 500]);
    expect(await check()).toBe(1);
    await pay(id, [500]);
    expect(await check()).toBe(0);
    expect(await read(id)).toMatchObject({ status: 'active', guardState: { status: 'tripped', observed: 2 } });
    expect(await eventsOf(id)).toHaveLength(1);
    // After the limit was raised, a notification is only sent if it is exceeded again.
    await put(id, { limits: [atMost(100, 'hits')], action: 'notify' });
    expect(await check()).toBe(0);
    expect((await guardOf(id)).guardState).toMatchObject({ status: 'ok', trippedAt: null });
    await stop(id);
  });

  it('evaluates a share only after the minimum number of executions', async () => {
    const id = await publishRule(api(), { source: ruleText() });
    await put(id, { limits: [atMost(0.5, 'hitRate')], minExecutions: 5 });
    await pay(id, [500, 500, 500, 1]);
    expect(await check()).toBe(0);
    await pay(id, [1]);
    expect(await check()).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'shadow', guardState: { observed: 0.6, limit: 'hit rate <= 50%' } });
    await stop(id);
  });

  describe('when the policy requires a guard', () => {
    const policy = (requireGuard: boolean): Promise<TestResponse> =>
      api().call(`/organizations/${api().production.organizationId}`, {
        method: 'PATCH',
        body: { settings: { rulePolicy: { requireGuard } } },
      });
    beforeEach(() => policy(true));
    afterEach(() => policy(false));

    const missing = {
      status: 422,
      body: { error: { code: 'EVIDENCE_MISSING', details: { guard: expect.stringContaining('without a guard') } } },
    };
    const remove = (id: string): Promise<TestResponse> => api().call(`/rules/${id}/guard`, { method: 'DELETE' });
    const guarded = { status: 'active', guard: { limits: [atMost(9)] } };
    const setNumber = async (): Promise<number> => (await api().call('/rule-sets/active')).body.ruleSet.number;
    const activate = (set: number, more: object = {}): Promise<TestResponse> =>
      api().call(`/rule-sets/${set}/activate`, { body: { reason, ...more } });

    it('is met by a guard that is sent or already set', async () => {
      const { id } = await createRule(api(), { source: ruleText() });
      expect(await patch(id, { status: 'active' })).toMatchObject(missing);
      expect((await patch(id, guarded)).status).toBe(200);
      expect((await patch(id, { status: 'shadow' })).status).toBe(200);
      expect((await patch(id, { status: 'active' })).status).toBe(200);
      await stop(id);
    });

    it('rejects removing the guard of an active rule, but accepts replacing it', async () => {
      const { id } = await createRule(api(), { source: ruleText() });
      await patch(id, guarded);
      expect(await remove(id)).toMatchObject(missing);
      expect((await patch(id, { guard: null })).body.error.details).toHaveProperty('guard');
      expect(await guardOf(id)).toMatchObject({ guard: { limits: [atMost(9)] }, guardState: { status: 'ok' } });
      expect((await put(id, { limits: [atMost(8)] })).body).toMatchObject({ guard: { limits: [atMost(8)] } });
      await stop(id);
    });

    it.each([{ enabled: false }, { status: 'shadow' }])(
      'allows removal of the guard after %j, and requires one on reactivation',
      async (stopped) => {
        const { id } = await createRule(api(), { source: ruleText() });
        await patch(id, guarded);
        expect((await patch(id, stopped)).status).toBe(200);
        expect(await remove(id)).toMatchObject({ status: 200, body: { guard: null, guardState: null } });
        expect(await remove(id)).toMatchObject({ status: 404 });
        expect(await patch(id, { status: 'active', enabled: true })).toMatchObject(missing);
        await stop(id);
      },
    );

    it('reactivates no rule without a guard through an earlier rule set', async () => {
      const { id } = await createRule(api(), { source: ruleText() });
      await patch(id, guarded);
      const set = await setNumber();
      await patch(id, { status: 'inactive' });
      expect((await remove(id)).status).toBe(200);
      expect(await activate(set, { preview: true })).toMatchObject(missing);
      expect(await activate(set)).toMatchObject(missing);
      expect(await read(id)).toMatchObject({ status: 'inactive', activeVersion: null });
      await put(id, guarded.guard);
      expect((await activate(set)).status).toBe(200);
      expect(await read(id)).toMatchObject({ status: 'active', guardState: { status: 'ok' } });
      await stop(id);
    });

    it('restores older content of a rule that was active without a guard before the policy', async () => {
      await policy(false);
      const id = await publishRule(api(), { source: ruleText() });
      const set = await setNumber();
      await patch(id, { score: 44 });
      await policy(true);
      expect(await patch(id, { score: 45 })).toMatchObject(missing);
      expect((await activate(set)).status).toBe(200);
      expect(await read(id)).toMatchObject({ status: 'active', score: 10, guard: null });
      await stop(id);
    });
  });

  const limit = atMost(1);
  const refused: readonly [string, object, number, string, string][] = [
    ['without limits', { limits: [] }, 400, 'VALIDATION_ERROR', 'limits'],
    ['of an unknown metric', { limits: [{ ...limit, metric: 'noise' }] }, 400, 'VALIDATION_ERROR', 'limits[0].metric'],
    ['without a comparison', { limits: [{ metric: 'hits', window: '1h' }] }, 400, 'VALIDATION_ERROR', 'limits[0]'],
    [
      'with two comparisons',
      { limits: [{ ...limit, withinFactor: 2, of: 'previous_7d' }] },
      400,
      'VALIDATION_ERROR',
      'limits[0]',
    ],
    ['of a share above one', { limits: [atMost(3, 'hitRate')] }, 400, 'VALIDATION_ERROR', 'limits[0].value'],
    [
      'that compares with what no dry run knows',
      { limits: [{ metric: 'falsePositiveRate', withinFactor: 2, of: 'dry_run', window: '24h' }] },
      400,
      'VALIDATION_ERROR',
      'limits[0].of',
    ],
    ['with a member nobody knows', { limits: [limit], limit: 3 }, 400, 'VALIDATION_ERROR', 'limit'],
    ['that tells nobody', { limits: [limit], notify: ['a@example.com', 'Ana'] }, 400, 'VALIDATION_ERROR', 'notify[1]'],
    [
      'that compares with a dry run that never was',
      { limits: [{ metric: 'hitRate', withinFactor: 3, of: 'dry_run', window: '24h' }] },
      422,
      'EVIDENCE_MISSING',
      '',
    ],
  ];
  it.each(refused)('rejects a guard %s, naming the field', async (_, guard, status, code, member) => {
    const { id } = await createRule(api(), { source: ruleText() });
    const alone = await put(id, guard);
    const withRule = await patch(id, { guard });
    for (const answer of [alone, withRule]) expect(answer).toMatchObject({ status, body: { error: { code } } });
    const named = [alone, withRule].map(({ body }) => Object.keys(body.error.details as object));
    expect(named).toEqual(member === '' ? [['guard'], ['guard']] : [[member], [`guard.${member}`]]);
    expect(await guardOf(id)).toMatchObject({ guard: null, guardState: null, history: [] });
  });

  it('is set only with permission to publish, but may be sent back unchanged without it', async () => {
    const { id } = await createRule(api(), { source: ruleText() });
    const body = { name: `Editor ${nextNumber()}`, permissions: ['rules:read', 'rules:edit'] };
    const { key } = (await api().call('/api-keys', { body })).body;
    const guard = { limits: [limit] };
    expect((await patch(id, { guard }, key)).status).toBe(403);
    await put(id, guard);
    const { guard: stored } = await read(id);
    expect((await patch(id, { owner: 'Ana', guard: stored }, key)).body.rule).toMatchObject({
      owner: 'Ana',
      guard: stored,
    });
  });
});
