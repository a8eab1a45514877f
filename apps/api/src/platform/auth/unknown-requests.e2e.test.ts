import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';

// Opens hundreds of connections, on a machine that may be busy.
jest.setTimeout(60_000);

describe('address without an API key', () => {
  let api: TestApi;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await api?.stop();
  });

  async function open(head: string): Promise<{ socket: Socket; answer: () => string; isClosed: () => boolean }> {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let [answer, isClosed] = ['', false];
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => (isClosed = true));
    await once(socket, 'connect');
    socket.write(head);
    return { socket, answer: () => answer, isClosed: () => isClosed };
  }

  const slowSignIn = (address: string): string =>
    [
      'POST /auth/sign-in HTTP/1.1',
      'host: here',
      'content-type: application/json',
      `x-forwarded-for: ${address}`,
      'content-length: 16000',
      '',
      '{"email":',
    ].join('\r\n');

  it('is limited to forty concurrent requests without affecting others', async () => {
    api = await startOwnTestApi(undefined, { TRUSTED_PROXIES: '127.0.0.1' });
    const signIn = async (address: string) => {
      const body = { email: 'nobody@example.com', password: 'wrong' };
      const answer = await api.call('/auth/sign-in', { key: null, body, headers: { 'x-forwarded-for': address } });
      return [answer.status, answer.body.code ?? answer.body.error.code];
    };
    const held = await Promise.all(Array.from({ length: 40 }, () => open(slowSignIn('203.0.113.7'))));
    await waitUntil(async () => (await signIn('203.0.113.7'))[0] === 429);
    const over = await open(slowSignIn('203.0.113.7'));
    await waitUntil(() => over.answer() !== '');
    expect(over.answer()).toMatch(/^HTTP\/1.1 429 /);
    expect(over.answer().toLowerCase()).toContain('retry-after: 1');
    expect(over.answer()).toContain('"code":"RATE_LIMIT_EXCEEDED"');
    expect(held.map(({ answer }) => answer())).toEqual(held.map(() => ''));
    expect(await signIn('203.0.113.8')).toEqual([401, 'INVALID_CREDENTIALS']);
    const known = await api.call('/auth/test', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(known.status).toBe(200);
    held[0]!.socket.destroy();
    await waitUntil(async () => (await signIn('203.0.113.7'))[0] === 401);
  });

  it('is limited to five hundred connections: a new one replaces the oldest, never one with an API key', async () => {
    api = await startOwnTestApi();
    const keyed = await open(
      `GET /auth/test HTTP/1.1\r\nhost: here\r\nauthorization: Bearer ${api.production.key}\r\n\r\n`,
    );
    await waitUntil(() => keyed.answer() !== '');
    expect(keyed.answer()).toMatch(/^HTTP\/1.1 200 /);
    const silent: Awaited<ReturnType<typeof open>>[] = [];
    for (let n = 0; n < 550; n += 1) silent.push(await open('GET /auth/test HTTP/1.1\r\n'));
    await waitUntil(() => silent.filter(({ isClosed }) => isClosed()).length >= 45);
    expect(silent.slice(0, 40).every(({ isClosed }) => isClosed())).toBe(true);
    expect(silent.slice(60).some(({ isClosed }) => isClosed())).toBe(false);
    expect(keyed.isClosed()).toBe(false);
    expect((await api.call('/auth/test')).status).toBe(200);
  });
});
