import { once } from 'node:events';
import { connect } from 'node:net';

import { listRoutes } from '../../../test/support/list-routes.js';
import { publicRoutes } from '../../../test/support/public-routes.js';
import { startTestApi, type TestApi } from '../../../test/support/start-test-api.js';

const form = { 'content-type': 'multipart/form-data; boundary=x' };

describe('request with a body', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const withBodies = () => listRoutes(api.app).filter(({ method }) => method !== 'GET');
  const addressOf = (path: string): string => path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000');

  it('without valid credentials is rejected on every route before the body is parsed', async () => {
    const routes = withBodies().filter(({ name }) => !(name in publicRoutes));
    expect(routes.length).toBeGreaterThan(100);
    for (const { method, path, name } of routes) {
      for (const headers of [{ 'content-type': 'application/json' }, form, { ...form, cookie: 'a=b' }]) {
        const { status } = await api.call(addressOf(path), { method, key: null, body: '{', headers });
        expect({ name, headers, status }).toEqual({ name, headers, status: 401 });
      }
    }
  });

  it('without valid credentials is rejected without reading a byte of the body', async () => {
    const { hostname, port } = new URL(api.url);
    const senders = [
      'POST /data-lists HTTP/1.1\r\ncontent-type: application/json',
      'POST /transactions/batch/upload HTTP/1.1\r\ncontent-type: multipart/form-data; boundary=x\r\ncookie: a=b',
      `POST /data-lists HTTP/1.1\r\ncontent-type: application/json\r\ncookie: __Host-tamis_session=${'a'.repeat(43)}`,
    ];
    for (const head of senders) {
      const socket = connect(Number(port), hostname);
      socket.write(`${head}\r\nhost: ${hostname}\r\ncontent-length: 900000\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toContain('HTTP/1.1 401');
      socket.destroy();
    }
  });

  it('without a session on a public route is limited to a few kilobytes', async () => {
    const body = { email: 'ana@example.com', password: 'x'.repeat(20_000) };
    const answer = await api.call('/auth/sign-in', { key: null, body });
    expect([answer.status, answer.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('to an unknown route gets 404 whatever its body is', async () => {
    for (const key of [null, api.production.key])
      for (const headers of [form, { 'content-type': 'text/csv' }, { 'content-type': 'application/json' }]) {
        const answer = await api.call('/nowhere', { key, body: '{', headers });
        expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
      }
  });

  it('with a method that the path does not support gets the supported methods', async () => {
    const methods = new Map<string, Set<string>>();
    for (const { method, path } of listRoutes(api.app).filter((route) => !route.path.includes('*')))
      methods.set(path, (methods.get(path) ?? new Set()).add(method));
    for (const path of ['/data-lists', '/entities/:id', '/auth/test', '/auth/sign-in']) {
      const taken = methods.get(path)!;
      const other = ['PUT', 'DELETE', 'POST'].find((method) => !taken.has(method))!;
      const answer = await api.call(addressOf(path), { method: other, body: '{' });
      expect([answer.status, answer.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(answer.headers.get('allow')!.split(', ')).toEqual(expect.arrayContaining([...taken]));
    }
  });

  it('may name a content type and have no body for DELETE', async () => {
    const headers = { 'content-type': 'application/json' };
    const { body } = await api.call('/data-lists', { body: { name: 'gone', type: 'custom', source: 'manual_entry' } });
    const deleted = await api.call(`/data-lists/${body.data.id}`, { method: 'DELETE', body: '', headers });
    expect(deleted.status).toBe(200);
    const created = await api.call('/data-lists', { body: '', headers });
    expect(created).toMatchObject({
      status: 400,
      body: { error: { details: { body: expect.stringContaining('the body is empty') } } },
    });
  });
});
