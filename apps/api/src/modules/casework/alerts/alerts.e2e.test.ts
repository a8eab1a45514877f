import type { NewAlert } from './index.js';
import { inTransaction, newId } from '../../../platform/database/index.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';
import { storeAlerts } from '../../../../test/support/store-alerts.js';
import { createTeam } from '../../../../test/support/create-team.js';

const ruleId = newId();
const hourMs = 3_600_000;
const moves: Readonly<Record<string, readonly string[]>> = {
  OPEN: ['IN_PROGRESS', 'PENDING_REVIEW', 'ESCALATED', 'RESOLVED'],
  IN_PROGRESS: ['OPEN', 'PENDING_REVIEW', 'ESCALATED', 'RESOLVED'],
  PENDING_REVIEW: ['IN_PROGRESS', 'ESCALATED', 'RESOLVED'],
  ESCALATED: ['IN_PROGRESS', 'PENDING_REVIEW', 'RESOLVED'],
  RESOLVED: ['IN_PROGRESS'],
};

const alert = (more: Partial<NewAlert> = {}): NewAlert => ({
  title: 'Many payments',
  severity: 'HIGH',
  type: 'FRAUD',
  ruleId,
  ruleVersion: 1,
  riskContribution: 25,
  evaluationId: newId(),
  ruleSetVersion: 'rs_1',
  ...more,
});

describe('alerts', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const write = (alerts: readonly NewAlert[], at: string, organizationId = api.production.organizationId) =>
    inTransaction(api.pool, organizationId, (client) => storeAlerts(client, organizationId, alerts, new Date(at)));

  const entity = { id: newId(), externalId: 'c1', name: 'Ana', type: 'person', riskScore: 3, status: 'under_review' };
  const met = (
    field: string,
    operator: string,
    expectedValue: object | number | null,
    actualValue: object | number,
  ) => ({
    ...{ field, operator, actualValue, outcome: 'true' },
    ...(expectedValue !== null && { expectedValue }),
  });
  const four = [1, 2, 3, 4].map((n) => met(`n${n}`, 'eq', n, n));
  it.each<[string, Partial<NewAlert>, string | null]>([
    ['no conditions', { triggerCondition: { ruleName: 'Large' } }, 'Large. It counts 25.'],
    [
      'money, a named value and one that is true',
      {
        entity,
        triggerCondition: {
          ruleName: 'Large',
          conditions: [
            met('amount', 'gte', { $money: '250 USD' }, { $money: '730.52 USD' }),
            met('$recent', 'not_in', [1, 2], 7),
            { ...met('channel', 'eq', 1, 2), outcome: 'false' },
          ],
        } as never,
      },
      'Large: amount is 730.52 USD (at least 250 USD), recent is 7 (not in 1, 2). It counts 25; the person was under review with a risk score of 3.',
    ],
    [
      'many conditions, and no score',
      { riskContribution: 0, triggerCondition: { ruleName: 'Many', conditions: [...four, ...four] } as never },
      'Many: n1 is 1 (exactly 1), n2 is 2 (exactly 2), n3 is 3 (exactly 3), n4 is 4 (exactly 4), and 4 more.',
    ],
    ['nothing that is stored', {}, null],
  ])('are summarized in a few sentences: %s', async (_, more, text) => {
    const at = '2026-02-01T10:00:00Z';
    const [{ alertId } = { alertId: '' }] = await write([alert({ ...more, dedupe: null })], at);
    expect((await api.call(`/intelligence/alerts/${alertId}`)).body.alert.miniAnalysis).toBe(text);
    for (const path of ['/intelligence/inbox?limit=100', '/intelligence/alerts?limit=100']) {
      const found = (await api.call(path)).body.alerts.find(({ id }: Body) => id === alertId);
      expect([path, found.miniAnalysis]).toEqual([path, text]);
    }
  });

  it('are summarized with the number of repetitions', async () => {
    const dedupe = { key: 'again', windowMs: hourMs };
    const again = alert({ dedupe, triggerCondition: { ruleName: 'Large' } });
    const [{ alertId } = { alertId: '' }] = await write([again], '2026-02-01T11:00:00Z');
    await write([again], '2026-02-01T11:10:00Z');
    expect((await api.call(`/intelligence/alerts/${alertId}`)).body.alert.miniAnalysis).toBe(
      'Large. It counts 25. It was raised once more, last at 2026-02-01T11:10:00.000Z.',
    );
  });

  it('returns an alert with everything that its rule recorded', async () => {
    const entity = { id: newId(), externalId: 'c1', name: 'Ana', type: 'person', riskScore: 3, status: 'active' };
    const transactionId = newId();
    const [written] = await write(
      [
        alert({
          entity,
          transactionId,
          category: 'velocity',
          tags: ['t'],
          triggerCondition: { ruleName: 'r', threshold: 1 },
        }),
      ],
      '2026-03-01T10:00:00Z',
    );
    const { status, body } = await api.call(`/intelligence/alerts/${written!.alertId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      alert: {
        id: written!.alertId,
        organizationId: api.production.organizationId,
        name: 'Many payments',
        severity: 'HIGH',
        priority: 'HIGH',
        status: 'OPEN',
        entity,
        targetEntityId: entity.id,
        targetEntityType: 'person',
        transactionId,
        ruleId,
        triggerCondition: { ruleName: 'r', threshold: 1 },
        sourceSystem: 'rules_engine',
        duplicateCount: 0,
        tags: ['t'],
        createdAt: '2026-03-01T10:00:00.000Z',
      },
      notes: [],
      timeline: [],
    });
    for (const query of [
      `entityId=${entity.id}`,
      `transactionId=${transactionId}`,
      'category=velocity',
      `ruleId=${ruleId}&category=velocity&status=PENDING&severity=LOW,HIGH`,
    ]) {
      const found = await api.call(`/intelligence/alerts?${query}`);
      expect(found.body).toMatchObject({ success: true, count: 1, pagination: { total: 1 }, alerts: [body.alert] });
      expect(Object.keys(found.body.alerts[0])).toEqual(Object.keys(body.alert));
    }
  });

  it('raises one alert per key within the window, start inclusive and end exclusive', async () => {
    const repeated = alert({ ruleId: newId(), dedupe: { key: 'origin-1', windowMs: 24 * hourMs } });
    const [first] = await write([repeated], '2026-03-01T10:00:00Z');
    const [second] = await write([repeated], '2026-03-02T09:59:59Z');
    expect(second).toEqual({ alertId: first!.alertId, deduplicated: true });
    const [third] = await write([repeated], '2026-03-02T10:00:00Z');
    expect(third!.deduplicated).toBe(false);
    const [otherKey] = await write(
      [{ ...repeated, dedupe: { key: 'origin-2', windowMs: 24 * hourMs } }],
      '2026-03-01T11:00:00Z',
    );
    expect(otherKey!.deduplicated).toBe(false);
    const { body } = await api.call(`/intelligence/alerts/${first!.alertId}`);
    expect(body.alert).toMatchObject({
      duplicateCount: 1,
      lastSeenAt: '2026-03-02T09:59:59.000Z',
      createdAt: '2026-03-01T10:00:00.000Z',
    });
  });

  it('counts repeats for as long as the first alert is open when there is no window', async () => {
    const repeated = alert({ ruleId: newId(), dedupe: { key: 'k', windowMs: null } });
    const [first] = await write([repeated], '2020-01-01T00:00:00Z');
    expect(await write([repeated, repeated], '2026-01-01T00:00:00Z')).toEqual(
      Array(2).fill({ alertId: first!.alertId, deduplicated: true }),
    );
    await api.pool.query(`update alerts set status = 'RESOLVED' where id = $1`, [first!.alertId]);
    expect((await write([repeated], '2026-01-02T00:00:00Z'))[0]!.deduplicated).toBe(false);
  });

  it('raises one alert when many evaluations raise it at the same time', async () => {
    const repeated = alert({ ruleId: newId(), dedupe: { key: 'k', windowMs: hourMs } });
    const runs = await Promise.all(Array.from({ length: 6 }, () => write([repeated], '2026-05-01T00:00:00Z')));
    expect(runs.flat().filter(({ deduplicated }) => !deduplicated)).toHaveLength(1);
    expect((await api.call(`/intelligence/alerts?ruleId=${repeated.ruleId}`)).body.alerts).toMatchObject([
      { duplicateCount: 5 },
    ]);
  });

  it('lists the newest first between two inclusive times', async () => {
    const rule = newId();
    for (const day of [1, 2, 3]) await write([alert({ ruleId: rule, title: `d${day}` })], `2026-06-0${day}T00:00:00Z`);
    const all = await api.call(`/intelligence/alerts?ruleId=${rule}`);
    expect(all.body.alerts.map(({ name }: Body) => name)).toEqual(['d3', 'd2', 'd1']);
    const some = `createdFrom=2026-06-01T00:00:00Z&createdTo=${encodeURIComponent('2026-06-02T02:00:00+02:00')}`;
    expect((await api.call(`/intelligence/alerts?ruleId=${rule}&${some}`)).body.count).toBe(2);
  });

  describe('shapes 8.2: manual work on alerts', () => {
    let entityId: string;
    beforeAll(async () => {
      const entity = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' };
      entityId = (await api.call('/entities', { body: entity })).body.entity.id;
    });

    const send = (method: string, path: string, body: object = {}, key?: string): Promise<TestResponse> =>
      api.call(`/intelligence/alerts${path}`, { method, body, ...(key && { key }) });
    const raise = async (more: object = {}): Promise<string> => {
      const body = { name: 'By hand', severity: 'HIGH', targetEntityId: entityId, ...more };
      const answer = await send('POST', '', body);
      expect([answer.status, answer.text]).toEqual([201, answer.text]);
      return answer.body.alert.id as string;
    };
    const read = async (id: string): Promise<Body> => (await api.call(`/intelligence/alerts/${id}`)).body;
    const to = (id: string, status: string): Promise<TestResponse> =>
      send('PATCH', `/${id}/status`, { status, reason: 'seen' });
    const eventsOf = async (id: string): Promise<string[]> => {
      const text = `select event from outbox_events where $1 in (payload ->> 'id', payload -> 'alert' ->> 'id') order by event`;
      return (await api.pool.query<Body>(text, [id])).rows.map(({ event }) => event as string);
    };
    const trailOf = async (id: string): Promise<string[]> =>
      (await read(id)).timeline.map(({ event }: Body) => event as string);

    it('creates an alert by hand about an entity or a transaction', async () => {
      const id = await raise({ category: 'fraud', description: 'd' });
      const entity = expect.objectContaining({ id: entityId, name: 'Ana', externalId: 'ana' });
      const about = { targetEntityId: entityId, targetEntityType: 'person', entity, transactionId: null };
      const content = { name: 'By hand', severity: 'HIGH', priority: 'HIGH', category: 'fraud', description: 'd' };
      const rest = { type: 'CUSTOM', status: 'OPEN', sourceSystem: 'api', ruleId: null, triggerCondition: null };
      expect((await read(id)).alert).toMatchObject({ ...about, ...content, ...rest });
      expect([await eventsOf(id), await trailOf(id)]).toEqual([['alert.created'], ['alert_created']]);
    });

    it.each<[title: string, body: object, status: number, code: string]>([
      ['nothing', { targetEntityId: undefined }, 400, 'VALIDATION_ERROR'],
      ['an unknown entity', { targetEntityId: newId() }, 422, 'ENTITY_NOT_FOUND'],
      ['an unknown transaction', { targetEntityId: undefined, transactionId: newId() }, 422, 'NOT_FOUND'],
      ['an entity without a name', { name: ' ' }, 400, 'VALIDATION_ERROR'],
      ['an entity, with a severity of its own', { severity: 'URGENT' }, 400, 'VALIDATION_ERROR'],
    ])('rejects an alert about %s', async (_, more, status, code) => {
      const answer = await send('POST', '', { name: 'n', severity: 'LOW', targetEntityId: entityId, ...more });
      expect(answer).toMatchObject({ status, body: { success: false, error: { code } } });
    });

    it('acknowledges an open alert once', async () => {
      const id = await raise();
      const answers = await Promise.all([1, 2, 3].map(() => send('POST', `/${id}/acknowledge`)));
      const [done, ...late] = answers.sort((a, b) => a.status - b.status);
      const acknowledgedAt = expect.any(String);
      expect(done).toMatchObject({
        status: 200,
        body: { success: true, alertId: id, status: 'IN_PROGRESS', acknowledgedAt },
      });
      for (const { status, body } of late) {
        const refused = { error: expect.any(String), code: 'ALREADY_ACKNOWLEDGED', currentStatus: 'IN_PROGRESS' };
        expect([status, body]).toMatchObject([400, refused]);
      }
      expect(await trailOf(id)).toEqual(['alert_acknowledged', 'alert_created']);
      const unknown = newId();
      const missing = { error: expect.any(String), code: 'ALERT_NOT_FOUND', alertId: unknown };
      expect(await send('POST', `/${unknown}/acknowledge`)).toMatchObject({ status: 404, body: missing });
    });

    it('is resolved by one of fifty concurrent requests', async () => {
      const id = await raise();
      const resolve = (n: number) =>
        send('POST', `/${id}/resolve`, { resolution: 'FALSE_POSITIVE', resolutionNotes: `n${n}` });
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => resolve(n)));
      const won = answers.findIndex(({ status }) => status === 200);
      expect(answers[won]!.body).toMatchObject({ success: true, alertId: id, status: 'RESOLVED' });
      for (const [n, { status, body }] of answers.entries())
        if (n !== won) expect([status, body.error.code]).toEqual([409, 'ALREADY_RESOLVED']);
      const resolved = { status: 'RESOLVED', resolution: 'FALSE_POSITIVE', resolutionNotes: `n${won}` };
      expect((await read(id)).alert).toMatchObject({ ...resolved, resolvedAt: expect.any(String) });
      expect(await eventsOf(id)).toEqual(['alert.created', 'alert.resolved', 'alert.status_changed']);
      expect(await trailOf(id)).toEqual(['alert_resolved', 'alert_created']);
    });

    it('follows the status transitions of cases, with RESOLVED in place of CLOSED', async () => {
      for (const [from, allowed] of Object.entries(moves)) {
        for (const next of Object.keys(moves)) {
          const id = await raise();
          if (from !== 'OPEN') await to(id, from);
          const { status, body } = await to(id, next === 'RESOLVED' && from === 'OPEN' ? 'CLOSED' : next);
          const moved = { success: true, alertId: id, status: next, previousStatus: from };
          const refused = { error: { code: 'INVALID_STATUS_TRANSITION', details: { allowed } } };
          const expected = allowed.includes(next) ? [200, moved] : [409, refused];
          expect([from, next, status, body]).toMatchObject([from, next, ...expected]);
        }
      }
    });

    it('requires a reason to be reopened, which clears its resolution', async () => {
      const id = await raise();
      await send('POST', `/${id}/resolve`, { resolution: 'DUPLICATE' });
      const without = await send('PATCH', `/${id}/status`, { status: 'IN_PROGRESS' });
      expect(without).toMatchObject({ status: 400, body: { error: { code: 'REASON_REQUIRED' } } });
      await to(id, 'IN_PROGRESS');
      const { alert } = await read(id);
      expect(alert).toMatchObject({ status: 'IN_PROGRESS', resolution: null, resolvedAt: null, resolvedBy: null });
    });

    it('is assigned without a status change, and takes notes', async () => {
      const [id, assignedTo] = [await raise(), await createTeam(api)];
      const to = { assignedTo, assignedToType: 'team', priority: 'LOW', dueDate: '2030-01-01T00:00:00.000Z' };
      const { body: said } = await send('PUT', `/${id}/assign`, to);
      expect(said).toMatchObject({ success: true, assignedTo, assignedToType: 'team' });
      expect((await send('POST', `/${id}/notes`, { body: 'hm', visibility: 'internal' })).status).toBe(201);
      const { alert: now, notes, timeline } = await read(id);
      expect(now).toMatchObject({ ...to, status: 'OPEN', severity: 'HIGH' });
      expect(notes).toMatchObject([{ body: 'hm', author: { type: 'api_key' }, editedAt: null }]);
      expect(timeline[1]).toMatchObject({ event: 'alert_assigned', id: said.assignmentId });
      expect(await eventsOf(id)).toEqual(['alert.assigned', 'alert.created']);
      for (const wrong of [{ assignedTo: newId() }, { assignedTo: newId(), assignedToType: 'role' }, {}])
        expect((await send('PUT', `/${id}/assign`, wrong)).status).toBe(400);
      expect((await api.call(`/intelligence/alerts?assignedTo=${assignedTo}`)).body.count).toBe(1);
    });

    it('shapes 1.2: flags a transaction as long as one of its alerts is open', async () => {
      const payment = { type: 'PAYMENT', amount: 5, currency: 'USD', originExternalId: 'ana', externalId: 'flagged' };
      const transactionId = (await api.call('/transactions', { body: payment })).body.transaction.id as string;
      const isFlagged = async (): Promise<boolean> =>
        (await api.call(`/transactions/${transactionId}`)).body.transaction.flagged as boolean;
      const ids = [await raise({ transactionId }), await raise({ transactionId, targetEntityId: undefined })];
      expect([await isFlagged(), (await read(ids[1]!)).alert.targetEntityId]).toEqual([true, entityId]);
      await Promise.all(ids.map((id) => send('POST', `/${id}/resolve`)));
      expect(await isFlagged()).toBe(false);
      await to(ids[0]!, 'IN_PROGRESS');
      expect(await isFlagged()).toBe(true);
    });
  });

  it('shows an organization only its own alerts', async () => {
    const [own] = await write([alert()], '2026-07-01T00:00:00Z');
    const key = api.stranger.key;
    expect(await api.call(`/intelligence/alerts/${own!.alertId}`, { key })).toMatchObject({
      status: 404,
      body: { error: { message: 'Alert not found' } },
    });
    expect((await api.call('/intelligence/alerts', { key })).body).toMatchObject({ alerts: [], count: 0 });
  });

  it.each([
    ['status=DONE', 'status'],
    ['severity=high', 'severity'],
    ['entityId=1', 'entityId'],
    ['createdFrom=2026-01-01', 'createdFrom'],
    ['limit=101', 'limit'],
    ['colour=red', 'colour'],
  ])('rejects the query %s', async (query, field) => {
    expect(await api.call(`/intelligence/alerts?${query}`)).toMatchObject({
      status: 400,
      body: { success: false, error: { code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } } },
    });
  });
});
