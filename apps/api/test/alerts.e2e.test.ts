import { type NewAlert, writeAlerts } from '../src/modules/alerts/index.js';
import { inTransaction, newId } from '../src/platform/database/index.js';
import { type Body, startTestApi, type TestApi } from './support/start-test-api.js';

const ruleId = newId();
const hourMs = 3_600_000;

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
    inTransaction(api.pool, organizationId, (client) => writeAlerts(client, organizationId, alerts, new Date(at)));

  it('returns an alert with everything its rule said', async () => {
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

  it('raises one alert per key within the window, which is open at its start and closed at its end', async () => {
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

  it('without a window, repeats are counted for as long as the first alert is open', async () => {
    const repeated = alert({ ruleId: newId(), dedupe: { key: 'k', windowMs: null } });
    const [first] = await write([repeated], '2020-01-01T00:00:00Z');
    expect(await write([repeated, repeated], '2026-01-01T00:00:00Z')).toEqual(
      Array(2).fill({ alertId: first!.alertId, deduplicated: true }),
    );
    await api.pool.query(`update alerts set status = 'RESOLVED' where id = $1`, [first!.alertId]);
    expect((await write([repeated], '2026-01-02T00:00:00Z'))[0]!.deduplicated).toBe(false);
  });

  it('raises one alert when many runs raise it at the same time', async () => {
    const repeated = alert({ ruleId: newId(), dedupe: { key: 'k', windowMs: hourMs } });
    const runs = await Promise.all(Array.from({ length: 6 }, () => write([repeated], '2026-05-01T00:00:00Z')));
    expect(runs.flat().filter(({ deduplicated }) => !deduplicated)).toHaveLength(1);
    expect((await api.call(`/intelligence/alerts?ruleId=${repeated.ruleId}`)).body.alerts).toMatchObject([
      { duplicateCount: 5 },
    ]);
  });

  it('lists the newest first, between two times, both inclusive', async () => {
    const rule = newId();
    for (const day of [1, 2, 3]) await write([alert({ ruleId: rule, title: `d${day}` })], `2026-06-0${day}T00:00:00Z`);
    const all = await api.call(`/intelligence/alerts?ruleId=${rule}`);
    expect(all.body.alerts.map(({ name }: Body) => name)).toEqual(['d3', 'd2', 'd1']);
    const some = `createdFrom=2026-06-01T00:00:00Z&createdTo=${encodeURIComponent('2026-06-02T02:00:00+02:00')}`;
    expect((await api.call(`/intelligence/alerts?ruleId=${rule}&${some}`)).body.count).toBe(2);
  });

  it('shows an organization its own alerts only', async () => {
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
  ])('refuses the query %s', async (query, field) => {
    expect(await api.call(`/intelligence/alerts?${query}`)).toMatchObject({
      status: 400,
      body: { success: false, error: { code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } } },
    });
  });
});
