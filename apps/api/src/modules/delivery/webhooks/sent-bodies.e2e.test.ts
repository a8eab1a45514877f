import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { closeAllSockets, openSocket } from '../../../../test/support/open-socket.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { useDeliveries } from '../../../../test/support/use-deliveries.js';
import { problem } from '../../../../test/support/use-webhooks.js';
import { inTransaction, newId } from '../../../platform/database/index.js';
import { Deliveries } from './index.js';

/** Returns the status of a refusal, and the missing permission it names. */
const lacking = ({ status, body }: TestResponse): readonly unknown[] => [status, body.error?.requiredPermission];

describe('sent webhook bodies', () => {
  const { api, openReceiver, anAlert, made, received, first } = useDeliveries();
  const read = (webhookId: string, deliveryId: string, key = api().production.key) =>
    api().call(`/webhook-config/${webhookId}/deliveries/${deliveryId}`, { key });

  it('is shown byte for byte to callers who may read its contents, and each access is in the audit log', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url, { events: ['alert.*'] });
    await anAlert(7);
    const [sent] = await received(receiver, 1);
    const { id } = (await first(webhook, 'delivered')) as { id: string };
    const answer = await read(webhook.id, id);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { delivery: { id, event: 'alert.created', status: 'delivered', attempts: [{ statusCode: 204 }] } },
    ]);
    expect(answer.body.sentBody).toBe(sent!.text);
    expect(JSON.parse(answer.body.sentBody as string)).toMatchObject({ payload: { number: 7 } });
    const trail = `/audit/events?event=webhook_delivery_read&resourceId=${webhook.id}`;
    expect((await api().call(trail)).body.events).toMatchObject([
      { summary: 'alert.created read with the payload sent to the webhook', relatedIds: { deliveryId: id } },
    ]);
  });

  it('is announced to watchers of the webhook and shown with the receiver response, without secrets', async () => {
    const receiver = await openReceiver((response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'x-token': 'opens-everything', 'set-cookie': 'a=1' })
        .end(`${'é'.repeat(600)}\0`),
    );
    const webhook = await made(receiver.url, { events: ['alert.*'] });
    const socket = await openSocket(api().url, { token: api().production.key });
    expect((await socket.subscribe(`webhook:${webhook.id}`)).success).toBe(true);
    await anAlert();
    const listed = (await first(webhook, 'delivered')) as { id: string; attempts: readonly object[] };
    const told = await socket.waitFor(
      'webhook:delivery',
      ({ webhookId }: { webhookId: string }) => webhookId === webhook.id,
    );
    expect(told).toEqual({
      ...{ organizationId: api().production.organizationId, timestamp: expect.any(String), webhookId: webhook.id },
      ...{ deliveryId: listed.id, event: 'alert.created', attempt: 1, status: 'delivered', statusCode: 200 },
      nextAttemptAt: null,
    });
    expect(listed.attempts.map((attempt) => 'response' in attempt)).toEqual([false]);
    const { response } = (await read(webhook.id, listed.id)).body.delivery.attempts[0];
    expect(response).toMatchObject({
      headers: { 'content-type': 'text/plain', 'x-token': '••••hing', 'set-cookie': '••••' },
      body: 'é'.repeat(512),
    });
    expect((await read(webhook.id, listed.id, await createKeyWith(api(), 'webhooks:read'))).text).not.toContain('éé');
    closeAllSockets();
  });

  it('is shown to nobody without the permission, under another webhook or in another organization', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url, { events: ['alert.*'] });
    const other = await made(receiver.url, { events: ['rule.*'], name: 'Other' });
    await anAlert();
    const { id } = (await first(webhook, 'delivered')) as { id: string };
    const weak = await createKeyWith(api(), 'webhooks:read');
    expect(lacking(await read(webhook.id, id, weak))).toEqual([403, 'alerts:read']);
    const enough = await createKeyWith(api(), 'webhooks:read', 'alerts:read');
    expect((await read(webhook.id, id, enough)).status).toBe(200);
    for (const [webhookId, deliveryId] of [
      [other.id, id],
      [webhook.id, unknownId],
      [unknownId, id],
    ] as const)
      expect(problem(await read(webhookId, deliveryId))).toEqual([404, 'NOT_FOUND']);
    expect(problem(await read(webhook.id, id, api().sandbox.key))).toEqual([404, 'NOT_FOUND']);
    expect((await read(webhook.id, 'none')).status).toBe(404);
    // A refused caller has not read anything, so there is no further entry.
    const trail = `/audit/events?event=webhook_delivery_read&resourceId=${webhook.id}`;
    expect((await api().call(trail)).body.events).toHaveLength(1);
  });

  it('can be a message of an automation, which is sent and shown like any other', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url, { events: ['alert.*'] });
    const { organizationId } = api().production;
    const message = { webhookId: webhook.id, id: newId(), event: 'automation.message', payload: { data: 'told' } };
    await inTransaction(api().pool, organizationId, (client) =>
      api().app.get(Deliveries).enqueue(client, organizationId, message),
    );
    expect((await received(receiver, 1))[0]!.body).toMatchObject({ payload: { data: 'told' } });
    const { id } = (await first(webhook, 'delivered')) as { id: string };
    const weak = await createKeyWith(api(), 'webhooks:read', 'alerts:read');
    expect(lacking(await read(webhook.id, id, weak))).toEqual([403, 'automations:read']);
    expect((await read(webhook.id, id)).body.delivery).toMatchObject({ event: 'automation.message' });
  });
});
