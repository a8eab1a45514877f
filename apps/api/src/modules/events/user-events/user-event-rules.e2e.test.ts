import { publishRule } from '../../../../test/support/publish-rule.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('rules on user events (section 11)', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const send = (more: object): Promise<TestResponse> =>
    api.call('/events/user', { body: { eventType: 'LOGIN_SUCCESS', userId: 'user-1', ...more } });

  const rule = (name: string, when: string, then: string): object => ({
    source: `rule ${name} "${name}" {\n  on userEvent (created)\n  score 40\n\n  when ${when}\n\n  then ${then}\n}\n`,
  });
  let many: string;
  beforeAll(async () => {
    const windowed =
      'event.eventType = "LOGIN_FAILED" and count(userEvents from entity in last 1h where eventType = "LOGIN_FAILED") >= 3';
    many = await publishRule(api, rule('many_failures', windowed, 'alert HIGH "failures of {entity.externalId}"'));
    await publishRule(api, rule('rooted', 'device.isRooted = true', 'suggest SUSPEND'));
    await publishRule(
      api,
      rule('closed', 'event.eventType = "ACCOUNT_CLOSED"', 'set status to under_review because "closed"'),
    );
  });

  const newEntity = async (externalId: string): Promise<string> => {
    const body = { type: 'person', name: 'Rui', countryCode: 'BR', externalId, status: 'active' };
    return (await api.call('/entities', { body })).body.entity.id as string;
  };

  it('returns the decision, stores it on the event and raises an alert at the third failure', async () => {
    const entityExternalId = 'rules-1';
    const id = await newEntity(entityExternalId);
    const answers: TestResponse[] = [];
    for (let n = 0; n < 3; n += 1) answers.push(await send({ eventType: 'LOGIN_FAILED', entityExternalId }));
    expect(answers.map(({ body }) => body.rulesResult.alerts.length as number)).toEqual([0, 0, 1]);
    const { body } = answers[2]!;
    expect(body).toMatchObject({
      rulesResult: { success: true, rulesTriggered: 1, alerts: [{ ruleId: many, title: 'failures of rules-1' }] },
      rulesExecutionSummary: { rulesHit: [{ ruleId: many }] },
    });
    const { evaluationId, ruleSetVersion, decision, riskScore } = body.rulesResult;
    expect(body.event).toMatchObject({ lastEvaluationId: evaluationId, ruleSetVersion, decision, riskScore });
    expect((await api.call(`/events/user/${body.event.id as string}`)).body.event).toEqual(body.event);
    const alerts = await api.call(`/intelligence/alerts?entityId=${id}`);
    expect(alerts.body.alerts).toMatchObject([{ userEventId: body.event.id, ruleId: many, evaluationId }]);
    const { rows } = await api.pool.query(
      'select record_type, record_id, trigger, entity_ids from evaluations where id = $1',
      [evaluationId],
    );
    expect(rows).toEqual([
      { record_type: 'user_event', record_id: body.event.id, trigger: 'user_event_created', entity_ids: [id] },
    ]);
    const audit = await api.call(`/audit/events?resourceId=${body.event.id as string}&sortOrder=asc`);
    expect((audit.body.events as Body[]).map((each) => each.event as string)).toEqual([
      'user_event_received',
      'risk_analysis_executed',
    ]);
    const outbox = await api.pool.query<{ event: string }>(
      `select event from outbox_events where payload ->> 'evaluationId' = $1 order by event`,
      [evaluationId],
    );
    expect(outbox.rows.map(({ event }) => event)).toContain('risk_analysis_user_event_executed');
  });

  it('reads the device as updated by the event', async () => {
    await newEntity('rules-2');
    const tell = (isRooted: boolean) =>
      send({ entityExternalId: 'rules-2', deviceId: 'r', deviceDetails: { isRooted } });
    expect((await tell(false)).body.rulesResult.decision).toBe('APPROVE');
    expect((await tell(true)).body.rulesResult.decision).toBe('HOLD');
    const known = await send({ entityExternalId: 'rules-2', deviceId: 'r' });
    expect(known.body.rulesResult.decision).toBe('HOLD');
  });

  it('evaluates to unknown when isRooted of the device was never reported', async () => {
    await newEntity('rules-unknown');
    const ask = (deviceId: string) => send({ entityExternalId: 'rules-unknown', deviceId });
    const { rulesNoHit } = (await ask('silent')).body.rulesExecutionSummary;
    const rooted = (rulesNoHit as Body[]).find(({ ruleKey }) => ruleKey === 'rooted');
    const unknownBecause = [{ cause: 'missing', path: 'device.isRooted' }];
    expect(rooted).toMatchObject({ outcome: 'unknown', unknownBecause });
  });

  it('runs no rules when the caller disables them, and still stores the event', async () => {
    await newEntity('rules-3');
    const { status, body } = await send({ entityExternalId: 'rules-3', deviceId: 'r', executeRules: false });
    expect(status).toBe(201);
    expect(Object.keys(body as object).sort()).toEqual(['entity', 'event', 'requestId', 'success']);
    expect(body.event).toMatchObject({ lastEvaluationId: null, decision: null, riskScore: null });
  });

  it('changes the status of the entity', async () => {
    const id = await newEntity('rules-4');
    await send({ entityExternalId: 'rules-4', eventType: 'ACCOUNT_CLOSED' });
    expect((await api.call(`/entities/${id}`)).body.status).toBe('under_review');
  });
});
