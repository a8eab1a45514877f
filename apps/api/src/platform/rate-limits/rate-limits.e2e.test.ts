import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { reportPromise } from '@tamis/testkit';

import { insertApiKey, permissions } from '../auth/index.js';
import { changePlan, createAccount, createKey } from '../../modules/tenancy/organizations/index.js';
import { type PgPool, pgPoolToken } from '../database/index.js';
import { isPage, listRoutes } from '../../../test/support/list-routes.js';
import { startServer } from '../../../test/support/start-server.js';
import {
  type TestResponse,
  type Call,
  send,
  startOwnTestApi,
  type TestApi,
} from '../../../test/support/start-test-api.js';

// Two processes are started, on a machine that may be busy.
jest.setTimeout(60_000);

const hourMs = 3_600_000;

describe('rate limits', () => {
  let api: TestApi;
  let second: { child: ChildProcess; url: string };
  beforeAll(async () => {
    api = await startOwnTestApi();
    second = await startServer(api.pool.options.connectionString!);
  });
  afterAll(async () => {
    second?.child.kill();
    if (second) await once(second.child, 'exit');
    await api?.stop();
  });

  const newKey = async (rateLimit: number, more: object = {}): Promise<{ id: string; key: string }> =>
    insertApiKey(api.pool, {
      organizationId: api.production.organizationId,
      name: 'k',
      deployment: 'development',
      scopes: permissions,
      rateLimit,
      ...more,
    });
  const elsewhere = (path: string, key: string): Promise<TestResponse> => send(second.url + path, key, {});
  const windowOf = (answer: { headers: Headers }): (string | null)[] =>
    ['limit', 'remaining', 'reset'].map((name) => answer.headers.get(`x-ratelimit-${name}`));
  /** Moves the start of a window to an earlier time, so that no test has to wait an hour for the clock of the database. */
  const shift = (id: string, interval: string) =>
    api.pool.query('update rate_windows set started_at = started_at - $2::interval where api_key_id = $1', [
      id,
      interval,
    ]);
  /** Waits until a process no longer caches a used-up window. */
  const forgotten = () => new Promise((resolve) => setTimeout(resolve, 1_010));

  it('promise 29: exactly N of 10 N simultaneous requests of a key pass over two processes', async () => {
    for (const limit of [1, 7, 100]) {
      const { id, key } = await newKey(limit);
      const answers = await Promise.all(
        Array.from({ length: 10 * limit }, (_, n) =>
          n % 2 === 0 ? api.call('/permissions', { key }) : elsewhere('/permissions', key),
        ),
      );
      const passed = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status === 429);
      reportPromise(29, {
        figure: `${passed.length} of ${10 * limit} simultaneous requests passed over two processes, limit ${limit}`,
        target: `exactly ${limit}`,
        holds: passed.length === limit && refused.length === 9 * limit,
      });
      expect([passed.length, refused.length]).toEqual([limit, 9 * limit]);
      // No two responses report the same number.
      const remaining = passed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
      expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, n) => n));
      const { rows } = await api.pool.query('select used from rate_windows where api_key_id = $1', [id]);
      expect(rows).toEqual([{ used: limit }]);
    }
  });

  it('promise 29: the window begins with the first request, and the next with the first one after its end', async () => {
    const { id, key } = await newKey(2);
    const before = Date.now();
    const [, , reset] = windowOf(await api.call('/auth/test', { key }));
    const end = Date.parse(reset!);
    const offMs = Math.max(before - (end - hourMs), end - hourMs - Date.now(), 0);
    reportPromise(29, {
      figure: `an hour's window begins ${offMs} ms from its first request`,
      target: '<= 1,000 ms',
      holds: offMs <= 1_000,
    });
    expect(offMs).toBeLessThanOrEqual(1_000);
    expect(windowOf(await elsewhere('/auth/test', key))).toEqual(['2', '0', reset]);
    expect((await api.call('/auth/test', { key })).status).toBe(429);
    await forgotten();

    await shift(id, '59 minutes');
    const late = await api.call('/auth/test', { key });
    expect(late).toMatchObject({ status: 429, body: { retryAfterMinutes: 1 } });
    expect(Date.parse(late.body.resetAt)).toBe(end - 59 * 60_000);
    await forgotten();

    await shift(id, '1 minute');
    const next = await elsewhere('/auth/test', key);
    expect([next.status, next.body.apiKey.rateLimitRemaining]).toEqual([200, 1]);
    const [limit, remaining, nextReset] = windowOf(next);
    expect([limit, remaining]).toEqual(['2', '1']);
    expect(Date.parse(nextReset!)).toBeGreaterThan(end);
  });

  it('apply the per-minute limit of the plan across two processes, and count accepted requests per hour', async () => {
    const { id, key } = await newKey(100, { burstLimit: 5 });
    expect(windowOf(await api.call('/auth/test', { key })).slice(0, 2)).toEqual(['100', '99']);
    const burst = async (): Promise<readonly TestResponse[]> =>
      Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          n % 2 === 0 ? api.call('/permissions', { key }) : elsewhere('/permissions', key),
        ),
      );
    const answers = await burst();
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.length - refused.length, refused.length]).toEqual([4, 16]);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 5, remaining: 0, retryAfterMinutes: 1 });
      expect(body.message).toContain('5 requests of this minute');
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    await forgotten();
    await api.pool.query(
      `update rate_windows set minute_started_at = minute_started_at - interval '1 minute' where api_key_id = $1`,
      [id],
    );
    expect((await burst()).filter(({ status }) => status === 200)).toHaveLength(5);
    const { rows } = await api.pool.query('select used, minute_used from rate_windows where api_key_id = $1', [id]);
    expect(rows).toEqual([{ used: 10, minute_used: 5 }]);
  });

  it('are not extended by values cached in a process: an exhausted window ends on time', async () => {
    const { id, key } = await newKey(1);
    await api.call('/auth/test', { key });
    await shift(id, '59 minutes 59.7 seconds');
    expect((await api.call('/auth/test', { key })).status).toBe(429);
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect((await api.call('/auth/test', { key })).status).toBe(200);
  });

  it('promise 29: a key of a sandbox has 100 requests an hour on every plan, one of production those of its plan', async () => {
    const made = await createAccount(api.pool, { name: 'Plans', deployment: 'development', ifMissing: false });
    if (!made.ok || !made.value.created) throw new Error('no account');
    const { production, sandbox } = made.value;
    const limitOf = async ({ key }: { key: string }): Promise<number> => {
      let answer = await api.call('/auth/test', { key });
      const isKnown = (): boolean => answer.headers.get('x-ratelimit-limit') === String(answer.body.apiKey.rateLimit);
      // Requests reserved in advance are answered with the limit at that time, until they are returned.
      for (let tries = 0; !isKnown() && tries < 5; tries += 1) {
        await forgotten();
        answer = await api.call('/auth/test', { key });
      }
      expect(isKnown()).toBe(true);
      return answer.body.apiKey.rateLimit;
    };
    const found: unknown[] = [[await limitOf(production), await limitOf(sandbox)]];
    for (const [plan, agreedRequestsPerHour] of [
      ['free', null],
      ['starter', null],
      ['professional', null],
      ['enterprise', null],
      ['enterprise', 250_000],
    ] as const) {
      // The account can be identified by either organization.
      const { organizationId } = plan === 'starter' ? sandbox : production;
      expect(await changePlan(api.pool, { organizationId, plan, agreedRequestsPerHour })).toMatchObject({ ok: true });
      const further = await createKey(api.pool, {
        organizationId: production.organizationId,
        name: 'k',
        deployment: 'development',
      });
      if (!further.ok) throw new Error(further.error);
      found.push([plan, await limitOf(production), await limitOf(further.value), await limitOf(sandbox)]);
    }
    const target = [
      [1_200, 100],
      ['free', 100, 100, 100],
      ['starter', 300, 300, 100],
      ['professional', 1_200, 1_200, 100],
      ['enterprise', 72_000, 72_000, 100],
      ['enterprise', 250_000, 250_000, 100],
    ];
    expect(found).toEqual(target);
  });

  it('reject an excess request with the information the caller needs to retry', async () => {
    const { id, key } = await newKey(1);
    await api.call('/auth/test', { key });
    await shift(id, '17 minutes 30 seconds');
    for (const path of ['/rules', '/entities', '/entities/00000000-0000-7000-8000-000000000000', '/nowhere']) {
      const { status, headers, body } = await api.call(path, { key, headers: { 'x-request-id': 'mine' } });
      expect([path, status]).toEqual([path, 429]);
      expect(body).toEqual({
        error: expect.any(String),
        code: 'RATE_LIMIT_EXCEEDED',
        message: expect.stringContaining('43 minutes'),
        retryAfter: expect.any(Number),
        retryAfterMinutes: 43,
        limit: 1,
        remaining: 0,
        resetAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
        requestId: 'mine',
        type: '/errors/RATE_LIMIT_EXCEEDED',
        title: expect.any(String),
        status: 429,
        detail: body.message,
        instance: path,
      });
      expect(Math.ceil(body.retryAfter / 60)).toBe(43);
      expect(headers.get('retry-after')).toBe(String(body.retryAfter));
      expect(windowOf({ headers })).toEqual(['1', '0', body.resetAt]);
    }
  });

  it('promise 29: every route tells what remains, whatever it answers', async () => {
    const { key } = await newKey(10_000);
    const expired = await newKey(10_000, { expiresAt: new Date('2020-01-01T00:00:00Z') });
    const powerless = await newKey(10_000, { scopes: [] });
    // Targets of links in emails are never requested with a key. They redirect, as `/docs` does.
    const isAsked = (path: string): boolean => path.startsWith('/docs/');
    const routes = listRoutes(api.app).filter((route) => !isPage(route) || isAsked(route.path));
    const asked: readonly [path: string, call: Call][] = [
      ...routes.map(({ method, path }): [string, Call] => [
        path.replaceAll(/:\w+/g, 'x').replaceAll('*', 'x'),
        { method, ...(!['GET', 'DELETE'].includes(method) && { body: '{' }) },
      ]),
      ...routes.map(({ method, path }): [string, Call] => [
        path.replaceAll(/:\w+/g, 'x').replaceAll('*', 'x'),
        { method, key: powerless.key },
      ]),
      ['/nowhere', {}],
      ['/rules', { method: 'OPTIONS' }],
      ['/rules', { method: 'HEAD' }],
      ['/rules', { method: 'PUT', body: {} }],
      ['/rules', { headers: { 'x-organization-id': api.sandbox.organizationId } }],
      ['/rules/%00', {}],
      ['/rules/%zz', {}],
      [`/entities/by-tax-id/${'9'.repeat(3_000)}`, {}],
      ['/rules', { method: 'POST', body: 'x'.repeat(2_000_000) }],
      ['/rules', { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } }],
      ['/rules', { key: expired.key }],
    ];
    const left = new Map<string, number>();
    const wrong: string[] = [];
    const statuses = new Set<number>();
    for (const [path, call] of asked) {
      const sent = call.key ?? key;
      const answer: TestResponse = await api.call(path, { ...call, key: sent });
      const expected = String((left.get(sent) ?? 10_000) - 1);
      left.set(sent, Number(expected));
      statuses.add(answer.status);
      const [limit, remaining, reset] = windowOf(answer);
      const isRight = limit === '10000' && remaining === expected && !Number.isNaN(Date.parse(reset ?? ''));
      if (!isRight || answer.status >= 500) wrong.push(`${call.method ?? 'GET'} ${path} ${answer.status} ${remaining}`);
    }
    reportPromise(29, {
      figure: `${asked.length - wrong.length} of ${asked.length} answers (${routes.length} routes) carry the headers of their key's window`,
      target: 'all',
      holds: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 413, 415]));
    expect(routes.length).toBeGreaterThan(30);
    expect(windowOf(await api.call('/rules', { key: null }))).toEqual([null, null, null]);
  });

  it('promise 29: of a busy key requests are counted ahead, each once, and what does not come is given back', async () => {
    const { id, key } = await newKey(100_000);
    const used = async (): Promise<number> =>
      (await api.pool.query('select used from rate_windows where api_key_id = $1', [id])).rows[0].used;
    const remaining = async (call: Promise<TestResponse>): Promise<number> =>
      Number((await call).headers.get('x-ratelimit-remaining'));
    const told: number[] = [];
    let most = 0;
    for (let turn = 0; turn < 40; turn += 1) {
      const calls = [0, 1, 2].map(() => remaining(api.call('/permissions', { key })));
      told.push(...(await Promise.all(calls)), await remaining(elsewhere('/permissions', key)));
      most = Math.max(most, (await used()) - told.length);
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(64);
    expect(new Set(told).size).toBe(told.length);
    let left = await used();
    for (let waits = 0; left > told.length && waits < 100; waits += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      left = await used();
    }
    expect(left).toBe(told.length);
    expect(await remaining(api.call('/permissions', { key }))).toBe(100_000 - told.length - 1);
  });

  it('promise 29: an organization at ten times its limit costs a few statements, and others are answered', async () => {
    const { key } = await newKey(50);
    const flood = Array.from({ length: 500 }, () => api.call('/entities', { key }));
    const neighbours: Promise<TestResponse>[] = [];
    for (let n = 0; n < 20; n += 1) neighbours.push(api.call('/entities', { key: api.stranger.key }));
    const [flooded, answered] = await Promise.all([Promise.all(flood), Promise.all(neighbours)]);
    const pass = flooded.filter(({ status }) => status === 200).length;
    const well = answered.filter(({ status }) => status === 200).length;
    // From here on, no request of the flood reaches the database.
    const pool = api.app.get<PgPool>(pgPoolToken);
    const more: TestResponse[] = [];
    const counts: number[] = [];
    // Several rounds, since statements of the server itself may fall into one of them.
    for (let round = 0; round < 3; round += 1) {
      let statements = 0;
      const note = () => (statements += 1);
      pool.on('acquire', note);
      more.push(...(await Promise.all(Array.from({ length: 50 }, () => api.call('/entities', { key })))));
      pool.off('acquire', note);
      counts.push(statements);
    }
    reportPromise(29, {
      figure: `${well} of 20 requests of B answered while A sent 10 times its limit (${pass} of 500 passed)`,
      target: 'all of B, exactly 50 of A',
      holds: well === 20 && pass === 50,
    });
    expect([pass, well]).toEqual([50, 20]);
    expect(more.every(({ status }) => status === 429)).toBe(true);
    // At most one look-up of the key and one count, in case a second has passed.
    expect(Math.min(...counts)).toBeLessThanOrEqual(4);
  });
});
