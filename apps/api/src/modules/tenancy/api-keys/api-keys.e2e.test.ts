import { withClockAhead } from '../../../../test/support/with-clock-ahead.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { reportPromise } from '@tamis/testkit';

import { createApp } from '../../../create-app.js';
import { permissions } from '../../../platform/auth/index.js';
import { readConfig } from '../../../platform/config/index.js';
import { rowTexts } from '../../../../test/support/row-texts.js';
import { type Body, send, startOwnTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const hourMs = 3_600_000;

const unknownId = '00000000-0000-7000-8000-000000000000';

/** Limit of the plan of the test's organizations. */
const perHour = 1_200;

describe('API key endpoints', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi();
  });
  afterAll(() => api?.stop());

  const make = async (body: object = {}, key?: string): Promise<{ apiKey: Body; key: string }> => {
    const answer = await api.call('/api-keys', {
      body: { name: 'reader', permissions: ['rules:read'], ...body },
      ...(key && { key }),
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const statusOf = async (key: string): Promise<number> => (await api.call('/auth/test', { key })).status;

  it('create keys with a name and permissions and show the value once', async () => {
    const expiresAt = new Date(Date.now() + hourMs).toISOString();
    const { apiKey, key } = await make({ expiresAt, permissions: ['rules:read', 'entities:write', 'rules:read'] });
    expect(apiKey).toEqual({
      id: expect.any(String),
      name: 'reader',
      environment: 'development',
      organizationId: api.production.organizationId,
      scopes: ['entities:edit', 'rules:read'],
      rateLimit: perHour,
      rateLimitRemaining: perHour,
      expiresAt,
      lastUsedAt: null,
      prefix: key.slice(0, 20),
      lastFour: key.slice(-4),
      status: 'active',
      ipAllowlist: [],
      createdBy: api.production.apiKeyId,
      createdAt: expect.any(String),
      revokedAt: null,
      version: 1,
    });
    expect(await statusOf(key)).toBe(200);
    const read = await api.call(`/api-keys/${apiKey.id}`);
    expect(read.body.apiKey).toMatchObject({ id: apiKey.id, name: 'reader' });
    const list = await api.call('/api-keys');
    expect(list.body).toMatchObject({ success: true, total: list.body.apiKeys.length });
    expect(list.body.apiKeys.map(({ id }: Body) => id)).toContain(apiKey.id);
    const first = (await api.call('/api-keys?limit=1')).body;
    expect([first.apiKeys.length, first.pagination.hasMore]).toEqual([1, true]);
    const rest = (await api.call(`/api-keys?cursor=${first.pagination.nextCursor}`)).body;
    const ids = (keys: readonly Body[]) => keys.map(({ id }) => id);
    expect(ids([...first.apiKeys, ...rest.apiKeys])).toEqual(ids(list.body.apiKeys));
    for (const text of [read.text, list.text]) expect(text).not.toContain(key.slice(20));
    const stored = await api.pool.query(`select a::text as row from api_keys a where id = $1`, [apiKey.id]);
    expect(stored.rows[0].row).not.toContain(key.slice(20));
  });

  it('never extend the bounds of the key that creates or changes a key', async () => {
    const end = new Date(Date.now() + hourMs).toISOString();
    const later = new Date(Date.now() + 2 * hourMs).toISOString();
    const strong = await make({ permissions: ['rules:read', 'rules:publish'] });
    const scopes = ['api_keys:manage', 'api_keys:read', 'rules:read'];
    const home = { ipAllowlist: ['127.0.0.0/8', '::1/128'] };
    const bounded = await make({ permissions: scopes, expiresAt: end, ...home });
    const { id } = bounded.apiKey;
    const as = (path: string, body: object, method = 'POST') => api.call(path, { method, body, key: bounded.key });
    const whole = { name: 'k', permissions: ['rules:read'] };
    const refused: readonly [object, readonly string[]][] = [
      [await as('/api-keys', whole), ['ipAllowlist', 'expiresAt']],
      [await as('/api-keys', { ...whole, ...home }), ['expiresAt']],
      [await as('/api-keys', { ...whole, ...home, expiresAt: later }), ['expiresAt']],
      [await as('/api-keys', { ...whole, expiresAt: end, ipAllowlist: ['127.0.0.1', '10.0.0.1'] }), ['ipAllowlist']],
      [await as('/api-keys', { ...whole, expiresAt: end, ipAllowlist: ['0.0.0.0/0'] }), ['ipAllowlist']],
      [await as(`/api-keys/${id}`, { expiresAt: null }, 'PATCH'), ['expiresAt']],
      [await as(`/api-keys/${id}`, { ipAllowlist: [] }, 'PATCH'), ['ipAllowlist']],
      [await as(`/api-keys/${strong.apiKey.id}`, { name: 'weak' }, 'PATCH'), ['permissions']],
      [await as(`/api-keys/${strong.apiKey.id}`, { permissions: ['rules:read'] }, 'PATCH'), ['permissions']],
      [await as(`/api-keys/${strong.apiKey.id}/rotate`, {}), ['permissions']],
      [await as(`/api-keys/${(await make()).apiKey.id}/rotate`, {}), ['ipAllowlist', 'expiresAt']],
    ];
    for (const [answer, fields] of refused) {
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'PERMISSION_ESCALATION' } } });
      expect(Object.keys((answer as { body: Body }).body.error.details)).toEqual(fields);
    }
    const read = await api.call(`/api-keys/${id}`);
    expect(read.body.apiKey).toMatchObject({ expiresAt: end, ...home });
    const within = await as('/api-keys', { ...whole, expiresAt: end, ipAllowlist: ['127.0.0.1', '127.1.0.0/16'] });
    expect(within.status).toBe(201);
    const rotated = await as(`/api-keys/${id}/rotate`, { overlapHours: 1 });
    expect(rotated).toMatchObject({ status: 200, body: { apiKey: { expiresAt: end, ...home } } });
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['no permission', { permissions: [] }, 'permissions'],
    ['a permission there is not', { permissions: ['rules:fly'] }, 'permissions'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['an address that is none', { ipAllowlist: ['10.0.0.0/8', '10.0.0'] }, 'ipAllowlist[1]'],
    ['a field there is not', { scopes: ['rules:read'] }, 'scopes'],
  ])('reject %s', async (_, change, field) => {
    const answer = await api.call('/api-keys', { body: { name: 'k', permissions: ['rules:read'], ...change } });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    expect(Object.keys(answer.body.error.details)).toContain(field);
  });

  it('reject permissions that the creator does not hold', async () => {
    const manager = await make({ permissions: ['api_keys:manage', 'entities:edit'] });
    const refused = await api.call('/api-keys', {
      key: manager.key,
      body: { name: 'k', permissions: ['entities:edit', 'rules:publish', 'audit:export'] },
    });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: 'PERMISSION_ESCALATION', details: { permissions: ['rules:publish', 'audit:export'] } } },
    });
    const more = { body: { permissions: ['rules:read'] }, method: 'PATCH', key: manager.key };
    expect((await api.call(`/api-keys/${manager.apiKey.id}`, more)).status).toBe(403);
    const rotated = { body: {}, key: manager.key };
    expect((await api.call(`/api-keys/${api.production.apiKeyId}/rotate`, rotated)).status).toBe(403);
    expect((await make({ permissions: ['entities:edit'] }, manager.key)).apiKey.scopes).toEqual(['entities:edit']);
  });

  it('accept a key only from addresses in its allowlist', async () => {
    const { apiKey, key } = await make({ ipAllowlist: ['10.0.0.0/8', '2001:db8::1'] });
    expect(await api.call('/auth/test', { key })).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN' } },
    });
    const change = { method: 'PATCH', body: { ipAllowlist: ['127.0.0.0/8'] } };
    expect((await api.call(`/api-keys/${apiKey.id}`, change)).body.apiKey.ipAllowlist).toEqual(['127.0.0.0/8']);
    expect(await untilStatus(key, 200)).toBe(200);
  });

  it('change name, permissions and expiry, and keep fields that are not sent', async () => {
    const { apiKey, key } = await make({ expiresAt: new Date(Date.now() + hourMs).toISOString() });
    const change = (body: object) => api.call(`/api-keys/${apiKey.id}`, { method: 'PATCH', body });
    expect((await change({ permissions: ['alerts:read'] })).body.apiKey).toMatchObject({
      scopes: ['alerts:read'],
      name: 'reader',
      expiresAt: apiKey.expiresAt,
    });
    expect((await change({ name: 'other', expiresAt: null })).body.apiKey).toMatchObject({
      name: 'other',
      expiresAt: null,
    });
    expect((await api.call('/rules', { key })).status).toBe(403);
    expect((await api.call('/intelligence/alerts', { key })).status).toBe(200);
  });

  it('rotate a key to a new one, and both work until the overlap ends', async () => {
    const first = await make({ ipAllowlist: ['127.0.0.1'] });
    const rotated = await api.call(`/api-keys/${first.apiKey.id}/rotate`, { body: {} });
    expect(rotated).toMatchObject({
      status: 200,
      body: { success: true, apiKey: { name: 'reader', scopes: ['rules:read'], ipAllowlist: ['127.0.0.1'] } },
    });
    const end = Date.parse(rotated.body.previousKeyExpiresAt) - Date.parse(rotated.body.apiKey.createdAt);
    expect(Math.abs(end - 24 * hourMs)).toBeLessThan(60_000);
    expect([await statusOf(first.key), await statusOf(rotated.body.key)]).toEqual([200, 200]);
    const again = await api.call(`/api-keys/${rotated.body.apiKey.id}/rotate`, { body: { overlapHours: 0 } });
    expect(await untilStatus(rotated.body.key, 401)).toBe(401);
    expect((await api.call('/auth/test', { key: rotated.body.key })).body.error.code).toBe('EXPIRED_API_KEY');
    expect((await api.call(`/api-keys/${rotated.body.apiKey.id}`)).body.apiKey.status).toBe('expired');
    expect(await statusOf(again.body.key)).toBe(200);
  });

  it('allow one rotation per key, also for concurrent and later attempts', async () => {
    const { apiKey } = await make();
    const rotate = () => api.call(`/api-keys/${apiKey.id}/rotate`, { body: {} });
    const answers = await Promise.all([1, 2, 3, 4].map(rotate));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await rotate()).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATUS_TRANSITION' } } });
  });

  it('expire keys by the database clock, even if the server clock is an hour ahead', async () => {
    const { apiKey, key } = await make();
    const rotate = () => api.call(`/api-keys/${apiKey.id}/rotate`, { body: { overlapHours: 0 } });
    expect((await withClockAhead(hourMs, rotate)).status).toBe(200);
    expect(await untilStatus(key, 401)).toBe(401);
  });

  it('revoke a key permanently and reject further changes to it', async () => {
    const { apiKey, key } = await make();
    const path = `/api-keys/${apiKey.id}`;
    expect(await statusOf(key)).toBe(200);
    expect((await api.call(path, { method: 'DELETE' })).body).toMatchObject({ id: apiKey.id, status: 'revoked' });
    expect(await untilStatus(key, 401)).toBe(401);
    expect((await api.call(path)).body.apiKey).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) });
    expect((await api.call(path, { method: 'DELETE' })).status).toBe(200);
    for (const [target, method] of [
      [path, 'PATCH'],
      [`${path}/rotate`, 'POST'],
    ] as const) {
      expect(await api.call(target, { method, body: {} })).toMatchObject({
        status: 409,
        body: { error: { code: 'INVALID_STATUS_TRANSITION' } },
      });
    }
  });

  /**
   * Returns the status of the key test as soon as it is the expected one, or the last one after a second, within which every change takes
   * effect.
   */
  async function untilStatus(key: string, awaited: number, url = api.url): Promise<number> {
    const end = Date.now() + 1_000;
    for (;;) {
      const { status } = await send(`${url}/auth/test`, key, {});
      if (status === awaited || Date.now() > end) return status;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('promise 5: stand in no row of the database once they are made, rotated, used and revoked', async () => {
    const first = await make();
    const rotated = await api.call(`/api-keys/${first.apiKey.id}/rotate`, { body: {} });
    const revoked = await make();
    await api.call(`/api-keys/${revoked.apiKey.id}`, { method: 'DELETE' });
    const keys = [
      first.key,
      rotated.body.key,
      revoked.key,
      ...[api.production, api.sandbox, api.stranger].map(({ key }) => key),
    ];
    for (const key of keys) await api.call('/auth/test', { key });
    const tables = await api.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const found: string[] = [];
    let rows = 0;
    for (const { name } of tables.rows) {
      const stored = await rowTexts(api.pool, name);
      rows += stored.length;
      // A prefix is shown on purpose; what follows it is the secret.
      found.push(...keys.filter((key) => stored.some((row) => row.includes(key.slice(20, -4)))).map(() => name));
    }
    reportPromise(5, {
      figure: `${found.length} hits of ${keys.length} keys in ${rows} rows of ${tables.rows.length} tables`,
      target: '0 hits in a dump',
      holds: found.length === 0,
    });
    expect(found).toEqual([]);
    expect(rows).toBeGreaterThan(keys.length);
  });

  it('return 404 for keys of another organization as for keys that do not exist', async () => {
    for (const [path, method] of [
      ['', 'GET'],
      ['', 'PATCH'],
      ['', 'DELETE'],
      ['/rotate', 'POST'],
    ] as const) {
      const ask = (id: string) =>
        api.call(`/api-keys/${id}${path}`, {
          method,
          ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
          headers: { 'x-request-id': 'same' },
        });
      const [foreign, unknown] = [await ask(api.stranger.apiKeyId), await ask(unknownId)];
      expect(foreign.status).toBe(404);
      expect(foreign.text.replaceAll(api.stranger.apiKeyId, unknownId)).toBe(unknown.text);
    }
  });

  it('list every permission that a key can have', async () => {
    const { body } = await api.call('/permissions');
    expect(body.permissions.map(({ name }: Body) => name)).toEqual(permissions);
    for (const { name, resource, action, description } of body.permissions) {
      expect(name).toBe(`${resource}:${action}`);
      expect(description).toMatch(/^[A-Z]/);
      if (resource === 'events') expect(description).toContain('user events');
    }
  });

  it('promise 5: are refused by another process within a second of their revocation', async () => {
    const config = readConfig({ DATABASE_URL: api.pool.options.connectionString, PORT: '0', LOG: 'silent' });
    if (!config.ok) throw new Error(config.error.join());
    const second: NestFastifyApplication = await createApp(config.value);
    await second.listen(0, '127.0.0.1');
    const url = await second.getUrl();
    try {
      const { apiKey, key } = await make();
      expect(await untilStatus(key, 200, url)).toBe(200);
      await api.call(`/api-keys/${apiKey.id}`, { method: 'DELETE' });
      expect(await untilStatus(key, 401, url)).toBe(401);
      // The process loses its connection for notifications, but its cached data still expires.
      await api.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tamis-listen' and datname = current_database()`,
      );
      const other = await make();
      expect(await untilStatus(other.key, 200, url)).toBe(200);
      await api.pool.query(`update api_keys set status = 'revoked' where id = $1`, [other.apiKey.id]);
      expect(await untilStatus(other.key, 401, url)).toBe(401);
    } finally {
      await second.close();
    }
  });
});
