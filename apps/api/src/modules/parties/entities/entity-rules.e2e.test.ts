import { publishRule } from '../../../../test/support/publish-rule.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

let made = 0;

const rule = (key: string, when: string, then: string, { on = 'person (created)', more = '' } = {}): object => ({
  source: `rule ${key} "${key}" {
  on ${on}
  score 30
  ${more}
  when ${when}
  then ${then}
}`,
});

describe('platform 4.4, shapes 12.1: rules on persons and companies', () => {
  let api: TestApi;
  const create = (body: object = {}): Promise<TestResponse> => {
    const person = { type: 'person', name: 'Ana Silva', countryCode: 'BR', externalId: `er-${(made += 1)}` };
    return api.call('/entities', { body: { ...person, ...body } });
  };
  const hits = ({ body, text }: TestResponse): string[] => {
    if (body.rulesExecutionSummary === undefined) throw new Error(text);
    return body.rulesExecutionSummary.rulesHit.map(({ ruleKey }: Body) => ruleKey as string);
  };
  const outbox = async (entityId: string): Promise<Body[]> =>
    (
      await api.pool.query<{ event: string; payload: string }>(
        `select event, payload::text as payload from outbox_events where payload::text like $1 order by seq, place`,
        [`%${entityId}%`],
      )
    ).rows.map(({ event, payload }) => ({ event, payload: JSON.parse(payload) }));

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  it('runs nothing without rules', async () => {
    const { status, body } = await create();
    expect([status, body.rulesResult, body.rulesExecutionSummary]).toEqual([201, undefined, undefined]);
    expect(body.entity).toMatchObject({ riskScore: 0, currentEvaluation: null });
  });

  it('reads the stored attributes and data of the entity, and sets score, factors, level and evaluation', async () => {
    await publishRule(api, rule('vip', 'entity.attributes.segment = "vip"', 'suggest FLAG'));
    await publishRule(api, rule('limit', 'entity.attributes.limits.daily > 400', 'key "high_limit"'));
    await publishRule(
      api,
      rule('driver', 'person.occupation = "Driver" and entity.countryCode = "BR"', 'suggest FLAG'),
    );
    await publishRule(api, rule('rich', 'person.income > 1000 USD', 'suggest BLOCK'));
    const sent = {
      attributes: { segment: 'vip', limits: { daily: 500 } },
      entityData: { person: { occupation: 'driver' } },
    };
    const answer = await create(sent);
    expect(hits(answer).sort()).toEqual(['driver', 'limit', 'vip']);
    const { entity, rulesResult, rulesExecutionSummary } = answer.body;
    expect(rulesExecutionSummary.actionsExecuted).toMatchObject({ suggestion: 'FLAG', customKeys: ['high_limit'] });
    expect(rulesResult).toMatchObject({ success: true, rulesTriggered: 3, decision: 'REVIEW_REQUIRED' });
    expect(rulesResult.rulesExecutionSummary).toEqual(rulesExecutionSummary);
    expect(entity).toMatchObject({
      riskScore: rulesResult.riskScore,
      riskLevel: rulesResult.riskLevel,
      currentEvaluation: {
        id: rulesResult.evaluationId,
        entityId: entity.id,
        evaluationType: 'RULES',
        result: { decision: 'REVIEW_REQUIRED', totalScore: 90, ruleSetVersion: rulesResult.ruleSetVersion },
        // The income is unknown, and five fields are named.
        confidence: 0.8,
      },
    });
    expect(entity.riskFactors.map(({ factor, impact }: Body) => [factor, impact]).sort()).toEqual([
      ['driver', 30],
      ['limit', 30],
      ['vip', 30],
    ]);
    expect((await api.call(`/entities/${entity.id}`)).body).toEqual(entity);
  });

  it('stores the evaluation, which can be read, explained and replayed', async () => {
    const { body } = await create({ attributes: { segment: 'vip' } });
    const { evaluationId } = body.rulesResult;
    const found = await api.call(`/evaluations?entityId=${body.entity.id}&trigger=entity_created`);
    expect(found.body.evaluations).toMatchObject([
      { id: evaluationId, recordType: 'person', recordId: body.entity.id },
    ]);
    const replay = await api.call(`/evaluations/${evaluationId}/replay`, { body: {} });
    expect(replay.body).toMatchObject({ equal: true, ruleSetVersion: body.rulesResult.ruleSetVersion });
  });

  it('raises alerts about the entity, sets its status, and announces both with the evaluation', async () => {
    const id = await publishRule(
      api,
      rule(
        'suspect',
        'entity.attributes.segment = "suspect"',
        'alert HIGH "{entity.name}"\n       set status to suspended because "watched"',
      ),
    );
    const { body } = await create({ attributes: { segment: 'suspect' }, status: 'active' });
    expect(body.entity.status).toBe('suspended');
    expect(body.rulesExecutionSummary.actionsExecuted).toMatchObject({ status: 'suspended', alerts: [{ ruleId: id }] });
    const [alert] = (await api.call(`/intelligence/alerts?entityId=${body.entity.id}`)).body.alerts;
    expect(alert).toMatchObject({ name: 'Ana Silva', transactionId: null, entity: { id: body.entity.id } });
    expect(alert.entity).toMatchObject({ riskScore: 30, status: 'suspended' });
    const events = await outbox(body.entity.id);
    const order = events.map(({ event }) => event as string).filter((event) => event.startsWith('entity.'));
    expect(order).toEqual(['entity.created', 'entity.status_changed']);
    const named = (event: string) => events.find((each) => each.event === event)?.payload;
    expect(named('risk_analysis_entity_executed')).toMatchObject({
      entity: { id: body.entity.id, type: 'person', name: 'Ana Silva' },
      trigger: 'entity_created',
      evaluationId: body.rulesResult.evaluationId,
      rulesExecutionSummary: body.rulesExecutionSummary,
    });
    expect(named('rule.triggered')).toMatchObject({ ruleId: id, rule: { key: 'suspect', severity: 'HIGH' } });
    expect(named('alert.created')).toMatchObject({ id: alert.id, name: 'Ana Silva', targetEntityId: body.entity.id });
    const trail = (await api.call(`/entities/${body.entity.id}/timeline`)).body.events;
    const names = trail.map(({ event }: Body) => event as string);
    expect(new Set(names)).toEqual(
      new Set(['alert_created', 'entity_created', 'entity_status_changed', 'risk_analysis_executed']),
    );
  });

  it('does not run again because of a status that it set', async () => {
    const on = { on: 'person (created, status_changed)' };
    await publishRule(
      api,
      rule('again', 'entity.attributes.segment = "again"', 'set status to blocked because "again"', on),
    );
    const { body } = await create({ attributes: { segment: 'again' } });
    expect(body.entity.status).toBe('blocked');
    const { evaluations } = (await api.call(`/evaluations?entityId=${body.entity.id}`)).body;
    expect(evaluations).toHaveLength(1);
  });

  it('reads payments and user events on a change, and sets a status without a further run', async () => {
    const on = { on: 'person (updated, status_changed)' };
    const paid = 'count(transactions from entity in last 30d where amount >= 10 USD) = 2';
    const acted = 'count(userEvents from entity in last 30d where eventType = "PASSWORD_CHANGED") = 1';
    const then = 'set status to suspended because "busy"';
    await publishRule(api, rule('busy', `${paid} and ${acted}`, then, on));
    const { id, externalId } = (await create({ status: 'active' })).body.entity;
    for (const amount of [5, 10, 20]) {
      const payment = { type: 'PAYMENT', currency: 'USD', originExternalId: externalId, executeRules: false };
      await api.call('/transactions', { body: { ...payment, amount, externalId: `er-pay-${(made += 1)}` } });
    }
    const event = { eventType: 'PASSWORD_CHANGED', userId: 'u', entityId: id };
    await api.call('/events/user', { body: event });
    const changed = await api.call(`/entities/${id}`, { method: 'PATCH', body: { name: 'Ana Souza' } });
    expect(hits(changed)).toEqual(['busy']);
    expect(changed.body.entity).toMatchObject({ name: 'Ana Souza', status: 'suspended', riskScore: 30 });
    expect((await api.call(`/entities/${id}`)).body).toEqual(changed.body.entity);
    const announced = (await outbox(id))
      .map((each) => each.event as string)
      .filter((name) => name.startsWith('entity.'));
    expect(announced).toEqual(['entity.created', 'entity.updated', 'entity.status_changed']);
    const { evaluations } = (await api.call(`/evaluations?entityId=${id}&trigger=entity_updated`)).body;
    expect(evaluations).toMatchObject([{ id: changed.body.entity.currentEvaluation.id, decision: 'APPROVE' }]);
    const moved = await api.call(`/evaluations?entityId=${id}&trigger=entity_status_changed`);
    expect(moved.body.evaluations).toEqual([]);
  });

  it('does not run when the body disables rules', async () => {
    const { body } = await create({ attributes: { segment: 'vip' }, skipRulesExecution: true });
    expect([body.rulesResult, body.entity.riskScore]).toEqual([undefined, 0]);
  });

  it('does not run rules of companies on persons', async () => {
    await publishRule(api, rule('shop', 'company.industry = "retail"', 'suggest FLAG', { on: 'company (created)' }));
    const company = { type: 'company', name: 'Loja', entityData: { company: { industry: 'Retail' } } };
    expect(hits(await create(company))).toEqual(['shop']);
    expect((await create()).body.rulesExecutionSummary.rulesNoHit.map(({ ruleKey }: Body) => ruleKey)).not.toContain(
      'shop',
    );
  });

  it('runs only the named matrices when the body names some', async () => {
    const matrix = async (name: string): Promise<string> =>
      (await api.call('/risk-matrices', { body: { name, status: 'active' } })).body.riskMatrix.id;
    const [kyc, other] = [await matrix('kyc'), await matrix('other')];
    await publishRule(api, rule('of_kyc', 'entity.countryCode = "BR"', 'suggest FLAG', { more: 'matrix kyc' }));
    const answer = await create({ attributes: { segment: 'vip' }, riskMatrixIds: [kyc] });
    expect(hits(answer)).toEqual(['of_kyc']);
    expect(answer.body.entity.riskMatrixIds).toEqual([kyc]);
    expect(answer.body.rulesResult.riskMatricesExecuted).toMatchObject([{ riskMatrixId: kyc, totalScore: 30 }]);
    expect(hits(await create({ attributes: { segment: 'vip' } }))).toEqual(['vip']);
    expect((await create({ riskMatrixIds: [other] })).body.rulesResult).toBeUndefined();
    const preferred = await create({ riskMatrixIds: [kyc], riskMatrixId: [other] });
    expect(hits(preferred)).toEqual(['of_kyc']);
    for (const id of [kyc, kyc.toUpperCase(), [kyc.toUpperCase()]])
      expect((await create({ riskMatrixId: id })).body.entity.riskMatrixIds).toEqual([kyc]);
  });

  it('rejects an unknown matrix and stores nothing', async () => {
    const refused = await create({ externalId: 'no-matrix', riskMatrixIds: ['00000000-0000-7000-8000-000000000000'] });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('RISK_MATRIX_NOT_FOUND')]);
    expect((await api.call('/entities/by-external-id/no-matrix')).status).toBe(404);
  });
});
