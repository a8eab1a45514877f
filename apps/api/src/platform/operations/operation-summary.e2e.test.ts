import { createTestDatabase } from '@tamis/testkit';

import { createKeyWith } from '../../../test/support/create-key-with.js';
import { closeAllSockets, openSocket } from '../../../test/support/open-socket.js';
import { publishRule } from '../../../test/support/publish-rule.js';
import { type Body, startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';
import { WorkOwners } from '../periodic-task.js';

const source = `rule large_one "Large" {
  on transaction (created)
  category fraud
  score 100
  when transaction.amount >= 100 USD
  then suggest BLOCK
}
`;

describe('operation summary of an organization', () => {
  let api: TestApi;
  let second: TestApi;
  beforeAll(async () => {
    const database = await createTestDatabase();
    api = await startOwnTestApi(database);
    // Renames the accounts of the first server, so that the second can use their names.
    await api.pool.query('update organizations set slug = id::text');
    second = await startOwnTestApi({ ...database, drop: () => Promise.resolve() });
    await publishRule(api, { source });
  });
  afterAll(async () => {
    await second?.stop();
    await api?.stop();
  });

  const pay = async (server: TestApi, externalId: string, amount = 1, key = api.production.key): Promise<void> => {
    const body = { externalId, type: 'PAYMENT', amount, currency: 'USD' };
    const answer = await server.call('/transactions', { body, key });
    if (answer.status !== 201) throw new Error(answer.text);
  };
  const read = async (path: string, key = api.production.key): Promise<Body> => {
    const answer = await api.call(path, { key });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };
  const processIds = () => [api, second].map(({ app }) => app.get(WorkOwners).processId).sort();

  it('adds up payments and latencies of all processes, for this organization only', async () => {
    await pay(api, 'one');
    await pay(second, 'two');
    await pay(second, 'three', 500);
    await pay(api, 'of another', 1, api.stranger.key);
    let summary: Body;
    await waitUntil(async () => {
      summary = await read('/operations/summary');
      return summary.payments.lastFiveMinutes === 3;
    });
    expect(summary.latency).toMatchObject({ count: 3, p50Ms: expect.any(Number), p99Ms: expect.any(Number) });
    expect(summary.latency.p50Ms).toBeLessThanOrEqual(summary.latency.p99Ms);
    const processes = summary.processes as readonly Body[];
    expect(processes.map(({ id }) => id as string).sort()).toEqual(processIds());
    for (const each of processes)
      expect(each).toMatchObject({ isHeard: true, since: expect.any(String), figures: { databaseWaiting: 0 } });
    for (const period of ['hour', 'day']) {
      const series = await read(`/operations/series?period=${period}`);
      const points = series.points as readonly Body[];
      expect(points.reduce((sum, { payments }) => sum + (payments as number), 0)).toBe(3);
      expect(points.reduce((sum, { count }) => sum + (count as number), 0)).toBe(3);
      expect(series.processes).toHaveLength(2);
    }
    expect((await read('/operations/summary', api.stranger.key)).payments.lastFiveMinutes).toBe(1);
    expect((await read('/operations/summary', api.sandbox.key)).payments.lastFiveMinutes).toBe(0);
    // The process that asked has taken the reports.
    expect((await api.pool.query('select from operation_reports')).rowCount).toBe(0);
  });

  it('marks a process that did not report', async () => {
    const { rows } = await api.pool.query<{ id: string }>(
      `insert into process_leases (id, ends_at) values (gen_random_uuid(), now() + interval '1 hour') returning id::text`,
    );
    await waitUntil(async () => {
      const { processes } = await read('/operations/summary');
      return (processes as readonly Body[]).some(({ id, isHeard }) => id === rows[0]!.id && isHeard === false);
    });
    const { payments, processes } = await read('/operations/summary');
    expect([payments.lastFiveMinutes, processes.length]).toEqual([3, 3]);
    await api.pool.query('delete from process_leases where id = $1', [rows[0]!.id]);
  });

  it('counts items that need attention', async () => {
    const { counts } = await read('/operations/summary');
    expect(counts).toEqual({
      ...{ importsUnderWay: 0, dryRunsUnderWay: 0, guardsTripped: 0, rulesDrifted: 0, webhooksFailing: 0 },
      ...{ deliveriesWaiting: 0, outboxLagSeconds: 0, circuitsOpen: 0, replayDifferences: 0 },
    });
    const { organizationId } = api.production;
    const body = { name: 'Down', url: 'https://93.184.216.34/hooks', events: ['alert.*'] };
    const { webhook } = (await api.call('/webhook-config', { body })).body;
    await api.pool.query('update webhooks set failing_since = now() where id = $1', [webhook.id]);
    await api.pool.query(
      `insert into rule_drifts (organization_id, rule_id, version, status, checked_at)
       select organization_id, id, 1, 'drifted', now() from rules where organization_id = $1`,
      [organizationId],
    );
    await api.pool.query(
      `insert into replay_samples (organization_id, day, claimed_at, differing)
       values ($1, current_date - 1, now(), array[gen_random_uuid()])`,
      [organizationId],
    );
    expect((await read('/operations/summary')).counts).toMatchObject({
      ...{ webhooksFailing: 1, rulesDrifted: 1, replayDifferences: 1 },
    });
    expect((await read('/operations/summary', api.stranger.key)).counts).toMatchObject({
      ...{ webhooksFailing: 0, rulesDrifted: 0, replayDifferences: 0 },
    });
  });

  it('is sent to sockets with permission, each for its own organization', async () => {
    const weak = await openSocket(api.url, { token: await createKeyWith(api, 'transactions:read') });
    expect((await weak.subscribe('operations')).rejected).toEqual([{ room: 'operations', code: 'FORBIDDEN' }]);
    const socket = await openSocket(second.url, { token: api.production.key });
    const stranger = await openSocket(second.url, { token: api.stranger.key });
    expect((await socket.subscribe('operations')).success).toBe(true);
    expect((await stranger.subscribe('operations')).success).toBe(true);
    const told = await socket.waitFor('operations:summary');
    expect(told).toMatchObject({
      organizationId: api.production.organizationId,
      processes: [{ isHeard: true }, { isHeard: true }],
    });
    expect(await stranger.waitFor('operations:summary')).toMatchObject({
      organizationId: api.stranger.organizationId,
      counts: { webhooksFailing: 0 },
    });
    expect(weak.received.map(({ name }) => name)).not.toContain('operations:summary');
    closeAllSockets();
  });

  it('is readable only with permission', async () => {
    const key = await createKeyWith(api, 'transactions:read');
    for (const path of ['/operations/summary', '/operations/series'])
      expect(await api.call(path, { key })).toMatchObject({
        ...{ status: 403, body: { error: { requiredPermission: 'operations:read' } } },
      });
    expect((await api.call('/operations/series?period=year')).status).toBe(400);
    const enough = await createKeyWith(api, 'operations:read');
    expect((await api.call('/operations/summary', { key: enough })).status).toBe(200);
  });

  it('counts payments by decision, status and rule, per hour and day', async () => {
    const stats = (query: string, key?: string) => read(`/transactions/stats?${query}`, key);
    expect((await stats('')).totals).toEqual({ APPROVE: 2, REJECT: 1 });
    const byDay = await stats('granularity=day&by=status');
    expect(byDay.series).toHaveLength(1);
    expect(Object.values(byDay.totals as Record<string, number>).reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(byDay.countedFrom).toBeNull();
    const [ruleId] = Object.keys((await stats('by=rule')).totals as object);
    expect((await api.call(`/rules/${ruleId!}`)).body.rule.key).toBe('large_one');
    expect((await stats('by=rule')).totals).toEqual({ [ruleId!]: 1 });
    expect((await stats('', api.stranger.key)).totals).toEqual({ APPROVE: 1 });
    expect((await stats('from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z')).series).toEqual([]);
    expect((await stats('to=9999-12-31T23:30:00Z')).to).toBe('9999-12-31T23:59:59.999Z');
    expect((await stats('to=0001-01-01T00:30:00Z')).from).toBe('0001-01-01T00:00:00.000Z');
    const refused = ['from=2020-01-01T00:00:00Z', 'from=2020-01-02T00:00:00Z&to=2020-01-01T00:00:00Z', 'by=amount'];
    for (const query of refused) expect((await api.call(`/transactions/stats?${query}`)).status).toBe(400);
    const key = await createKeyWith(api, 'transactions:read');
    expect((await api.call('/transactions/stats', { key })).status).toBe(200);
    expect(await api.call('/transactions/stats?by=rule', { key })).toMatchObject({
      ...{ status: 403, body: { error: { requiredPermission: 'rules:read' } } },
    });
  });
});
