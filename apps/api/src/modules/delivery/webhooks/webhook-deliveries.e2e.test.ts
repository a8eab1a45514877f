import { Webhook } from 'standardwebhooks';

import { deliveryLimits } from './domain/delivery-limits.js';
import { inTransaction, newId } from '../../../platform/database/index.js';
import { RawJson } from '../../../platform/http/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { resolveTo } from '../../../../test/support/receivers-at-home.mjs';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useDeliveries } from '../../../../test/support/use-deliveries.js';
import type { Received } from '../../../../test/support/webhook-receiver.js';

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('webhook deliveries', () => {
  const { api, openReceiver, announce, anAlert, made, received, first, makeDue, stateOf } = useDeliveries();
  let organizationId: string;
  beforeAll(() => void ({ organizationId } = api().production));

  it('delivers the event in the envelope, signed', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url, { headers: { 'X-Own': 'kept' } });
    const { entity } = (
      await api().call('/entities', {
        body: { type: 'person', name: 'Ana 😀', countryCode: 'BR', externalId: newId() },
      })
    ).body;
    const [request] = await received(receiver, 1);
    const { headers, text, body } = request!;
    expect(body).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      event: 'entity.created',
      timestamp,
      organizationId,
      payload: expect.objectContaining({ entityId: entity.id, riskScore: 0, documentNumber: null }),
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Tamis-Webhooks/1',
      'webhook-id': body.id,
      'x-webhook-event': 'entity.created',
      'x-webhook-attempt': '1',
      'x-own': 'kept',
    });
    expect(new Webhook(webhook.secret).verify(text, headers as Record<string, string>)).toEqual(body);
    expect(await first(webhook, 'delivered')).toEqual({
      ...{
        id: uuid,
        webhookId: webhook.id,
        organizationId,
        eventId: body.id,
        event: 'entity.created',
        status: 'delivered',
      },
      ...{ attempts: [{ at: timestamp, statusCode: 204, durationMs: expect.any(Number) }], nextAttemptAt: null },
      createdAt: timestamp,
    });
    expect(await stateOf(webhook)).toMatchObject({ last_status_code: 204, failing_since: null });
  });

  it('keeps numbers and keys as they were written', async () => {
    const receiver = await openReceiver();
    await made(receiver.url);
    const payload = '{"b":12345678901234567890.10,"a":{"2":1,"1":1e2}}';
    await announce('alert.created', new RawJson(payload));
    expect((await received(receiver, 1))[0]!.text).toContain(`"payload":${payload}}`);
  });

  it('delivers events committed after the webhook was enabled, and nothing else in the outbox', async () => {
    const receiver = await openReceiver();
    await anAlert(1);
    const webhook = await made(receiver.url);
    await announce('mail.notification', { to: 'ana@example.com' });
    await announce('rule:status-changed', {});
    await announce('alert.created', { number: 2 }, api().stranger.organizationId);
    await inTransaction(api().pool, null, async (client) => {
      await writeEvents(client, [{ organizationId, event: 'alert.created', payload: { number: 3 } }]);
      throw new Error('undone');
    }).catch(() => undefined);
    const onOff = (enabled: boolean) =>
      api().call(`/webhook-config/${webhook.id}`, { method: 'PATCH', body: { enabled } });
    await onOff(false);
    await anAlert(4);
    await onOff(true);
    await anAlert(5);
    await received(receiver, 1);
    await anAlert(6);
    const told = (await received(receiver, 2)).map(({ body }) => body.payload.number);
    expect(told).toEqual([5, 6]);
  });

  it('does not deliver events committed before the webhook existed, even if still unread', async () => {
    const [early, late] = [await openReceiver(), await openReceiver()];
    await made(early.url);
    await anAlert(1);
    await received(early, 1);
    await inTransaction(api().pool, null, async (client) => {
      // Blocks all readers until this transaction ends.
      await client.query('select 1 from webhook_cursors for update');
      await anAlert(2);
      await made(late.url);
    });
    await anAlert(3);
    const numbers = (all: readonly Received[]) => all.map(({ body }) => body.payload.number as number).sort();
    expect(numbers(await received(early, 3))).toEqual([1, 2, 3]);
    expect(numbers(await received(late, 1))).toEqual([3]);
  });

  it('delivers the events the webhook selects by name and by filter', async () => {
    const [named, filtered] = [await openReceiver(), await openReceiver()];
    await made(named.url, { events: ['rule_set.activated', 'entity.*'] });
    await made(filtered.url, { events: ['alert.*'], filters: { ruleSeverity: ['high'] } });
    for (const severity of ['LOW', 'HIGH']) await announce('alert.created', { severity });
    await announce('alert.status_changed', { severity: 'HIGH' });
    await announce('rule_set.activated', { number: 1 });
    await announce('entity.deleted', { entityId: newId() });
    const events = (all: readonly Received[]) => all.map(({ body }) => body.event).sort();
    expect(events(await received(named, 2))).toEqual(['entity.deleted', 'rule_set.activated']);
    expect(events(await received(filtered, 2))).toEqual(['alert.created', 'alert.status_changed']);
  });

  it('retries with the same id, an increasing attempt number and a signature of the new time', async () => {
    let answer = 500;
    const receiver = await openReceiver((response) => void response.writeHead(answer).end('no'));
    const webhook = await made(receiver.url);
    await anAlert();
    const failed = await first(webhook, 'failed');
    const waits = Date.parse(failed.nextAttemptAt) - Date.parse(failed.attempts[0].at);
    expect(waits).toBeGreaterThanOrEqual(4_500);
    expect(waits).toBeLessThanOrEqual(5_500);
    expect(await stateOf(webhook)).toMatchObject({ last_status_code: 500, failing_since: expect.any(Date) });
    answer = 200;
    await makeDue(webhook);
    const { attempts, nextAttemptAt } = await first(webhook, 'delivered');
    expect(attempts.map(({ statusCode }: Body) => statusCode)).toEqual([500, 200]);
    expect(nextAttemptAt).toBeNull();
    const [one, two] = receiver.received;
    expect(two!.text).toBe(one!.text);
    expect([one, two].map((each) => each!.headers['x-webhook-attempt'])).toEqual(['1', '2']);
    for (const each of [one!, two!])
      new Webhook(webhook.secret).verify(each.text, each.headers as Record<string, string>);
    expect((await stateOf(webhook)).failing_since).toBeNull();
  });

  it('gives up after ten attempts', async () => {
    const receiver = await openReceiver((response) => void response.writeHead(503, { 'retry-after': '3600' }).end());
    const webhook = await made(receiver.url);
    await anAlert();
    const failed = await first(webhook, 'failed');
    expect(Date.parse(failed.nextAttemptAt) - Date.parse(failed.attempts[0].at)).toBe(3_600_000);
    await api().pool.query('update webhook_queue set attempt = 9 where webhook_id = $1', [webhook.id]);
    await makeDue(webhook);
    expect(await first(webhook, 'exhausted')).toMatchObject({
      nextAttemptAt: null,
      attempts: [{}, { statusCode: 503 }],
    });
    expect(receiver.received.at(-1)!.headers['x-webhook-attempt']).toBe('10');
  });

  it('carries both signatures during secret rotation', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url);
    const { secret } = (await api().call(`/webhook-config/${webhook.id}/rotate-secret`, { body: { overlapHours: 1 } }))
      .body;
    await anAlert();
    const [{ text, headers }] = (await received(receiver, 1)) as [Received];
    for (const each of [secret, webhook.secret]) new Webhook(each).verify(text, headers as Record<string, string>);
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('follows no redirect', async () => {
    const elsewhere = await openReceiver();
    const receiver = await openReceiver((response) => void response.writeHead(302, { location: elsewhere.url }).end());
    const webhook = await made(receiver.url);
    await anAlert();
    expect(await first(webhook, 'failed')).toMatchObject({
      attempts: [{ statusCode: 302, error: 'redirects are not followed' }],
    });
    expect(elsewhere.received).toEqual([]);
  });

  it('sends nothing to a host that resolves to an internal address at sending time', async () => {
    const receiver = await openReceiver(undefined, 'moved.receiver.test');
    const webhook = await made(receiver.url);
    await anAlert(1);
    await first(webhook, 'delivered');
    resolveTo('moved.receiver.test', '127.0.0.1');
    await anAlert(2);
    expect(await first(webhook, 'failed')).toMatchObject({
      attempts: [{ statusCode: null, error: 'the address is not on the public internet' }],
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('reports why there was no response', async () => {
    const closed = await openReceiver();
    await closed.close();
    const slow = await openReceiver(() => undefined);
    const broken = await openReceiver((response) => void response.socket!.destroy());
    const webhooks = [
      await made(closed.url),
      await made(slow.url, { timeoutMs: 1_000 }),
      await made(broken.url),
      await made(slow.url),
      await made(slow.url.replace('hooks.receiver.test', 'two.levels.receiver.test')),
    ];
    await api().pool.query(`update webhooks set url = 'https://gone.invalid/' where id = $1`, [webhooks[3]!.id]);
    await anAlert();
    const errors: string[] = [];
    for (const webhook of webhooks) errors.push((await first(webhook, 'failed')).attempts[0].error);
    expect(errors).toEqual([
      'the connection was refused',
      'no response within 1000 ms',
      'the connection was closed before there was a response',
      'the host name could not be resolved',
      'the certificate of the receiver is not valid',
    ]);
  });

  it('fails by the status when the receiver switches protocols', async () => {
    const switching = await openReceiver(
      ({ socket }) =>
        void socket!.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    );
    const webhook = await made(switching.url, { timeoutMs: 1_000 });
    await anAlert();
    expect((await first(webhook, 'failed')).attempts).toMatchObject([{ statusCode: 101 }]);
  });

  it('counts as delivered by the status, however large or slow the rest of the response is', async () => {
    const large = await openReceiver((response) => void response.end('x'.repeat(10 * deliveryLimits.answerBytes)));
    const endless = await openReceiver((response) => void response.writeHead(200).write('x'));
    const webhooks = [await made(large.url), await made(endless.url, { timeoutMs: 1_000 })];
    await anAlert();
    for (const webhook of webhooks)
      expect((await first(webhook, 'delivered')).attempts).toMatchObject([{ statusCode: 200 }]);
  });
});
