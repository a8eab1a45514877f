import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Webhook } from 'standardwebhooks';

import { Egress } from '../../../platform/egress/index.js';
import { inTransaction } from '../../../platform/database/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { createWebhook } from '../../../../test/support/create-webhook.js';
import {
  type Call,
  startOwnTestApi,
  type TestApi,
  type TestResponse,
} from '../../../../test/support/start-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

describe('WEBHOOK_LOOPBACK: receivers of webhooks on the machine of the server', () => {
  let api: TestApi;
  let server: Server;
  let port: number;
  const received: { readonly headers: Record<string, string>; readonly text: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        received.push({ headers: request.headers as Record<string, string>, text });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    api = await startOwnTestApi(undefined, { WEBHOOK_LOOPBACK: 'on' });
  });
  afterAll(async () => {
    await api?.stop();
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => void received.splice(0));

  const keys = { production: () => api.production, sandbox: () => api.sandbox } as const;
  const callAs =
    (of: keyof typeof keys) =>
    (path: string, call?: Call): Promise<TestResponse> =>
      api.call(path, { ...call, key: keys[of]().key });

  it.each(['sandbox', 'production'] as const)('sends events of a %s organization, signed', async (of) => {
    const webhook = await createWebhook(callAs(of), `http://localhost:${port}/hook`);
    const { organizationId } = keys[of]();
    await inTransaction(api.pool, null, (client) =>
      writeEvents(client, [{ organizationId, event: 'alert.created', payload: { of } }]),
    );
    await waitUntil(() => received.length > 0);
    const [{ headers, text }] = received as [(typeof received)[number]];
    expect(new Webhook(webhook.secret).verify(text, headers)).toMatchObject({ organizationId, payload: { of } });
    const listed = async () => (await callAs(of)(`/webhook-config/${webhook.id}/deliveries`)).body.deliveries;
    await waitUntil(async () => (await listed())[0].status === 'delivered');
    expect(await listed()).toMatchObject([{ attempts: [{ statusCode: 204 }] }]);
    const test = await callAs(of)(`/webhook-config/${webhook.id}/test`, { body: {} });
    expect(test.body.delivery).toMatchObject({ status: 'delivered' });
  });

  it('allows only loopback receivers and no other internal address', async () => {
    const egress = api.app.get(Egress);
    const others = [
      `https://127.0.0.1:${port}/`,
      `http://user@127.0.0.1:${port}/`,
      `http://0.0.0.0:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://127.0.0.1.example.com:${port}/`,
      `http://10.0.0.1:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'http://example.com/',
    ];
    for (const url of others) {
      expect([url, await egress.sendToLoopback({ url, method: 'GET' })]).toEqual([url, { ok: false, error: 'not-allowed' }]);
      const body = { name: 'x', url, events: ['*'] };
      expect([url, (await api.call('/webhook-config', { body })).body.error.code]).toEqual([url, 'INVALID_URL']);
    }
    const own = { url: `http://127.0.0.1:${port}/`, method: 'GET' } as const;
    expect(await egress.sendAsServer(own)).toEqual({ ok: false, error: 'not-allowed' });
    for (const { organizationId } of [api.production, api.sandbox])
      expect((await egress.send(organizationId, own)).ok).toBe(false);
    expect(received).toEqual([]);
  }); // prettier-ignore

  it('keeps other webhooks of a sandbox simulated', async () => {
    const webhook = await createWebhook(callAs('sandbox'), 'https://hooks.tamis.invalid/');
    const { body } = await callAs('sandbox')(`/webhook-config/${webhook.id}/test`, { body: {} });
    expect(body.delivery).toMatchObject({ status: 'simulated' });
  });
});
