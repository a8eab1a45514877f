import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { reportPromise } from '@tamis/testkit';

import { createApp } from '../../create-app.js';
import { readConfig } from '../config/index.js';
import { createRule, ruleText } from '../../../test/support/rule-samples.js';
import {
  type TestResponse,
  send,
  startOwnTestApi,
  testSecrets,
  type TestApi,
} from '../../../test/support/start-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';

describe('connections', () => {
  let api: TestApi;
  let started: NestFastifyApplication[];
  beforeAll(async () => {
    started = [];
    api = await startOwnTestApi();
  });
  afterAll(async () => {
    await Promise.all((started ?? []).map((app) => app.close()));
    await api?.stop();
  });

  /** Starts another server on the test database and returns its address. Its log lines are added to `lines`. */
  const serverWith = async (settings: Record<string, string>, lines: string[] = []): Promise<string> => {
    const DATABASE_URL = api.pool.options.connectionString!;
    const config = readConfig({ ...testSecrets, DATABASE_URL, PORT: '0', LOG: 'silent', ...settings });
    if (!config.ok) throw new Error(config.error.join());
    const app = await createApp(config.value, { write: (line: string) => lines.push(line) });
    started.push(app);
    await app.listen(0, '127.0.0.1');
    return app.getUrl();
  };

  describe('through a load balancer', () => {
    const client = '203.0.113.7';
    let key: string;
    beforeAll(async () => {
      const body = { name: 'at one address', permissions: ['entities:read'], ipAllowlist: [`${client}/32`] };
      key = (await api.call('/api-keys', { body })).body.key as string;
    });

    it.each([
      ['no proxy is trusted', '', client, 403],
      ['another proxy is trusted', '10.0.0.0/8', client, 403],
      ['the proxy is trusted', '127.0.0.0/8', client, 200],
      ['the proxy is trusted and the client sent an address of its own', '127.0.0.1', `${client}, 198.51.100.1`, 403],
      ['the client is behind two trusted proxies', '127.0.0.1,10.0.0.0/8', `${client}, 10.1.2.3`, 200],
      ['the proxy names no address', '127.0.0.1', 'unknown', 403],
    ])('use the client address that the allowlist sees when %s', async (_, TRUSTED_PROXIES, forwarded, status) => {
      const url = await serverWith({ TRUSTED_PROXIES });
      const answer = await send(`${url}/entities`, key, { headers: { 'x-forwarded-for': forwarded } });
      expect(answer.status).toBe(status);
    });

    it('serve metrics only to the local machine, whatever a trusted proxy sends', async () => {
      const url = await serverWith({ TRUSTED_PROXIES: '127.0.0.1' });
      const ask = (headers: Record<string, string>): Promise<TestResponse> => send(`${url}/metrics`, null, { headers });
      expect((await ask({})).status).toBe(200);
      expect((await ask({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(403);
    });
  });

  it('promise 29: that send a byte at a time are ended with 408, and cost others nothing', async () => {
    const url = await serverWith({ RECEIVE_TIMEOUT_MS: '1000', MAX_RUNNING_REQUESTS: '4', MAX_WAITING_REQUESTS: '4' });
    const head = 'POST /entities HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const bodies = `${head}Authorization: Bearer ${api.production.key}\r\nContent-Length: 100000\r\n\r\n{`;
    const slow = Array.from({ length: 200 }, (_, n) => dripped(Number(new URL(url).port), n % 2 ? head : bodies));
    const opened = await Promise.all(slow.map(({ open }) => open));
    const answers: number[] = [];
    while (opened.some((socket) => !socket.destroyed)) {
      const asked = [1, 2, 3, 4].map(() => send(`${url}/auth/test`, api.production.key, {}));
      answers.push(...(await Promise.all(asked)).map(({ status }) => status));
      for (const socket of opened) if (socket.writable) socket.write('x');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const ended = await Promise.all(slow.map(({ text }) => text));
    const timedOut = ended.filter((text) => text.startsWith('HTTP/1.1 408 ') && text.includes('"REQUEST_TIMEOUT"'));
    const served = answers.filter((status) => status === 200).length;
    reportPromise(29, {
      figure: `${timedOut.length} of ${slow.length} slow senders ended with 408; meanwhile ${served} of ${answers.length} requests of others answered`,
      target: 'all ended, all answered',
      holds: timedOut.length === slow.length && served === answers.length,
    });
    expect([timedOut.length, served]).toEqual([slow.length, answers.length]);
    expect(answers.length).toBeGreaterThan(3);
  });

  describe('closed by the client', () => {
    const lines: string[] = [];
    let url: string;
    /** Keys that are valid from this machine only, and from any address. */
    let [ownKey, anyKey] = ['', ''];
    beforeAll(async () => {
      url = await serverWith({ LOG: 'error' }, lines);
      const permissions = ['rules:read', 'rules:delete', 'rules:publish'];
      const newKey = async (ipAllowlist: readonly string[]): Promise<string> =>
        (await api.call('/api-keys', { body: { name: 'hangs up', permissions, ipAllowlist } })).body.key;
      [ownKey, anyKey] = [await newKey(['127.0.0.1/32']), await newKey([])];
    });

    const archiving = (id: string, key: string): string =>
      `DELETE /rules/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const statusOf = async (id: string): Promise<string> => (await api.call(`/rules/${id}`)).body.rule.status;
    /** Returns the address from which the rule was archived, once that is done or something was logged. */
    async function archivedFrom(id: string): Promise<unknown> {
      await waitUntil(async () => lines.length > 0 || (await statusOf(id)) === 'archived');
      const { rows } = await api.pool.query<{ address: string }>(
        `select content -> 'context' ->> 'ipAddress' as address from audit_events
         where resource_id = $1 and event = 'rule_archived'`,
        [id],
      );
      return rows[0]?.address;
    }

    it('while a request is processed keep the address they came from', async () => {
      const { id } = await createRule(api, { source: ruleText() });
      const locker = await api.pool.connect();
      try {
        await locker.query('begin; lock table api_keys in access exclusive mode');
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        socket.write(archiving(id, ownKey));
        await waitUntil(async () => {
          const waiting = `select from pg_locks where not granted and relation = 'api_keys'::regclass`;
          return (await locker.query(waiting)).rowCount! > 0;
        });
        socket.destroy();
        await waitUntil(async () => (await connectionsTo(started.at(-1)!)) === 0);
        await locker.query('commit');
      } finally {
        locker.release();
      }
      expect([await archivedFrom(id), lines]).toEqual(['127.0.0.1', []]);
    });

    it('before the server accepted them have no address and match no allowlist', async () => {
      const { id: kept } = await createRule(api, { source: ruleText() });
      const { id } = await createRule(api, { source: ruleText() });
      // Executed in a separate process, while this one accepts no connections.
      for (const text of [archiving(kept, ownKey), archiving(id, anyKey)])
        execFileSync(process.execPath, ['-e', sendAndReset, new URL(url).port, text]);
      expect([await archivedFrom(id), lines]).toEqual(['', []]);
      expect(await statusOf(kept)).toBe('in_progress');
    });
  });
});

/** Sends a text to a port and resets the connection. */
const sendAndReset = `
  const [port, text] = process.argv.slice(1);
  const socket = require('node:net').connect(Number(port), '127.0.0.1', () =>
    socket.write(text, () => socket.resetAndDestroy()));`;

const connectionsTo = (app: NestFastifyApplication): Promise<number> =>
  new Promise((resolve, reject) =>
    app.getHttpServer().getConnections((error, open) => (error ? reject(error) : resolve(open))),
  );

/** Opens a connection that sends `begin` but never completes the request. `text` is everything it receives until it is closed. */
function dripped(port: number, begin: string): { readonly open: Promise<Socket>; readonly text: Promise<string> } {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let answered = '';
  socket.on('data', (chunk: string) => (answered += chunk));
  // Ignores errors from writing after the other side closed the connection.
  socket.on('error', () => undefined);
  return {
    open: new Promise((resolve) => socket.on('connect', () => socket.write(begin, () => resolve(socket)))),
    text: new Promise((resolve) => socket.on('close', () => resolve(answered))),
  };
}
