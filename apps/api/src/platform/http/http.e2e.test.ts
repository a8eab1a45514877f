import { limits } from '../limits.js';
import { ApiKeyFormat, insertApiKey, permissions } from '../auth/index.js';
import { publicRoutes } from '../../../test/support/public-routes.js';
import { type Body, startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';

const person = { type: 'person', name: 'Ana', countryCode: 'BR' };

describe('API keys', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi();
  });
  afterAll(() => api?.stop());

  const newKey = async (more: object = {}): Promise<string> => {
    const key = {
      organizationId: api.production.organizationId,
      name: 'k',
      deployment: 'development',
      scopes: permissions,
      rateLimit: 7,
      ...more,
    };
    return (await insertApiKey(api.pool, key)).key;
  };

  it('returns the permissions of a valid key', async () => {
    const key = await newKey({ name: 'reader', scopes: ['rules:read'], expiresAt: new Date('2999-01-01T00:00:00Z') });
    const { status, body } = await api.call('/auth/test', { key });
    expect(status).toBe(200);
    expect(body).toEqual({
      valid: true,
      apiKey: {
        id: expect.any(String),
        name: 'reader',
        environment: 'development',
        organizationId: api.production.organizationId,
        scopes: ['rules:read'],
        rateLimit: 7,
        rateLimitRemaining: 6,
        expiresAt: '2999-01-01T00:00:00.000Z',
        lastUsedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    expect(JSON.stringify(body)).not.toContain(key);
  });

  it.each([
    ['no header', null, {}, 'UNAUTHORIZED'],
    ['another scheme', null, { authorization: 'Basic abc' }, 'UNAUTHORIZED'],
    ['text that is no key', 'abc', {}, 'INVALID_API_KEY'],
    ['a key of another database', new ApiKeyFormat(Buffer.alloc(32)).generate('development'), {}, 'INVALID_API_KEY'],
  ])('rejects %s', async (_, key, headers, code) => {
    for (const path of ['/auth/test', '/data-lists', '/intelligence/alerts']) {
      const answer = await api.call(path, { key, headers });
      expect(answer).toMatchObject({
        status: 401,
        body: { error: { code, message: expect.any(String) }, type: `/errors/${code}`, status: 401, instance: path },
      });
      expect(answer.body).not.toHaveProperty('success');
    }
  });

  it('rejects revoked, expired and mistyped keys', async () => {
    const revoked = await newKey();
    await api.pool.query(`update api_keys set status = 'revoked' where last_four = $1`, [revoked.slice(-4)]);
    expect(await api.call('/auth/test', { key: revoked })).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_API_KEY' } },
    });
    const expired = await newKey({ expiresAt: new Date('2020-01-01T00:00:00Z') });
    expect(await api.call('/auth/test', { key: expired })).toMatchObject({
      status: 401,
      body: { error: { code: 'EXPIRED_API_KEY' } },
    });
    const mistyped = api.production.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    expect(await api.call('/auth/test', { key: mistyped })).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_API_KEY' } },
    });
  });

  it('accepts a revoked key for at most a second', async () => {
    const key = await newKey();
    expect((await api.call('/auth/test', { key })).status).toBe(200);
    await api.pool.query(`update api_keys set status = 'revoked' where last_four = $1`, [key.slice(-4)]);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect((await api.call('/auth/test', { key })).status).toBe(401);
  });

  it('names the permission that a key lacks', async () => {
    const key = await newKey({ scopes: ['entities:write', 'data_lists:read'] });
    for (const [method, path, requiredPermission] of [
      ['POST', '/data-lists', 'data_lists:create'],
      ['POST', '/data-lists/custom/items', 'data_lists:edit'],
      ['GET', '/entities', 'entities:read'],
      ['GET', '/intelligence/alerts', 'alerts:read'],
    ]) {
      const answer = await api.call(path!, { key, method: method!, ...(method === 'POST' && { body: {} }) });
      expect(answer).toMatchObject({
        status: 403,
        body: { error: { code: 'FORBIDDEN', message: expect.any(String), requiredPermission } },
      });
    }
    expect((await api.call('/data-lists', { key })).status).toBe(200);
  });

  it('accepts the id of its own organization and rejects any other, including the paired sandbox', async () => {
    const named = (id: string) => api.call('/data-lists', { headers: { 'x-organization-id': id } });
    expect((await named(api.production.organizationId.toUpperCase())).status).toBe(200);
    for (const id of [api.sandbox.organizationId, api.stranger.organizationId, 'x']) {
      expect(await named(id)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    }
  });

  it('stores no key in plain text in the database', async () => {
    const { rows } = await api.pool.query('select api_keys::text as row from api_keys');
    expect(rows.length).toBeGreaterThan(4);
    for (const { key } of [api.production, api.sandbox]) {
      const secret = key.slice(-38);
      expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
    }
  });
});

describe('every route', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi();
  });
  afterAll(() => api?.stop());

  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  const withAttribute = (json: string): string =>
    `{"type":"person","name":"A","countryCode":"BR","attributes":${json}}`;

  const badBodies: [string, string | Uint8Array, string][] = [
    ['a missing brace', '{"type":"person"', 'line 1, column 17'],
    ['a stray comma', '{\n  "a": 1,,\n}', 'line 2, column 10'],
    ['a bare word', '{"a": nope}', 'line 1, column 8'],
    ['nothing at all', ' ', 'the body is empty'],
    ['20,000 nested arrays', withAttribute(`{"a":${deep(20_000)}}`), 'nested deeper than 64 levels'],
    ['65 levels', withAttribute(`{"a":${deep(63)}}`), 'nested deeper than 64 levels'],
    ['NUL', withAttribute('{"a":"x\\u0000"}'), 'U+0000'],
    ['NUL in a key', withAttribute('{"x\\u0000":1}'), 'U+0000'],
    ['half a surrogate pair', withAttribute('{"a":"\\ud800"}'), 'surrogate'],
    ['a whole number too long', withAttribute('{"a":12345678901234567890}'), 'more digits than can be stored'],
    ['a number too large', withAttribute('{"a":1e400}'), 'too large'],
    ['a number too small', withAttribute('{"a":1e-20000}'), 'too small'],
    ['a number of 20,000 digits', withAttribute(`{"a":0.${'1'.repeat(20_000)}}`), 'more than 100 characters'],
    ['__proto__', withAttribute('{"__proto__":{"admin":true}}'), '__proto__'],
    ['an escaped __proto__', withAttribute('{"\\u005f_proto__":1}'), '__proto__'],
    ['one key twice', withAttribute('{"a":1,"a":2}'), 'occurs twice'],
    ['invalid UTF-8', Uint8Array.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]), 'UTF-8'],
  ];
  it.each(badBodies)('rejects a body with %s, and reports its position', async (_, body, message) => {
    const entity = await api.call('/entities', { body });
    expect(entity).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { body: expect.stringContaining(message) } },
    });
    const list = await api.call('/data-lists', { body });
    expect(list).toMatchObject({
      status: 400,
      body: {
        success: false,
        error: { code: 'VALIDATION_ERROR', details: { body: expect.stringContaining(message) } },
      },
    });
  });

  it('preserves unusual but harmless values', async () => {
    const attributes = `{"a":${deep(62)},"constructor":{"prototype":1},"toString":"x","n":9007199254740991,"f":0.1234567890123456789,"😀":"\\ud83d\\ude00","then":1}`;
    const answer = await api.call('/entities', { body: withAttribute(attributes) });
    expect(answer.status).toBe(201);
    expect(answer.text).toContain(`"attributes":${attributes}`);
    expect(({} as Record<string, unknown>)['prototype']).toBeUndefined();
  });

  it.each(['"text"', 'null', '7', 'true', '[{}]'])('rejects the body %s', async (body) => {
    expect(await api.call('/data-lists', { body })).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { body: 'must be a JSON object' } } },
    });
  });

  it('does not mistake a member that every object inherits for a field', async () => {
    const answer = await api.call('/data-lists', {
      body: '{"name":"n","type":"custom","source":"internal","constructor":{}}',
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { details: { constructor: 'is not a known field' } } },
    });
  });

  it('rejects other content types and oversized bodies, and treats a missing body as empty', async () => {
    expect(
      await api.call('/data-lists', { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ).toMatchObject({
      status: 415,
      body: { success: false, error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    });
    expect(await api.call('/data-lists', { body: 'a', headers: { 'content-type': 'text/plain' } })).toMatchObject({
      status: 415,
    });
    expect(await api.call('/data-lists', { method: 'POST' })).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { name: expect.any(String) } } },
    });
    const alert = '00000000-0000-7000-8000-000000000000';
    expect(await api.call(`/intelligence/alerts/${alert}/resolve`, { method: 'POST' })).toMatchObject({ status: 404 });
    expect(await api.call('/entities', { body: withAttribute(`{"a":"${'x'.repeat(1_100_000)}"}`) })).toMatchObject({
      status: 413,
      body: { error: expect.any(String), code: 'PAYLOAD_TOO_LARGE' },
    });
  });

  it('returns 404 for unknown addresses and 405 for unsupported methods', async () => {
    for (const [method, path, status, code] of [
      ['GET', '/nowhere', 404, 'NOT_FOUND'],
      ['DELETE', '/entities', 405, 'METHOD_NOT_ALLOWED'],
      ['GET', '/', 404, 'NOT_FOUND'],
      ['POST', '/auth/test', 405, 'METHOD_NOT_ALLOWED'],
      ['GET', `/entities/${'x'.repeat(limits.pathParameterCharacters + 1)}`, 414, 'URI_TOO_LONG'],
    ] as const) {
      expect(await api.call(path, { method })).toMatchObject({
        status,
        body: { success: false, error: { code }, requestId: expect.any(String), instance: path },
      });
    }
  });

  it.each([
    ['NUL for an id', '/entities/%00'],
    ['NUL for an external id', '/entities/by-external-id/%00'],
    ['NUL in a filter', '/entities?externalId=%00'],
    ['NUL in a search', '/data-lists?search=%00'],
    ['half an escape', '/entities/%'],
    ['invalid UTF-8', '/entities/by-tax-id/%ff'],
    ['a very long parameter', `/entities/by-external-id/${'x'.repeat(3000)}`],
  ])('returns a 4xx for an address with %s', async (_, path) => {
    const { status, body } = await api.call(path);
    expect([400, 404, 414]).toContain(status);
    expect(body.requestId).toEqual(expect.any(String));
  });

  it('checks the key before anything else', async () => {
    for (const [path, call] of [
      ['/auth/test?x=1', {}],
      ['/data-lists', { body: {} }],
      ['/data-lists?offset=x', {}],
    ] as const) {
      expect(await api.call(path, { ...call, key: null })).toMatchObject({ status: 401 });
    }
  });

  it('rejects query parameters on routes that read none', async () => {
    for (const [path, call] of [
      ['/auth/test?x=1', {}],
      ['/data-lists?dry=1', { body: { name: 'n' } }],
      ['/health?x=1', {}],
    ] as const) {
      expect(await api.call(path, call)).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    }
  });

  it("keeps the caller's request id when it is acceptable", async () => {
    const kept = await api.call('/entities', { body: person, headers: { 'x-request-id': 'order-7_A' } });
    expect([kept.headers.get('x-request-id'), kept.body.requestId]).toEqual(['order-7_A', 'order-7_A']);
    for (const id of ['a b', 'x'.repeat(65), 'ü']) {
      const answer = await api.call('/nowhere', { headers: { 'x-request-id': encodeURI(id) === id ? id : 'a;b' } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    }
  });

  it('returns the members of a problem description with every error', async () => {
    const { body, headers } = await api.call('/entities/x?y=1', {});
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toMatchObject({
      type: '/errors/VALIDATION_ERROR',
      title: expect.any(String),
      status: 400,
      detail: expect.any(String),
      instance: '/entities/x',
    });
  });

  it('is documented with an operation id and a permission', async () => {
    const { status, body } = await api.call('/docs/json', { key: null });
    expect(status).toBe(200);
    const operations = Object.entries(body.paths).flatMap(([path, methods]: [string, Body]) =>
      Object.entries(methods).map(([method, operation]: [string, Body]) => ({
        route: `${method} ${path}`,
        ...operation,
      })),
    );
    const some = ['get /auth/test', 'post /entities', 'post /data-lists/{id}/items', 'get /intelligence/alerts/{id}'];
    expect(operations.map(({ route }) => route)).toEqual(expect.arrayContaining(some));
    const unsaid = operations.filter((operation) => !('x-permission' in operation));
    const isPublic = Object.keys(publicRoutes).map((name) =>
      name.replace(/^\w+/, (method) => method.toLowerCase()).replaceAll(/:(\w+)/g, '{$1}'),
    );
    expect(unsaid.map(({ route }) => route).sort()).toEqual(isPublic.sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect((await api.call('/docs/try', { key: null })).text).toContain('swagger');
    expect((await api.call('/docs/try/swagger-ui-bundle.js', { key: null })).status).toBe(200);
    expect((await api.call('/docs/try/no-such-file', { key: null })).body).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
  });

  it('forbids browsers to execute, frame or cache any response', async () => {
    const answers = [
      await api.call('/rules'),
      await api.call('/rules', { key: null }),
      await api.call('/nowhere'),
      await api.call('/data-lists', { body: '{' }),
      await api.call('/entities/%'),
      await api.call('/health', { key: null }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).toBeNull();
    }
    const page = await api.call('/docs/try', { key: null });
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self';.*frame-ancestors 'none'$/);
    expect(page.text).not.toMatch(/<script>/);
  });

  it('reports health without a key', async () => {
    expect(await api.call('/health', { key: null })).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('recovers from the loss of its database connections', async () => {
    await api.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push((await api.call('/data-lists')).status);
    expect(answers.at(-1)).toBe(200);
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});
