import { connect } from 'node:net';

import { itemCodes } from '@tamis/enrichment';
import { diagnosticCodes } from '@tamis/lang';

import { errorCodes } from './index.js';
import { isPage, listRoutes } from '../../../test/support/list-routes.js';
import { publicRoutes } from '../../../test/support/public-routes.js';
import { type Body, startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';

describe('errors', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi();
  });
  afterAll(() => api?.stop());

  it('are listed in a public catalogue, each code with its status, title, help and routes', async () => {
    const { status, body } = await api.call('/errors', { key: null });
    expect([status, body.success]).toEqual([200, true]);
    const listed = body.errors as readonly { code: string; http: number; description: string; routes: string[] }[];
    expect(Object.fromEntries(listed.map(({ code, http }) => [code, http]))).toEqual(
      Object.fromEntries(Object.entries(errorCodes).map(([code, known]) => [code, known.status])),
    );
    expect(listed.filter(({ description }) => !/^[A-Z`].*\.$/.test(description))).toEqual([]);
    const duplicate = listed.find(({ code }) => code === 'DUPLICATE_TAX_ID')!;
    const answered = (await api.call('/errors/DUPLICATE_TAX_ID', { key: null })).body.error;
    expect(answered).toEqual(duplicate);
    expect(listed.find(({ code }) => code === 'NOT_FOUND')!.routes).toContain('GET /rules/{id}');
    expect(await api.call('/errors/NOTHING')).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  });

  it('shapes 27.2: of rules are listed with a text that causes each and its corrected form', async () => {
    const { status, body } = await api.call('/errors/diagnostics', { key: null });
    expect([status, body.diagnostics.map(({ code }: Body) => code)]).toEqual([
      200,
      diagnosticCodes.map(({ code }) => code),
    ]);
    const one = (await api.call('/errors/diagnostics/E0106', { key: null })).body.diagnostic;
    expect(one).toEqual(body.diagnostics.find(({ code }: Body) => code === 'E0106'));
    expect(one).toMatchObject({
      severity: 'error',
      title: 'clause in the wrong place',
      example: { wrong: expect.any(String) },
    });
    expect(await api.call('/errors/diagnostics/E9999')).toMatchObject({ status: 404 });
    // A file that is too large is shown only in part.
    const { example } = (await api.call('/errors/diagnostics/E0901', { key: null })).body.diagnostic;
    expect(example.wrong).toMatch(/^rule big [^]{200,2000}\n…$/);
  });

  it('design 2.4: of single integrations are listed in the catalogue', async () => {
    const { body } = await api.call('/errors', { key: null });
    const listed = body.errors.map(({ code }: Body) => code);
    expect(itemCodes.filter((code) => !listed.includes(code))).toEqual([]);
    const routesOf = (code: string): readonly string[] =>
      body.errors.find((listedError: Body) => listedError.code === code).routes as readonly string[];
    const asking = [
      'POST /integration-execution/marketplace/enrichment',
      'POST /integration-execution/execute-without-entity',
    ];
    for (const code of itemCodes) expect([code, routesOf(code)]).toEqual([code, expect.arrayContaining(asking)]);
  });

  it('have a page at the address of their `type`', async () => {
    const { body } = await api.call('/entities', { body: {} });
    const page = await api.call(body.type as string, { key: null });
    expect(page).toMatchObject({ status: 200, body: { error: { code: body.code, title: body.title } } });
  });

  it('have one of three formats, depending on the route', async () => {
    const entity = { error: expect.any(String), code: 'VALIDATION_ERROR', details: { name: expect.any(String) } };
    expect((await api.call('/entities', { body: { type: 'person', countryCode: 'BR' } })).body).toMatchObject(entity);
    const envelope = { success: false, error: { code: 'VALIDATION_ERROR', details: { name: expect.any(String) } } };
    expect((await api.call('/data-lists', { body: {} })).body).toMatchObject(envelope);
    const refused = await api.call('/entities', { body: {}, key: null });
    expect(refused.body).toMatchObject({ error: { code: 'UNAUTHORIZED', message: expect.any(String) } });
    expect(refused.body).not.toHaveProperty('success');
  });

  it('identify fields by their path', async () => {
    const entityData = { person: { dateOfBirth: 'yesterday' } };
    const person = { type: 'person', name: 'Ana', countryCode: 'BR', entityData };
    const { body } = await api.call('/entities', { body: person });
    expect(Object.keys(body.details as object)).toEqual(['entityData.person.dateOfBirth']);
    const name = 'l';
    const list = await api.call('/data-lists', { body: { name, type: 'custom', source: 'internal' } });
    const items = [{ primaryValue: 'a' }, { primaryValue: 7 }];
    const added = await api.call(`/data-lists/${list.body.data.id}/items`, { body: { items } });
    expect(Object.keys(added.body.error.details as object)).toEqual(['items[1].primaryValue']);
  });

  it('are in English whatever language is requested', async () => {
    const headers = { 'accept-language': 'pt-BR, es;q=0.9' };
    const [asked, plain] = [
      await api.call('/data-lists', { body: {}, headers }),
      await api.call('/data-lists', { body: {} }),
    ];
    expect(asked.body.error).toEqual(plain.body.error);
  });

  it('include the request id in body and header on every route called without a key', async () => {
    const routes = listRoutes(api.app).filter((route) => !(route.name in publicRoutes) && !isPage(route));
    for (const { name, method, path } of routes) {
      const headers = { 'x-request-id': 'mine-1' };
      const answer = await api.call(path.replaceAll(/:\w+/g, 'x'), { method, key: null, headers });
      expect([name, answer.status, answer.body.requestId, answer.headers.get('x-request-id')]).toEqual([
        name,
        401,
        'mine-1',
        'mine-1',
      ]);
    }
  });

  it('reveal no internals after an internal failure', async () => {
    await api.pool.query('alter table entities rename column name to broken');
    const answer = await api.call('/entities', { body: { type: 'person', name: 'Ana', countryCode: 'BR' } });
    await api.pool.query('alter table entities rename column broken to name');
    expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL_ERROR' } });
    expect(answer.text).not.toMatch(/column|entities_|relation|name"|select|insert|\.ts|node_modules/i);
  });

  it.each([
    ['no request', 'HELLO\r\n\r\n', 400, 'VALIDATION_ERROR'],
    [
      'two lengths',
      'POST /entities HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
      'VALIDATION_ERROR',
    ],
    [
      'length and chunks',
      'POST /entities HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'VALIDATION_ERROR',
    ],
    [
      'a header of 100 KB',
      `GET /health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
  ])('are returned for bytes that are %s', async (_, bytes, status, code) => {
    const text = await exchange(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text.toLowerCase()).toContain('\r\nx-request-id: ');
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
    expect(body).toMatchObject({
      success: false,
      error: { code },
      status,
      requestId: expect.any(String),
    });
  });

  const exchange = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (text += chunk.toString('utf8')));
      socket.on('end', () => resolve(text));
      socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
    });
});
