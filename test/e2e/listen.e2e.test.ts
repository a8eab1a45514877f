import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Webhook } from 'standardwebhooks';

import { startOwnTestApi, type TestApi } from '../../apps/api/test/support/start-test-api.js';
import { waitUntil } from '../../apps/api/test/support/wait-until.js';
import { runCli } from '../../apps/cli/src/run-cli.js';

interface Listening {
  out: string;
  err: string;
  stop(): void;
  readonly ended: Promise<number>;
}

describe('tamis listen', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'tamis-listen-'));
  const received: { readonly headers: Record<string, string>; readonly text: string }[] = [];
  let api: TestApi;
  let server: Server;
  let receiver: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        received.push({ headers: request.headers as Record<string, string>, text });
        response.writeHead(202).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    api = await startOwnTestApi();
  });
  afterAll(async () => {
    await api?.stop();
    server.close();
    server.closeAllConnections();
    rmSync(home, { recursive: true, force: true });
  });
  beforeEach(() => void received.splice(0));

  const listen = (args: readonly string[], key: string): Listening => {
    const stopping = new AbortController();
    const said = { out: '', err: '', stop: () => stopping.abort() };
    const words = ['listen', '--server', api.url, ...args];
    const ended = runCli(words, {
      cwd: home,
      args: words,
      env: { TAMIS_API_KEY: key },
      configDirectory: path.join(home, '.config'),
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      readStdin: () => Promise.resolve(Buffer.from('')),
      color: false,
      isInteractive: false,
      isStdinTty: false,
      today: '2026-03-01',
      abortSignal: stopping.signal,
    });
    return Object.assign(said, { ended });
  };
  const webhooks = async (): Promise<number> =>
    (await api.call('/webhook-config', { key: api.sandbox.key })).body.total as number;

  it('forwards sandbox events to a local receiver, signed and byte for byte, until it is stopped', async () => {
    const { key } = api.sandbox;
    const listening = listen(['--forward', receiver, '--events', 'transaction.*'], key);
    await waitUntil(() => listening.err.includes('listening'));
    const secret = /whsec_\S+/.exec(listening.err)![0];
    const payment = '{"externalId":"p","type":"PAYMENT","amount":123456789012345678.10,"currency":"USD"}';
    expect((await api.call('/transactions', { body: payment, key })).status).toBe(201);
    await waitUntil(() => received.length > 0);
    const [{ headers, text }] = received as [(typeof received)[number]];
    expect(new Webhook(secret).verify(text, headers)).toMatchObject({ event: 'transaction.created' });
    expect(text).toContain('123456789012345678.10');
    await waitUntil(() => /transaction\.created {2}evt_\S+ {2}202\n/.test(listening.out));
    expect(await webhooks()).toBe(1);
    listening.stop();
    expect(await listening.ended).toBe(0);
    expect(await webhooks()).toBe(0);
  });

  it('continues if the receiver does not respond', async () => {
    const { key } = api.sandbox;
    const listening = listen(['--forward', 'http://127.0.0.1:9/'], key);
    await waitUntil(() => listening.err.includes('listening'));
    const [{ id }] = (await api.call('/webhook-config', { key })).body.webhooks as [{ id: string }];
    const test = () => api.call(`/webhook-config/${id}/test`, { body: {}, key });
    await test();
    await test();
    await waitUntil(() => listening.out.split('not received: ').length === 3);
    listening.stop();
    expect(await listening.ended).toBe(0);
  });

  it.each<[string, readonly string[], () => string, number, string]>([
    ['no address to forward to', ['--forward', 'localhost'], () => api.sandbox.key, 2, 'is not the address of a receiver: http://localhost:4000/hook'],
    ['the key of a production organization', ['--forward', 'http://127.0.0.1:9/'], () => api.production.key, 3, 'needs the key of a sandbox'],
    ['an unknown event', ['--forward', 'http://127.0.0.1:9/', '--events', 'alert.craeted'], () => api.sandbox.key, 3, 'did you mean alert.created'],
  ])('reports what is wrong with %s', async (_, args, key, code, words) => {
    const listening = listen(args, key());
    expect(await listening.ended).toBe(code);
    expect(listening.err).toContain(words);
    expect(await webhooks()).toBe(0);
  }); // prettier-ignore
});
