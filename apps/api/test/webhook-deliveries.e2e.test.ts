import { Webhook } from 'standardwebhooks';

import { OldDeliveries } from '../src/modules/webhooks/use-cases/old-deliveries.js';
import { inTransaction, newId, TenantDatabase } from '../src/platform/database/index.js';
import { RawJson } from '../src/platform/http/index.js';
import { limits } from '../src/platform/limits.js';
import { writeEvents } from '../src/platform/outbox/index.js';
import { newWebhook, type MadeWebhook } from './support/new-webhook.js';
import { newPerson } from './support/person-agent.js';
import { leadElsewhere } from './support/receivers-at-home.mjs';
import type { Body, Call } from './support/start-test-api.js';
import { until } from './support/until.js';
import { useReceivers } from './support/use-receivers.js';
import { useTestApi } from './support/use-test-api.js';
import type { Received, Receiver } from './support/webhook-receiver.js';

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('Deliveries of webhooks', () => {
  const api = useTestApi();
  const openReceiver = useReceivers();
  let organizationId: string;
  beforeAll(() => void ({ organizationId } = api().production));
  afterEach(() => api().pool.query('delete from webhooks'));

  const made = (url: string, more: object = {}): Promise<MadeWebhook> =>
    newWebhook((path, call) => api().call(path, call), url, more);
  const announce = (event: string, payload: object, of = organizationId): Promise<void> =>
    inTransaction(api().pool, null, (client) => writeEvents(client, [{ organizationId: of, event, payload }]));
  const anAlert = (number = 1): Promise<void> => announce('alert.created', { number });
  const received = async ({ received: all }: Receiver, count: number): Promise<readonly Received[]> => {
    await until(() => all.length >= count);
    return all;
  };
  const deliveriesOf = async ({ id }: MadeWebhook, query = '', key = api().production.key): Promise<Body[]> => {
    const answer = await api().call(`/webhook-config/${id}/deliveries${query}`, { key });
    expect(answer.status).toBe(200);
    return answer.body.deliveries;
  };
  const first = async (webhook: MadeWebhook, status: string): Promise<Body> => {
    await until(async () => (await deliveriesOf(webhook))[0]?.status === status);
    return (await deliveriesOf(webhook))[0];
  };
  /** As if the time of the next attempt had come. */
  const makeDue = ({ id }: MadeWebhook) =>
    api().pool.query(
      'update webhook_deliveries set next_attempt_at = now() where webhook_id = $1 and next_attempt_at > now()',
      [id],
    );
  const stateOf = async ({ id }: MadeWebhook): Promise<Body> =>
    (await api().pool.query('select * from webhooks where id = $1', [id])).rows[0];

  it('bring what happened, signed, in the envelope', async () => {
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
      ...{ id: uuid, webhookId: webhook.id, eventId: body.id, event: 'entity.created', status: 'delivered' },
      ...{ attempts: [{ at: timestamp, statusCode: 204, durationMs: expect.any(Number) }], nextAttemptAt: null },
      createdAt: timestamp,
    });
    expect(await stateOf(webhook)).toMatchObject({ last_status_code: 204, failing_since: null });
  });

  it('hold numbers and keys as they were written', async () => {
    const receiver = await openReceiver();
    await made(receiver.url);
    const payload = '{"b":12345678901234567890.10,"a":{"2":1,"1":1e2}}';
    await announce('alert.created', new RawJson(payload));
    expect((await received(receiver, 1))[0]!.text).toContain(`"payload":${payload}}`);
  });

  it('are of what was committed after the webhook was switched on, and of nothing else in the outbox', async () => {
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

  it('are those that the webhook asks for, by name and by filter', async () => {
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

  it('are tried again with the same id, a number that grows and a signature of their own time', async () => {
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

  it('are given up after ten attempts', async () => {
    const receiver = await openReceiver((response) => void response.writeHead(503, { 'retry-after': '3600' }).end());
    const webhook = await made(receiver.url);
    await anAlert();
    const failed = await first(webhook, 'failed');
    expect(Date.parse(failed.nextAttemptAt) - Date.parse(failed.attempts[0].at)).toBe(3_600_000);
    await api().pool.query('update webhook_deliveries set attempt = 9 where webhook_id = $1', [webhook.id]);
    await makeDue(webhook);
    expect(await first(webhook, 'exhausted')).toMatchObject({
      nextAttemptAt: null,
      attempts: [{}, { statusCode: 503 }],
    });
    expect(receiver.received.at(-1)!.headers['x-webhook-attempt']).toBe('10');
  });

  it('carry both signatures while a secret is replaced', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url);
    const { secret } = (await api().call(`/webhook-config/${webhook.id}/rotate-secret`, { body: { overlapHours: 1 } }))
      .body;
    await anAlert();
    const [{ text, headers }] = (await received(receiver, 1)) as [Received];
    for (const each of [secret, webhook.secret]) new Webhook(each).verify(text, headers as Record<string, string>);
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('follow no redirect', async () => {
    const elsewhere = await openReceiver();
    const receiver = await openReceiver((response) => void response.writeHead(302, { location: elsewhere.url }).end());
    const webhook = await made(receiver.url);
    await anAlert();
    expect(await first(webhook, 'failed')).toMatchObject({
      attempts: [{ statusCode: 302, error: 'redirects are not followed' }],
    });
    expect(elsewhere.received).toEqual([]);
  });

  it('do not go to a name that leads inside by the time they are sent', async () => {
    const receiver = await openReceiver(undefined, 'moved.receiver.test');
    const webhook = await made(receiver.url);
    await anAlert(1);
    await first(webhook, 'delivered');
    leadElsewhere('moved.receiver.test', '127.0.0.1');
    await anAlert(2);
    expect(await first(webhook, 'failed')).toMatchObject({
      attempts: [{ statusCode: null, error: 'the address is not on the public internet' }],
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('say why nobody answered', async () => {
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
      'no answer within 1000 ms',
      'the connection broke off before there was an answer',
      'the name of the host has no address',
      'the certificate of the receiver is not valid',
    ]);
  });

  it('count as delivered by the status, however large the rest of the answer is or how slow', async () => {
    const large = await openReceiver((response) => void response.end('x'.repeat(10 * limits.webhookAnswerBytes)));
    const endless = await openReceiver((response) => void response.writeHead(200).write('x'));
    const webhooks = [await made(large.url), await made(endless.url, { timeoutMs: 1_000 })];
    await anAlert();
    for (const webhook of webhooks)
      expect((await first(webhook, 'delivered')).attempts).toMatchObject([{ statusCode: 200 }]);
  });

  it('end a webhook whose receiver is gone, which is told of', async () => {
    const [receiver, other] = [
      await openReceiver((response) => void response.writeHead(410).end()),
      await openReceiver(),
    ];
    const webhook = await made(receiver.url, { events: ['alert.*'], name: 'Gone' });
    await made(other.url, { events: ['webhook.disabled'] });
    await anAlert(1);
    expect(await first(webhook, 'failed')).toMatchObject({ attempts: [{ statusCode: 410 }], nextAttemptAt: null });
    expect((await received(other, 1))[0]!.body).toMatchObject({
      event: 'webhook.disabled',
      payload: { webhookId: webhook.id, name: 'Gone', since: timestamp },
    });
    expect(await stateOf(webhook)).toMatchObject({ status: 'disabled_by_failures', enabled: true });
    const { events } = (await api().call(`/audit/events?event=webhook_disabled&resourceId=${webhook.id}`)).body;
    expect(events).toMatchObject([
      { actor: { type: 'system' }, context: { reason: 'its receiver answered 410 Gone' } },
    ]);
    await anAlert(2);
    await api().call(`/webhook-config/${webhook.id}/deliveries/${(await deliveriesOf(webhook))[0].id}/redeliver`, {
      body: {},
    });
    expect((await first(webhook, 'failed')).attempts.at(-1)).toMatchObject({
      statusCode: null,
      error: 'not sent: the webhook is disabled',
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('end a webhook that only failed for five days, and not before', async () => {
    const receiver = await openReceiver((response) => void response.writeHead(500).end());
    const webhook = await made(receiver.url, { events: ['alert.*'] });
    const failingFor = (ms: number) =>
      api().pool.query(`update webhooks set failing_since = now() - make_interval(secs => $2 / 1000.0) where id = $1`, [
        webhook.id,
        ms,
      ]);
    await failingFor(limits.webhookFailingMs - 60_000);
    await anAlert(1);
    await first(webhook, 'failed');
    expect((await stateOf(webhook)).status).toBe('active');
    await failingFor(limits.webhookFailingMs);
    await anAlert(2);
    await until(async () => (await stateOf(webhook)).status === 'disabled_by_failures');
    const again = await api().call(`/webhook-config/${webhook.id}`, { method: 'PATCH', body: { enabled: true } });
    expect(again.body.webhook.status).toBe('active');
    expect((await stateOf(webhook)).failing_since).toBeNull();
  });

  it('are told to the owners of the account when they end', async () => {
    const receiver = await openReceiver((response) => void response.writeHead(410).end());
    const person = newPerson(api());
    const email = 'owner@example.com';
    const names = { firstName: 'Ana', lastName: 'Reis' };
    await person.call('/auth/sign-up', { body: { email, password: 'a long enough password', ...names } });
    const made = await person.call('/organizations', { body: { name: 'Firm', countryCode: 'BR' } });
    const { id } = made.body.production;
    const asOwner = (path: string, call: Call) => person.call(path, { ...call, headers: { 'x-organization-id': id } });
    const webhook = await newWebhook(asOwner, receiver.url, { events: ['alert.*'], name: 'Told' });
    await announce('alert.created', {}, id);
    await until(async () => (await stateOf(webhook)).status === 'disabled_by_failures');
    const { rows } = await api().pool.query(
      `select event, coalesce(payload ->> 'to', payload ->> 'userId') as to, payload ->> 'title' as title from outbox_events
       where organization_id = $1 and event like '%notification' order by event`,
      [id],
    );
    const title = 'Webhook Told was disabled';
    expect(rows).toEqual([
      { event: 'mail.notification', to: email, title },
      { event: 'notification', to: uuid, title },
    ]);
  });

  it('of a sandbox are simulated, and nothing is sent', async () => {
    const receiver = await openReceiver();
    const { organizationId: sandbox, key } = api().sandbox;
    const webhook = await newWebhook((path, call) => api().call(path, { ...call, key }), receiver.url);
    await announce('alert.created', { number: 1 }, sandbox);
    await until(async () => (await deliveriesOf(webhook, '', key)).length > 0);
    const [delivery] = await deliveriesOf(webhook, '', key);
    expect(delivery).toMatchObject({ status: 'simulated', attempts: [], nextAttemptAt: null });
    const again = await api().call(`/webhook-config/${webhook.id}/deliveries/${delivery.id}/redeliver`, {
      body: {},
      key,
    });
    expect(again.body.delivery).toEqual(delivery);
    const test = await api().call(`/webhook-config/${webhook.id}/test`, { body: {}, key });
    expect(test.body.delivery).toMatchObject({ status: 'simulated', attempts: [] });
    expect(receiver.received).toEqual([]);
  });

  it('are sent once more when somebody asks for it, with the same id', async () => {
    let answer = 404;
    const receiver = await openReceiver((response) => void response.writeHead(answer).end());
    const webhook = await made(receiver.url);
    await anAlert();
    const { id } = await first(webhook, 'failed');
    await api().pool.query(`update webhook_deliveries set status = 'exhausted', next_attempt_at = null, attempt = 10`);
    answer = 200;
    const again = await api().call(`/webhook-config/${webhook.id}/deliveries/${id}/redeliver`, { body: {} });
    expect(again).toMatchObject({ status: 200, body: { success: true, delivery: { id, status: 'pending' } } });
    expect((await first(webhook, 'delivered')).attempts).toMatchObject([{ statusCode: 404 }, { statusCode: 200 }]);
    const [one, two] = receiver.received;
    expect(two!.headers['webhook-id']).toBe(one!.headers['webhook-id']);
    for (const unknown of [newId(), 'x']) {
      const path = `/webhook-config/${webhook.id}/deliveries/${unknown}/redeliver`;
      expect(await api().call(path, { body: {} })).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND' } },
      });
    }
  });

  it('can be tried out with a sample, also to a webhook that is off', async () => {
    let answer = 200;
    const receiver = await openReceiver((response) => void response.writeHead(answer).end());
    const webhook = await made(receiver.url, { enabled: false, events: ['alert.*'] });
    const test = (body: object) => api().call(`/webhook-config/${webhook.id}/test`, { body });
    expect(await test({})).toMatchObject({
      status: 200,
      body: {
        success: true,
        delivery: { event: 'alert.created', status: 'delivered', attempts: [{ statusCode: 200 }] },
      },
    });
    answer = 500;
    const failed = (await test({ event: 'transaction.flagged' })).body.delivery;
    expect(failed).toMatchObject({ event: 'transaction.flagged', status: 'failed', nextAttemptAt: null });
    expect(receiver.received.map(({ body }) => body.payload.test)).toEqual([true, true]);
    const [{ text, headers }] = receiver.received as [Received];
    new Webhook(webhook.secret).verify(text, headers as Record<string, string>);
    expect((await stateOf(webhook)).failing_since).toBeNull();
    expect(await test({ event: 'alert.exploded' })).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR' } },
    });
    expect((await deliveriesOf(webhook)).map(({ event }) => event)).toEqual(['transaction.flagged', 'alert.created']);
  });

  it('are tested one after the other', async () => {
    let release = (): void => undefined;
    const receiver = await openReceiver((response) => void (release = () => void response.writeHead(200).end()));
    const webhook = await made(receiver.url);
    const path = `/webhook-config/${webhook.id}/test`;
    const slow = api().call(path, { body: {} });
    await received(receiver, 1);
    expect(await api().call(path, { body: {} })).toMatchObject({
      status: 409,
      body: { error: { code: 'JOB_IN_PROGRESS' } },
    });
    release();
    expect((await slow).body.delivery.status).toBe('delivered');
  });

  it('are listed by status, event and time, page by page', async () => {
    const receiver = await openReceiver((response, { body }) => void response.writeHead(body.payload.answer).end());
    const webhook = await made(receiver.url);
    await announce('alert.created', { answer: 200 });
    await announce('alert.resolved', { answer: 200 });
    await announce('alert.assigned', { answer: 500 });
    await until(async () => (await deliveriesOf(webhook)).filter(({ status }) => status !== 'pending').length === 3);
    const events = async (query: string) => (await deliveriesOf(webhook, query)).map(({ event }) => event);
    expect(await events('?status=failed')).toEqual(['alert.assigned']);
    expect(await events('?event=alert.resolved')).toEqual(['alert.resolved']);
    expect(await events('?to=2026-01-01T00:00:00Z')).toEqual([]);
    const page = (await api().call(`/webhook-config/${webhook.id}/deliveries?limit=2`)).body;
    expect(page.pagination).toMatchObject({ total: 3, limit: 2, hasMore: true });
    const rest = await events(`?limit=2&cursor=${page.pagination.nextCursor}`);
    expect([...page.deliveries.map(({ event }: Body) => event), ...rest].sort()).toEqual([
      'alert.assigned',
      'alert.created',
      'alert.resolved',
    ]);
    const wrong = await api().call(`/webhook-config/${webhook.id}/deliveries?status=lost`);
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    const path = `/webhook-config/${webhook.id}/deliveries`;
    expect((await api().call(path, { key: api().stranger.key })).status).toBe(404);
  });

  it('are kept for thirty days', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url);
    const old = newId(Date.now() - limits.deliveryDays * 86_400_000 - 1_000);
    const kept = newId(Date.now() - limits.deliveryDays * 86_400_000 + 60_000);
    await api().pool.query(
      `insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event, body, status, created_at)
       select $1, id, $2, 'evt_1', 'alert.created', '{}', 'delivered', now() from unnest($3::uuid[]) as d (id)`,
      [organizationId, webhook.id, [old, kept]],
    );
    expect(await api().app.get(OldDeliveries, { strict: false }).remove()).toBe(1);
    expect((await deliveriesOf(webhook)).map(({ id }) => id)).toEqual([kept]);
  });

  it('are taken over from a process that was not heard of, and not before its lease ends', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url);
    const lease = (seconds: number) =>
      api()
        .app.get(TenantDatabase)
        .of(organizationId)
        .query(
          `insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event, body, status, attempt, leased_until, next_attempt_at, created_at)
         values ($1, $2, $3, 'evt_1', 'alert.created', '{}', 'pending', 1, now() + make_interval(secs => $4), now() + make_interval(secs => $4), now())`,
          [organizationId, newId(), webhook.id, seconds],
        );
    await lease(60);
    await lease(-1);
    const [request] = await received(receiver, 1);
    expect(request!.headers['x-webhook-attempt']).toBe('2');
    const taken = await first(webhook, 'delivered');
    expect(taken.attempts).toMatchObject([
      { statusCode: null, error: 'the server ended before the answer came' },
      { statusCode: 204 },
    ]);
    expect(receiver.received).toHaveLength(1);
  });
});
