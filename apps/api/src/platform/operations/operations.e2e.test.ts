import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createTestDatabase } from '@tamis/testkit';

import { createApp } from '../../create-app.js';
import { readConfig } from '../config/index.js';
import { Draining } from './index.js';
import { publishRule } from '../../../test/support/publish-rule.js';
import { send, startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';

const token = 'scrape-me-0123456789';

describe('monitoring endpoints', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi();
  });
  afterAll(() => api?.stop());

  /** Starts a second server on the same database with other settings. */
  const withServer = async (settings: object, work: (url: string, app: NestFastifyApplication) => Promise<void>) => {
    const config = readConfig({
      DATABASE_URL: api.pool.options.connectionString,
      PORT: '0',
      LOG: 'silent',
      ...settings,
    });
    if (!config.ok) throw new Error(config.error.join());
    const app = await createApp(config.value);
    try {
      await app.listen(0, '127.0.0.1');
      await work(await app.getUrl(), app);
    } finally {
      await app.close();
    }
  };
  const statusOf = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
    (await send(url, null, { headers })).status;

  it.each(['/health', '/health/live', '/health/ready'])('answer %s without a key', async (path) => {
    expect(await api.call(path, { key: null })).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('report live but not ready while the database refuses connections, and ready afterwards', async () => {
    const own = await createTestDatabase();
    const name = new URL(own.url).pathname.slice(1);
    const allow = (allowed: boolean) => api.pool.query(`alter database ${name} with allow_connections ${allowed}`);
    try {
      await withServer({ DATABASE_URL: own.url }, async (url) => {
        expect(await statusOf(`${url}/health/ready`)).toBe(200);
        await allow(false);
        await api.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
        for (let n = 0; n < 3; n += 1) expect(await statusOf(`${url}/health/ready`)).toBe(503);
        expect(await statusOf(`${url}/health`)).toBe(503);
        expect(await statusOf(`${url}/health/live`)).toBe(200);
        await allow(true);
        expect(await statusOf(`${url}/health/ready`)).toBe(200);
      });
    } finally {
      await own.drop();
    }
  });

  it('report live but not ready while the server drains, still answer, and close connections', async () => {
    await withServer({}, async (url, app) => {
      const before = await send(`${url}/health/ready`, null, {});
      expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
      app.get(Draining).begin();
      expect(await statusOf(`${url}/health/ready`)).toBe(503);
      expect(await statusOf(`${url}/health/live`)).toBe(200);
      const answer = await send(`${url}/auth/test`, api.production.key, {});
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    });
  });

  it('count requests by the template of their route, never by address', async () => {
    await api.call('/entities/by-tax-id/11.444.777-secret');
    await api.call('/no/such/route?taxId=secret');
    const { text, headers } = await api.call('/metrics', { key: null });
    expect(headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(text).toContain(
      'tamis_http_request_duration_seconds_count{method="GET",route="/entities/by-tax-id/:taxId",status="404"} 1',
    );
    expect(text).toMatch(/tamis_http_request_duration_seconds_count\{method="GET",route="none",status="404"\} \d/);
    expect(text).not.toContain('secret');
    expect(text).not.toContain(api.production.organizationId);
  });

  it('show the worker pool, the connections and the event loop', async () => {
    await publishRule(api, { source: 'rule every_payment { on transaction when transaction.amount > 0 USD }' });
    const body = { type: 'PAYMENT', amount: 10, currency: 'USD', externalId: 'metrics-1' };
    expect((await api.call('/transactions', { body })).status).toBe(201);
    const { text } = await api.call('/metrics', { key: null });
    const valueOf = (line: string): number => {
      const found = text.split('\n').find((other) => other.startsWith(`${line} `));
      if (found === undefined) throw new Error(`no line ${line}`);
      return Number(found.slice(line.length + 1));
    };
    expect(valueOf('tamis_engine_answered_total')).toBeGreaterThanOrEqual(1);
    expect(valueOf('tamis_engine_run_seconds_count')).toBe(valueOf('tamis_engine_answered_total'));
    expect(valueOf('tamis_engine_run_seconds_bucket{le="+Inf"}')).toBe(valueOf('tamis_engine_run_seconds_count'));
    expect(valueOf('tamis_engine_run_seconds_sum')).toBeGreaterThan(0);
    expect(valueOf('tamis_engine_waiting')).toBe(0);
    expect(valueOf('tamis_engine_refused_total{reason="overloaded"}')).toBe(0);
    expect(valueOf('tamis_engine_deaths_total{cause="crashed"}')).toBe(0);
    const connections = ['idle', 'busy'].map((state) => valueOf(`tamis_database_connections{state="${state}"}`));
    expect(connections[0]! + connections[1]!).toBeGreaterThan(0);
    expect(valueOf('tamis_database_waiting')).toBe(0);
    expect(valueOf('tamis_event_loop_delay_seconds{quantile="1"}')).toBeGreaterThanOrEqual(0);
    expect(valueOf('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(valueOf('nodejs_heap_size_used_bytes')).toBeGreaterThan(1_000_000);
    expect(valueOf('nodejs_active_resources_total')).toBeGreaterThan(1);
    expect(valueOf('tamis_rate_limit_refusals_total')).toBe(0);
    expect(await api.call('/metrics', { key: null }).then((again) => again.text)).toContain(
      'tamis_engine_answered_total',
    );
  });

  it('show metrics only to the same machine, and not through a proxy on it', async () => {
    for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via']) {
      const refused = await api.call('/metrics', { key: null, headers: { [header]: '127.0.0.1' } });
      expect([header, refused.status, refused.text.includes('tamis_')]).toEqual([header, 403, false]);
    }
    // A proxy that adds no header passes on the host name that its client used.
    const [response] = (await once(
      get(`${api.url}/metrics`, { headers: { host: 'api.example.com' } }),
      'response',
    )) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(403);
  });

  it('show metrics to callers with the token when one is configured', async () => {
    await withServer({ METRICS_TOKEN: token }, async (url) => {
      expect(await statusOf(`${url}/metrics`)).toBe(401);
      expect(await statusOf(`${url}/metrics`, { authorization: `Bearer ${token}x` })).toBe(401);
      expect(await statusOf(`${url}/metrics`, { authorization: `Bearer ${api.production.key}` })).toBe(401);
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '8.8.8.8' };
      expect(await statusOf(`${url}/metrics`, headers)).toBe(200);
    });
  });
});
