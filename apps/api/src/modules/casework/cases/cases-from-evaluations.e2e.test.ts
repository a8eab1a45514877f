import { signInOwner } from '../../../../test/support/sign-in-member.js';
import { ownerRole } from '../../tenancy/members/index.js';
import { newId } from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { nextNumber } from '../../../../test/support/rule-samples.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { createTeam } from '../../../../test/support/create-team.js';

describe('alerts, cases and statuses created by evaluations', () => {
  const api = useTestApi();
  const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    api().call(path, { method, ...(body !== undefined && { body }) });
  const person = async (externalId: string): Promise<string> => {
    const body = { type: 'person', name: externalId, countryCode: 'BR', externalId, status: 'active' };
    return (
      (await send('POST', '/entities', body)).body.id ??
      (await send('GET', `/entities/by-external-id/${externalId}`)).body.id
    );
  };
  const pay = async (category: string, originExternalId?: string, more: object = {}): Promise<Body> => {
    const payment = { type: 'PAYMENT', amount: 10, currency: 'USD', transactedAt: '2026-03-01T10:00:00Z' };
    const body = { ...payment, externalId: `cr-${nextNumber()}`, category, originExternalId, ...more };
    const answer = await send('POST', '/transactions', body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const rule = (key: string, then: string, header = ''): Promise<string> =>
    publishRule(api(), {
      source: `rule ${key} "${key}" {\n  on transaction (created)\n  ${header}\n  when transaction.category = "${key.split('_')[0]!}"\n  then ${then}\n}`,
    });
  const executed = (answer: Body): Body => answer.rulesExecutionSummary.actionsExecuted;
  const casesOf = async (entityId: string): Promise<readonly Body[]> =>
    (await send('GET', `/intelligence/investigations?entityId=${entityId}`)).body.investigations;
  const matrix = async (key: string, triggers: readonly object[], more: object = {}): Promise<string> => {
    const body = { key, name: `Matrix ${key}`, status: 'active', triggers, ...more };
    const made = await send('POST', '/risk-matrices', body);
    if (made.status !== 201) throw new Error(made.text);
    return made.body.riskMatrix.id;
  };
  const trigger = (name: string, action: string, more: object = {}): object => ({
    name,
    condition: { field: 'riskScore', operator: 'gte', value: 50 },
    action,
    priority: 'HIGH',
    ...more,
  });

  /** Creates an active member of the account, and returns the user id. */
  const member = async (email: string, roleId: string = newId()): Promise<string> => {
    const userId = newId();
    await api().pool.query(
      `insert into members (organization_id, id, user_id, email, role_id, environment_access, status)
       values ($1, $2, $3, $4, $5, 'both', 'active')`,
      [api().production.organizationId, newId(), userId, email, roleId],
    );
    return userId;
  };
  const told = async (event: string, ruleId?: string): Promise<readonly Body[]> => {
    const { rows } = await api().pool.query<{ payload: Body }>(
      `select payload from outbox_events where event = $1 and ($2::text is null or payload ->> 'ruleId' = $2) order by seq, place`,
      [event, ruleId ?? null],
    );
    return rows.map(({ payload }) => payload);
  };

  it('opens one case about an entity with the alerts of the evaluation, and adds to it while it is open', async () => {
    const id = await person('casey');
    const then =
      'alert LOW "a of {origin.externalId}"\n open case HIGH "Review of {origin.name}" with { dueInHours: 48, tags: ["fast"] }';
    const ruleId = await rule('opens', then);
    await rule('opens_too', 'alert CRITICAL "b"');
    const first = await pay('opens', 'casey');
    const [opened] = await casesOf(id);
    expect(opened).toMatchObject({
      name: 'Review of casey',
      priority: 'HIGH',
      status: 'OPEN',
      alertCount: 2,
      entityId: id,
      createdBy: ruleId,
      tags: ['fast'],
      dueDate: expect.any(String),
    });
    const { alerts, timeline } = (await send('GET', `/intelligence/investigations/${opened.id}`)).body;
    expect(alerts.map(({ id: alertId }: Body) => alertId).sort()).toEqual(
      executed(first)
        .alerts.map(({ alertId }: Body) => alertId)
        .sort(),
    );
    expect(timeline).toContainEqual(
      expect.objectContaining({ event: 'investigation_created', actor: { type: 'rule', id: ruleId, name: null } }),
    );
    const { rows } = await api().pool.query(
      `select payload ->> 'id' as id from outbox_events where event = 'investigation.created'`,
    );
    expect(rows).toContainEqual({ id: opened.id });
    const again = await Promise.all([pay('opens', 'casey'), pay('opens', 'casey')]);
    for (const answer of again)
      expect(executed(answer).skipped).toEqual([
        { ruleId, type: 'createInvestigation', action: '1', reason: 'duplicate' },
      ]);
    expect(await casesOf(id)).toMatchObject([{ id: opened.id, alertCount: 6 }]);
    await send('PATCH', `/intelligence/investigations/${opened.id}/status`, {
      status: 'CLOSED',
      closureReason: 'seen',
    });
    await pay('opens', 'casey');
    expect(await casesOf(id)).toMatchObject([
      { status: 'OPEN', alertCount: 2 },
      { id: opened.id, status: 'CLOSED' },
    ]);
  });

  it('assigns alerts and cases as the highest-priority rule says, unless they name an assignee', async () => {
    const id = await person('asa');
    const [team, own] = [await createTeam(api()), await createTeam(api())];
    await rule('given', `alert LOW "plain"\n open case LOW "case"\n assign to team "${team}"`, 'priority 90');
    const settings = `description: "why", category: "cat", tags: ["t"], assignedTo: "${own}", assignedToType: "team"`;
    await rule('given_own', `alert LOW "own" with { ${settings} }\n assign to team "${newId()}"`, 'priority 80');
    const nobody = await rule('given_nobody', `assign to user "${newId()}"`, 'priority 95');
    const noTeam = await rule('given_no_team', `assign to team "${newId()}"`, 'priority 94');
    const { userId: reader } = await signInOwner(api(), 'reader@example.com');
    const { role } = (await send('POST', '/roles', { name: 'Reader', permissions: ['alerts:read'] })).body;
    await api().pool.query('update members set role_id = $2 where user_id = $1', [reader, role.id]);
    const lacks = await rule('given_reader', `assign to user "${reader}"`, 'priority 93');
    const answer = await pay('given', 'asa');
    expect(executed(answer)).toMatchObject({
      assignedUser: null,
      assignedTeam: { teamId: team },
      skipped: [{ type: 'assignUser', reason: 'duplicate' }],
      failed: [
        ...[nobody, noTeam].map((ruleId) => ({ ruleId, code: 'ASSIGNEE_NOT_FOUND' })),
        { ruleId: lacks, type: 'assignUser', status: 'failed', code: 'ASSIGNEE_NOT_PERMITTED' },
      ],
    });
    const { alerts } = (await send('GET', `/intelligence/alerts?transactionId=${answer.transaction.id}`)).body;
    const byName = Object.fromEntries(alerts.map((alert: Body) => [alert.name, alert]));
    expect(byName).toMatchObject({
      plain: { assignedTo: team, assignedToType: 'team', description: null, tags: [] },
      own: { assignedTo: own, assignedToType: 'team', description: 'why', category: 'cat', tags: ['t'] },
    });
    expect(await casesOf(id)).toMatchObject([{ assignedTo: team, assignedToType: 'team', alertCount: 2 }]);
  });

  it('lets a matrix score raise alerts, open cases, block and request reviews, but decide nothing', async () => {
    const [blocked, reviewed] = [await person('bo'), await person('rey')];
    const matrixId = await matrix(
      'scores',
      [
        trigger('High score', 'create_alert', { description: 'half way', priority: 'CRITICAL' }),
        trigger('Look at it', 'require_review'),
        trigger('Stop them', 'block_entity', { condition: { field: 'riskScore', operator: 'gt', value: 89.5 } }),
        trigger('Tell them', 'send_notification', { condition: { field: 'riskScore', operator: 'eq', value: 90 } }),
      ],
      { decisions: [{ decision: 'REJECT', from: 1000 }] },
    );
    await rule('scored', 'key "x"', 'matrix scores\n  score 60');
    await publishRule(api(), {
      source: `rule scored_big "big" {\n  on transaction (created)\n  matrix scores\n  score 30\n  when transaction.amount >= 500 USD\n  then key "big"\n}`,
    });
    const calm = await pay('nothing', 'rey', { riskMatrixId: matrixId });
    expect(executed(calm)).toMatchObject({ alerts: [], status: null });
    const answer = await pay('scored', 'bo', { amount: 900, riskMatrixId: matrixId });
    expect(answer.rulesResult).toMatchObject({ decision: 'APPROVE', riskScore: 90 });
    const [alert] = executed(answer).alerts;
    expect(executed(answer)).toMatchObject({
      status: 'blocked',
      failed: [{ riskMatrixId: matrixId, type: 'send_notification', code: 'RECIPIENT_NOT_FOUND' }],
    });
    expect(alert).toEqual({
      alertId: expect.any(String),
      riskMatrixId: matrixId,
      title: 'High score',
      severity: 'CRITICAL',
    });
    expect((await send('GET', `/intelligence/alerts/${alert.alertId}`)).body.alert).toMatchObject({
      sourceSystem: 'risk_matrix',
      riskMatrixId: matrixId,
      ruleId: null,
      riskContribution: 90,
      description: 'half way',
      triggerCondition: { ruleName: 'High score', threshold: 50, actual: 90 },
    });
    expect(await casesOf(blocked)).toMatchObject([{ name: 'Look at it', createdBy: matrixId, alertCount: 1 }]);
    expect((await send('GET', `/entities/${blocked}`)).body.status).toBe('blocked');
    expect((await send('GET', `/entities/${reviewed}`)).body.status).toBe('active');
    const owner = await member('owner@example.com', ownerRole.id);
    expect(executed(await pay('scored', 'bo', { amount: 900, riskMatrixId: matrixId }))).not.toHaveProperty('failed');
    expect(await told('notification')).toMatchObject([{ userId: owner, title: 'Tell them', riskMatrixId: matrixId }]);
  });

  it('opens another case where the open one has no room for the alerts of matrix scores', async () => {
    const id = await person('full');
    const alerts = ['One', 'Two', 'Three'].map((name) => trigger(name, 'create_alert'));
    const riskMatrixId = await matrix('full', [...alerts, trigger('Case', 'create_investigation')]);
    await rule('full', 'key "f"', 'matrix full\n  score 70');
    await pay('full', 'full', { riskMatrixId });
    const almost = limits.alertsPerCase - 2;
    await api().pool.query('update cases set alert_count = $2 where entity_id = $1', [id, almost]);
    await pay('full', 'full', { riskMatrixId });
    expect(await casesOf(id)).toMatchObject([{ alertCount: 3 }, { alertCount: almost }]);
  });

  it('notifies the people a rule names, in the app or by email, and reports unknown ones', async () => {
    const userId = await member('desk@example.com');
    const message = '"{origin.name} paid {transaction.amount}"';
    const to = (...names: readonly string[]): string => `with { recipients: ${JSON.stringify(names)} }`;
    const ruleId = await rule(
      'tells',
      `notify in_app ${message} ${to('Desk@Example.com', userId, 'gone@example.com')}
       notify email ${message} ${to(userId, 'outside@example.com', 'nobody')}`,
    );
    const silent = await rule('tells_nobody', 'notify email "x"');
    const owned = await rule('tells_owner', 'notify in_app "x"', 'owner "desk@example.com"');
    await person('tom');
    const answer = await pay('tells', 'tom');
    const { id } = answer.transaction;
    const text = { title: 'tells', body: 'tom paid 10.00 USD', link: `/transactions/${id}`, ruleId };
    expect(await told('notification', ruleId)).toMatchObject([{ ...text, userId }]);
    expect(await told('notification', owned)).toMatchObject([{ userId, body: 'x' }]);
    const { rows: emails } = await api().pool.query<Body>(
      `select recipient, payload from outgoing_emails where event = 'mail.notification' and payload ->> 'ruleId' = $1 order by recipient`,
      [ruleId],
    );
    expect(emails).toMatchObject([
      { recipient: 'desk@example.com', payload: text },
      { recipient: 'outside@example.com', payload: text },
    ]);
    expect(executed(answer)).toMatchObject({
      skipped: [{ ruleId: silent, type: 'sendNotification', reason: 'no_target' }],
      failed: [
        {
          ruleId,
          type: 'sendNotification',
          code: 'RECIPIENT_NOT_FOUND',
          message: 'there is no active member "gone@example.com"',
        },
        {
          ruleId,
          type: 'sendNotification',
          code: 'RECIPIENT_NOT_FOUND',
          message: 'there is no active member "nobody"',
        },
      ],
    });
  });

  it('rejects publishing a rule that names an unknown automation', async () => {
    const source = `rule fires "fires" {\n  on transaction (created)\n  when transaction.flagged\n  then run automation "${newId()}"\n}`;
    const validated = await send('POST', '/rules/validate', { source });
    expect(validated.body).toMatchObject({ valid: false });
    expect(validated.body.diagnostics).toContainEqual(expect.objectContaining({ code: 'E0806' }));
    await expect(publishRule(api(), { source })).rejects.toThrow(/answered 422: .*there is no automation/);
  });

  it('reviews a person on a score, fires nothing in shadow, and makes a new rule set for new triggers', async () => {
    const body = { type: 'person', name: 'Vera', countryCode: 'BR', externalId: 'vera', status: 'active' };
    const triggers = [trigger('Review', 'require_review'), trigger('Case', 'create_investigation')];
    const matrixId = await matrix('people', triggers, { targetEntityTypes: ['person'], status: 'shadow' });
    await publishRule(api(), {
      source:
        'rule vera "vera" {\n  on person (manual)\n  matrix people\n  score 70\n  when entity.name = "Vera"\n  then key "v"\n}',
    });
    await send('POST', '/entities', body);
    const { id } = (await send('GET', '/entities/by-external-id/vera')).body;
    const analyze = async (): Promise<Body> =>
      (await send('POST', `/entities/${id}/analyze`, { riskMatrixIds: [matrixId] })).body;
    const shadow = await analyze();
    expect((await send('GET', `/entities/${id}`)).body.status).toBe('active');
    await send('PATCH', `/risk-matrices/${matrixId}`, { status: 'active' });
    const live = await analyze();
    expect((await send('GET', `/entities/${id}`)).body.status).toBe('under_review');
    expect(await casesOf(id)).toMatchObject([{ name: 'Case', entityId: id }]);
    await send('PATCH', `/risk-matrices/${matrixId}`, { triggers: [] });
    const without = await analyze();
    const versions = [shadow, live, without].map(
      ({ rulesResult, ruleSetVersion }) => ruleSetVersion ?? rulesResult.ruleSetVersion,
    );
    expect(new Set(versions).size).toBe(3);
  });

  it('charges a matrix as its rules, and needs force to archive one that is assigned to entities', async () => {
    const id = await person('mia');
    const matrixId = await matrix('assigned', []);
    await rule('assigned', 'key "x"', 'matrix assigned');
    const { riskMatrix } = (await send('GET', `/risk-matrices/${matrixId}`)).body;
    expect(riskMatrix).toMatchObject({ ruleCount: 1, activeRuleCount: 1 });
    expect(riskMatrix.cost).toBeGreaterThan(0);
    const path = `/entities/${id}/risk-matrices`;
    const data = { entityId: id, riskMatrixIds: [matrixId], previousRiskMatrixIds: [] };
    expect((await send('PUT', path, { riskMatrixIds: [matrixId] })).body).toMatchObject({ success: true, data });
    expect(await send('PUT', path, { riskMatrixIds: [newId()] })).toMatchObject({
      status: 422,
      body: { code: 'RISK_MATRIX_NOT_FOUND' },
    });
    const refused = await send('DELETE', `/risk-matrices/${matrixId}`);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'RISK_MATRIX_IN_USE' } } });
    expect((await send('DELETE', `/risk-matrices/${matrixId}?force=true`)).status).toBe(200);
    expect((await send('GET', `/entities/${id}`)).body.riskMatrixIds).toEqual([]);
  });

  it.each([
    ['an action that there is not', { action: 'shout' }, 'triggers[0].action'],
    [
      'a score above the scale',
      { condition: { field: 'riskScore', operator: 'gte', value: 101 } },
      'triggers[0].condition.value',
    ],
    ['another field', { condition: { field: 'amount', operator: 'gte', value: 1 } }, 'triggers[0].condition.field'],
    [
      'an operator of texts',
      { condition: { field: 'riskScore', operator: 'contains', value: 1 } },
      'triggers[0].condition.operator',
    ],
  ])('rejects a trigger with %s', async (_what, more, path) => {
    const answer = await send('POST', '/risk-matrices', {
      name: `M ${nextNumber()}`,
      triggers: [trigger('t', 'create_alert', more)],
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { [path]: expect.any(String) } } },
    });
  });
});
