import { lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { isPublicAddress, NotPublicError, publicLookup } from './public-address.js';
import { sendRequest } from './send-request.js';
import { limits } from '../limits.js';

const switchingProtocols = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n';

describe('an outgoing request', () => {
  let server: Server;
  let url: URL;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.url === '/moved') return void response.writeHead(302, { location: '/other' }).end();
      if (request.url === '/large') return void response.end('x'.repeat(limits.egressAnswerBytes + 1));
      if (request.url === '/broken') return void request.socket.destroy();
      if (request.url === '/switched') return void request.socket.write(switchingProtocols);
      if (request.url === '/idle') return void response.end(() => setImmediate(() => request.socket.destroy()));
      request.setEncoding('utf8');
      let body = '';
      request.on('data', (part: string) => (body += part));
      request.on('end', () => response.writeHead(202, { 'x-sent': request.headers['x-own'] }).end(`got ${body}`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = new URL(`http://localhost:${(server.address() as AddressInfo).port}/hook`);
  });
  afterAll(() => server.close());

  const loopback: typeof publicLookup = (name, options, done) => lookup(name, { ...options, family: 4 }, done);

  it('sends its method, headers and body, and returns the response', async () => {
    const answer = await sendRequest(url, { url: '', method: 'POST', headers: { 'x-own': 'a' }, body: 'é' }, loopback);
    expect(answer).toMatchObject({ status: 202, headers: { 'x-sent': 'a' } });
    expect(answer.body.toString()).toBe('got é');
  });

  it('follows no redirect', async () => {
    const { status } = await sendRequest(new URL('/moved', url), { url: '', method: 'GET' }, loopback);
    expect(status).toBe(302);
    expect(asked).not.toContain('GET /other');
  });

  it.each([false, true])('ends when the response switches protocols, kept connections: %s', async (keepsConnection) => {
    const outgoing = { url: '', method: 'POST', body: '{}', timeoutMs: 1_000, keepsConnection } as const;
    expect(await sendRequest(new URL('/switched', url), outgoing, loopback)).toMatchObject({ status: 101 });
  });

  it.each(['/large', '/broken'])('fails on a response that is too large or cut off: %s', async (path) => {
    await expect(sendRequest(new URL(path, url), { url: '', method: 'GET' }, loopback)).rejects.toThrow();
  });

  describe('with a kept connection', () => {
    const get = (path: string) => ({
      ...{ url: '', method: 'GET' as const, keepsConnection: true, path },
      headers: { 'x-own': 'a' },
    });
    const send = ({ path, ...outgoing }: ReturnType<typeof get>, look = loopback) =>
      sendRequest(new URL(path, url), outgoing, look);
    let connections = 0;
    beforeAll(() => void server.on('connection', () => (connections += 1)));
    beforeEach(() => (connections = 0));

    it('reuses the connection for the next request without resolving the name again', async () => {
      let lookUps = 0;
      const look: typeof loopback = (...asked) => {
        lookUps += 1;
        loopback(...asked);
      };
      for (let count = 0; count < 5; count += 1) expect((await send(get('/hook'), look)).status).toBe(202);
      expect(connections).toBe(1);
      expect(lookUps).toBe(1);
    });

    it('does not reuse the connection for a request with a different lookup', async () => {
      const look: typeof loopback = (...asked) => loopback(...asked);
      await send(get('/hook'), look);
      await expect(send(get('/hook'), publicLookup)).rejects.toBeInstanceOf(NotPublicError);
    });

    it('retries when the other end closed the idle connection, but not when the response was cut off', async () => {
      const look: typeof loopback = (...asked) => loopback(...asked);
      for (let count = 0; count < 20; count += 1) {
        expect((await send(get('/idle'), look)).status).toBe(200);
        if (count % 2 === 1) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const before = asked.length;
      await expect(send(get('/broken'), (...looked) => loopback(...looked))).rejects.toThrow();
      expect(asked.length - before).toBe(1);
    });
  });

  it('fails before connecting when the name resolves to a non-public address', async () => {
    const before = asked.length;
    const sent = sendRequest(url, { url: '', method: 'GET' }, publicLookup);
    await expect(sent).rejects.toBeInstanceOf(NotPublicError);
    expect(asked.length).toBe(before);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2001:4860:4860::8888'])(
    'may be sent to %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  const known = [
    '127.0.0.1',
    '::1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '2001:db8::1',
    'fec0::1',
    '100::1',
    'localhost',
    '',
  ];
  const reserved = ['::fffe:7f00:1', '1::1', '100:0:0:1::1', '4000::1', '8000::1', 'e000::1', '2001:2::1', '3fff::1'];
  it.each([...known, ...reserved])('must not be sent to %j', (address) => expect(isPublicAddress(address)).toBe(false));
});
