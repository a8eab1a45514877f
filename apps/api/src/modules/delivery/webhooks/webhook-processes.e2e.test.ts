import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { Webhook } from 'standardwebhooks';

import { inTransaction, newId } from '../../../platform/database/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { createWebhook, type CreatedWebhook } from '../../../../test/support/create-webhook.js';
import { startServer } from '../../../../test/support/start-server.js';
import { type Call, send, testSecrets } from '../../../../test/support/start-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { useReceivers } from '../../../../test/support/use-receivers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import type { Received } from '../../../../test/support/webhook-receiver.js';

const home = fileURLToPath(new URL('../../../../test/support/receivers-at-home.mjs', `file://${__filename}`));
const settings = { ...testSecrets, RECEIVERS_AT_HOME: 'on', NODE_OPTIONS: `--import=${home}` };

const events = 200;

/** The server of the test sends as well, so three processes may send each event. */
describe('processes that send webhooks', () => {
  const api = useOwnTestApi();
  const openReceiver = useReceivers();
  const children: ChildProcess[] = [];
  const startProcess = async () => {
    const started = await startServer(api().pool.options.connectionString!, settings);
    children.push(started.child);
    return started;
  };
  let urls: readonly string[];
  beforeAll(async () => {
    const started = await Promise.all([startProcess(), startProcess()]);
    urls = [...started.map(({ url }) => url), api().url];
  });
  afterAll(() => children.forEach((child) => child.kill('SIGKILL')));

  const asOwn = (path: string, call: Call) => api().call(path, call);
  const asStranger = (path: string, call: Call) => api().call(path, { ...call, key: api().stranger.key });
  const idsOf = (received: readonly Received[]): string[] => received.map(({ body }) => String(body.id)).sort();
  const statuses = async ({ id }: CreatedWebhook): Promise<Record<string, number>> => {
    const { rows } = await api().pool.query<{ status: string; n: number }>(
      'select status, count(*)::int as n from webhook_deliveries where webhook_id = $1 group by 1',
      [id],
    );
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  };

  it('sends each of 200 events once to each webhook, whichever transaction commits first', async () => {
    const { key } = api().production;
    const receivers = [await openReceiver(), await openReceiver()];
    const webhooks: CreatedWebhook[] = [];
    for (const { url } of receivers) webhooks.push(await createWebhook(asOwn, url, { events: ['entity.created'] }));
    const answers = await Promise.all(
      Array.from({ length: events }, (_, place) => {
        const body = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: newId() };
        return send(`${urls[place % urls.length]}/entities`, key, { body });
      }),
    );
    const entities = answers.map(({ body }) => String(body.entity.id)).sort();
    await waitUntil(() => receivers.every(({ received }) => received.length >= events));
    for (const [place, webhook] of webhooks.entries()) {
      await waitUntil(async () => (await statuses(webhook))['delivered'] === events);
      const { received } = receivers[place]!;
      expect(received.map(({ body }) => body.payload.entityId).sort()).toEqual(entities);
      for (const { text, headers } of received)
        new Webhook(webhook.secret).verify(text, headers as Record<string, string>);
    }
    const [first, ...others] = receivers.map(({ received }) => idsOf(received));
    expect(new Set(first).size).toBe(events);
    for (const each of others) expect(each).toEqual(first);
  });

  it('sends at most five requests at once to a webhook, over all processes', async () => {
    const { organizationId } = api().stranger;
    let open = 0;
    let most = 0;
    const receiver = await openReceiver((response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => {
        open -= 1;
        response.writeHead(200).end();
      }, 200);
    });
    const webhook = await createWebhook(asStranger, receiver.url);
    const all = Array.from({ length: 60 }, (_, number) => ({
      organizationId,
      event: 'alert.created',
      payload: { number },
    }));
    await inTransaction(api().pool, null, (client) => writeEvents(client, all));
    await waitUntil(async () => (await statuses(webhook))['delivered'] === all.length);
    expect(receiver.received).toHaveLength(all.length);
    expect(most).toBe(5);
  });

  it('loses no event when killed between sending and recording: another process resends it with its id', async () => {
    const { organizationId } = api().stranger;
    let hangs = true;
    const receiver = await openReceiver((response) => void (hangs || response.writeHead(200).end()));
    await api().pool.query('delete from webhooks');
    const webhook = await createWebhook(asStranger, receiver.url);
    await api().app.close();
    await inTransaction(api().pool, null, (client) =>
      writeEvents(client, [{ organizationId, event: 'alert.created', payload: { number: 1 } }]),
    );
    await waitUntil(() => receiver.received.length === 1);
    for (const child of children.splice(0)) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    expect(await statuses(webhook)).toEqual({ pending: 1 });
    hangs = false;
    await startProcess();
    // Simulates the expiry of the lease.
    await api().pool.query('update webhook_queue set leased_until = now(), due_at = now() where webhook_id = $1', [
      webhook.id,
    ]);
    await waitUntil(async () => (await statuses(webhook))['delivered'] === 1);
    expect(receiver.received).toHaveLength(2);
    expect(new Set(idsOf(receiver.received)).size).toBe(1);
    expect(receiver.received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2']);
  });
});
