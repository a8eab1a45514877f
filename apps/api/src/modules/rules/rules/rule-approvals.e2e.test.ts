import { createRule, nextNumber, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { storePolicy } from '../../../../test/support/store-policy.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('rule publications awaiting approval', () => {
  let api: TestApi;
  /** A key that another person created. */
  let second: string;
  /** Another key of the person who makes the request. */
  let own: string;
  beforeAll(async () => {
    api = await startTestApi();
    own = await newKey();
    second = await newKey();
    await api.pool.query(`update api_keys set created_by = $1 where name = $2`, [unknownId, `Key ${made}`]);
    await setPolicy({ requireSecondPerson: true });
  });
  afterEach(() => setPolicy({ requireSecondPerson: true, maxRuleCost: 300 }));
  afterAll(() => api?.stop());

  let made = 0;
  async function newKey(): Promise<string> {
    made += 1;
    const permissions = ['rules:read', 'rules:edit', 'rules:publish'];
    const answer = await api.call('/api-keys', { body: { name: `Key ${made}`, permissions } });
    return answer.body.key as string;
  }
  const setPolicy = (rulePolicy: object): Promise<void> => storePolicy(api, rulePolicy);
  const patch = (id: string, body: object): Promise<TestResponse> =>
    api.call(`/rules/${id}`, { method: 'PATCH', body });
  const read = async (id: string): Promise<Body> => (await api.call(`/rules/${id}`)).body.rule;
  const decide = (id: string, how: string, body: object = {}, key: string = second): Promise<TestResponse> =>
    api.call(`/rules/approvals/${id}/${how}`, { body, key });
  /** Creates a rule whose publication waits for approval. */
  async function waiting(): Promise<{ readonly rule: string; readonly approval: string }> {
    const { id } = await createRule(api, { source: ruleText() });
    const answer = await patch(id, { status: 'active', reason: 'It finds what others miss' });
    expect(answer.status).toBe(202);
    return { rule: id, approval: answer.body.approval.id };
  }
  const events = async (approval: string): Promise<readonly string[]> => {
    const { rows } = await api.pool.query(
      `select event from outbox_events where event like 'rule.approval%' and payload -> 'approval' ->> 'id' = $1 order by event desc`,
      [approval],
    );
    return rows.map(({ event }) => event as string);
  };

  it('responds 202 without any change, and publishes once somebody else approves', async () => {
    const { id } = await createRule(api, { source: ruleText() });
    const asked = await patch(id, { status: 'active', reason: 'It finds what others miss' });
    expect(asked).toMatchObject({
      status: 202,
      body: {
        rule: { id, status: 'in_progress', version: 1, enabled: false },
        approval: {
          ruleId: id,
          action: 'publish',
          version: 1,
          request: { status: 'active', reason: 'It finds what others miss', ifVersion: 1 },
          reason: 'It finds what others miss',
          requestedBy: api.production.apiKeyId,
          status: 'pending',
          decidedBy: null,
        },
      },
    });
    const { id: approval } = asked.body.approval;
    expect(await read(id)).toMatchObject({ status: 'in_progress', version: 1 });
    const listed = await api.call('/rules/approvals?status=pending');
    expect(listed.body.approvals.map((each: Body) => each.id)).toContain(approval);
    const approved = await decide(approval, 'approve', { comment: 'Seen' });
    expect(approved).toMatchObject({
      status: 200,
      body: {
        rule: { id, status: 'active', version: 2, activeVersion: 2 },
        approval: { status: 'approved', comment: 'Seen' },
      },
    });
    expect((await read(id)).publication).toMatchObject({
      version: 2,
      reason: 'It finds what others miss',
      publishedBy: api.production.apiKeyId,
      approvedBy: approved.body.approval.decidedBy,
    });
    expect(await events(approval)).toEqual(['rule.approval_requested', 'rule.approval_decided']);
    const { body } = await api.call(`/rules/${id}/timeline`);
    expect(body.events.map((each: Body) => each.event)).toEqual(
      expect.arrayContaining(['rule_approval_requested', 'rule_approval_decided', 'rule_status_changed']),
    );
  });

  const selves: readonly [string, () => string | undefined][] = [
    ['the key that asked', () => api.production.key],
    ['another key that it made', () => own],
  ];
  it.each(selves)('cannot be approved by %s', async (_, key) => {
    const { rule, approval } = await waiting();
    const answer = await decide(approval, 'approve', {}, key());
    expect([answer.status, answer.body.error.code]).toEqual([403, 'SELF_APPROVAL']);
    expect(await read(rule)).toMatchObject({ status: 'in_progress' });
  });

  const decisions: readonly [string, object, () => string, number, string][] = [
    ['reject', { comment: 'Too many hits' }, () => second, 200, 'rejected'],
    ['reject', {}, () => second, 400, 'pending'],
    ['withdraw', {}, () => own, 200, 'withdrawn'],
    ['withdraw', {}, () => second, 403, 'pending'],
  ];
  it.each(decisions)('handles %s with %j', async (how, body, key, status, after) => {
    const { rule, approval } = await waiting();
    expect((await decide(approval, how, body, key())).status).toBe(status);
    const { approvals } = (await api.call(`/rules/approvals?status=${after}`)).body;
    expect(approvals.find((each: Body) => each.id === approval)).toMatchObject({ status: after });
    expect(await read(rule)).toMatchObject({ status: 'in_progress' });
    if (status !== 200) return;
    const again = await decide(approval, 'approve');
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_STATUS_TRANSITION']);
  });

  it('is checked against the gates that apply at approval', async () => {
    const { id } = await createRule(api, { source: ruleText('count(transactions from origin in last 24h) >= 3') });
    const { approval } = (await patch(id, { status: 'active' })).body;
    await setPolicy({ maxRuleCost: 1 });
    expect((await decide(approval.id, 'approve')).body.error.code).toBe('COST_EXCEEDED');
    await setPolicy({ maxRuleCost: 300 });
    expect((await decide(approval.id, 'approve')).status).toBe(200);
  });

  it('is rejected when another rule has taken its key', async () => {
    const key = `wanted_${nextNumber()}`;
    const { id } = await createRule(api, { source: ruleText() });
    const { approval } = (await patch(id, { key, status: 'active' })).body;
    const other = await createRule(api, { source: ruleText() });
    expect((await patch(other.id, { key })).status).toBe(200);
    const answer = await decide(approval.id, 'approve');
    expect([answer.status, answer.body.error.code]).toEqual([409, 'DUPLICATE_RULE_KEY']);
    expect(await read(id)).toMatchObject({ status: 'in_progress' });
  });

  it('is decided once when many decide at the same time', async () => {
    const { rule, approval } = await waiting();
    const comment = { comment: 'no' };
    const answers = await Promise.all([
      decide(approval, 'approve'),
      decide(approval, 'approve'),
      decide(approval, 'reject', comment),
      decide(approval, 'withdraw', {}, own),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const [done] = answers.filter(({ status }) => status === 200);
    const { status } = await read(rule);
    expect(status).toBe(done!.body.approval.status === 'approved' ? 'active' : 'in_progress');
    expect(await events(approval)).toEqual(['rule.approval_requested', 'rule.approval_decided']);
  });

  it('can be decided and listed only with permission to publish', async () => {
    const { approval } = await waiting();
    const created = await api.call('/api-keys', {
      body: { name: 'Editor', permissions: ['rules:read', 'rules:edit'] },
    });
    const { key } = created.body as { key: string };
    const answers = [
      await decide(approval, 'approve', {}, key),
      await decide(approval, 'reject', { comment: 'no' }, key),
      await decide(approval, 'withdraw', {}, key),
      await api.call('/rules/approvals', { key }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(answers.map(() => [403, 'FORBIDDEN']));
  });

  const find = async (id: string): Promise<Body> => {
    const { approvals } = (await api.call('/rules/approvals?limit=100')).body;
    return approvals.find((each: Body) => each.id === id);
  };
  /**
   * Expects that the pending approval was withdrawn, with author and reason, that this was reported, and that nobody can decide it any
   * more.
   */
  async function expectWithdrawn(id: string, why: string): Promise<void> {
    expect(await find(id)).toMatchObject({
      status: 'withdrawn',
      comment: expect.stringContaining(why),
      decidedBy: api.production.apiKeyId,
      decidedAt: expect.any(String),
    });
    expect(await events(id)).toEqual(['rule.approval_requested', 'rule.approval_decided']);
    for (const how of ['approve', 'reject', 'withdraw'])
      expect((await decide(id, how, { comment: 'Seen' })).body.error).toMatchObject({
        code: 'INVALID_STATUS_TRANSITION',
        message: expect.stringContaining(why),
        details: { from: 'withdrawn' },
      });
  }

  const changes: readonly [string, object, string][] = [
    ['changed', { score: 90 }, 'the rule now has version 2'],
    ['archived', { status: 'archived' }, 'the rule has been archived'],
  ];
  it.each(changes)('is withdrawn when its rule is %s', async (_, change, why) => {
    const { rule, approval } = await waiting();
    const { approval: other } = await waiting();
    expect((await patch(rule, change)).status).toBe(200);
    await expectWithdrawn(approval, why);
    const { body } = await api.call(`/rules/${rule}/timeline`);
    const told = body.events.find(({ event }: Body) => event === 'rule_approval_decided');
    expect(told).toMatchObject({
      summary: `publication of rule ${rule} withdrawn`,
      relatedIds: { approvalId: approval },
    });
    expect(await find(other)).toMatchObject({ status: 'pending', comment: null });
    expect((await decide(other, 'approve')).status).toBe(200);
  });

  it('stays expired when its rule changes after the expiry', async () => {
    const { rule, approval } = await waiting();
    await api.pool.query(`update rule_approvals set expires_at = now() - interval '1 second' where id = $1`, [
      approval,
    ]);
    expect((await patch(rule, { score: 90 })).status).toBe(200);
    expect(await find(approval)).toMatchObject({ status: 'expired', comment: null });
    await api.pool.query('delete from rule_approvals where id = $1', [approval]);
  });

  it('stays pending while another change of the rule is pending, and withdraws that one when approved', async () => {
    const { rule, approval } = await waiting();
    const later = await patch(rule, { status: 'shadow' });
    expect([later.status, (await find(approval)).status]).toEqual([202, 'pending']);
    expect((await decide(approval, 'approve')).status).toBe(200);
    expect(await find(approval)).toMatchObject({ status: 'approved' });
    expect(await find(later.body.approval.id)).toMatchObject({ status: 'withdrawn' });
    expect(await read(rule)).toMatchObject({ status: 'active' });
  });

  it('expires after its period', async () => {
    const { approval } = await waiting();
    await api.pool.query(`update rule_approvals set expires_at = now() - interval '1 second' where id = $1`, [
      approval,
    ]);
    const { approvals } = (await api.call('/rules/approvals?status=expired')).body;
    expect(approvals).toMatchObject([{ id: approval, status: 'expired' }]);
    expect((await decide(approval, 'approve')).status).toBe(409);
  });

  it('is not needed to stop a rule or to stage a version', async () => {
    await setPolicy({ requireSecondPerson: false });
    const id = await publishRule(api, { source: ruleText() });
    await setPolicy({ requireSecondPerson: true });
    expect((await patch(id, { score: 40, stage: true })).status).toBe(200);
    expect((await patch(id, { status: 'active', version: 3 })).status).toBe(202);
    expect((await patch(id, { enabled: false })).status).toBe(200);
  });

  describe('for names shared by active rules', () => {
    const name = `second_${nextNumber()}`;
    const library = async (): Promise<Body> => (await api.call('/rules/library')).body;
    const write = async (limit: number): Promise<TestResponse> => {
      const { version: ifVersion } = await library();
      const source = `param ${name} = ${limit} USD between 1 USD and 100 USD\n`;
      return api.call('/rules/library', { method: 'PUT', body: { source, ifVersion, reason: 'found too many' } });
    };
    const set = (amount: number): Promise<TestResponse> =>
      api.call(`/rules/params/${name}`, {
        method: 'PATCH',
        body: { value: { $money: `${amount} USD` }, reason: 'found too many' },
      });
    const value = async (): Promise<unknown> => (await api.call('/rules/params')).body.params[0].value;
    beforeAll(async () => {
      await setPolicy({ requireSecondPerson: false });
      expect((await write(10)).status).toBe(200);
      await publishRule(api, { source: ruleText(`transaction.amount >= ${name}`) });
      await setPolicy({ requireSecondPerson: true });
    });

    it('change nothing until somebody else approves them', async () => {
      const before = await library();
      const answer = await write(20);
      expect([answer.status, answer.body]).toMatchObject([
        202,
        {
          source: before.source,
          version: before.version,
          approval: { ruleId: null, action: 'library', status: 'pending' },
        },
      ]);
      expect(await library()).toEqual({ ...before, requestId: expect.any(String) });
      const { id } = answer.body.approval;
      expect((await decide(id, 'approve', {}, own)).body.error.code).toBe('SELF_APPROVAL');
      expect((await decide(id, 'approve')).body).toMatchObject({ success: true, approval: { status: 'approved' } });
      expect(await library()).toMatchObject({ source: expect.stringContaining('20 USD'), version: before.version + 1 });
    });

    it('apply to parameter values too, and are withdrawn when the names have changed', async () => {
      const [first, later] = [await set(30), await set(40)];
      expect([first.status, later.status, await value()]).toEqual([202, 202, { $money: '20 USD' }]);
      expect(first.body).toMatchObject({ param: { name, value: { $money: '20 USD' } }, approval: { action: 'param' } });
      expect((await decide(first.body.approval.id, 'approve')).status).toBe(200);
      expect(await value()).toEqual({ $money: '30 USD' });
      const late = await decide(later.body.approval.id, 'approve');
      expect(late.body.error).toMatchObject({
        code: 'INVALID_STATUS_TRANSITION',
        message: expect.stringContaining('the shared names now have version'),
      });
      expect(await find(later.body.approval.id)).toMatchObject({ status: 'withdrawn' });
      expect(await value()).toEqual({ $money: '30 USD' });
    });

    it('withdraw pending publications of rules whose meaning they change', async () => {
      const { source, version: ifVersion } = await library();
      const own = `draft_${nextNumber()}`;
      const put = (limit: number, version: number): Promise<TestResponse> =>
        api.call('/rules/library', {
          method: 'PUT',
          body: { source: `${source}const ${own} = ${limit} USD\n`, ifVersion: version },
        });
      expect((await put(10, ifVersion)).status).toBe(200);
      const { id } = await createRule(api, { source: ruleText(`transaction.amount >= ${own}`) });
      const { approval } = (await patch(id, { status: 'active' })).body;
      const { approval: other } = await waiting();
      expect((await put(1, ifVersion + 1)).status).toBe(200);
      await expectWithdrawn(approval.id, 'shared names used by the rule have changed their meaning');
      expect(await find(other)).toMatchObject({ status: 'pending' });
    });

    it('take effect immediately when no active rule uses them', async () => {
      const { source, version: ifVersion } = await library();
      const body = { source: `${source}const unused_${name} = 1\n`, ifVersion };
      expect((await api.call('/rules/library', { method: 'PUT', body })).status).toBe(200);
    });
  });
});
