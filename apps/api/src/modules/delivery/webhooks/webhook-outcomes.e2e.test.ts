import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { Webhook } from 'standardwebhooks';

import { deliveryLimits } from './domain/delivery-limits.js';
import { DeleteExpiredDeliveries } from './use-cases/delete-expired-deliveries.js';
import { newId, TenantDatabase } from '../../../platform/database/index.js';
import { createWebhook } from '../../../../test/support/create-webhook.js';
import { createPersonAgent } from '../../../../test/support/person-agent.js';
import { signUpPerson } from '../../../../test/support/person-emails.js';
import type { Body, Call } from '../../../../test/support/start-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { useDeliveries } from '../../../../test/support/use-deliveries.js';
import type { Received } from '../../../../test/support/webhook-receiver.js';

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** Logs how many deliveries each statement deletes, and in which transaction. */
const logDeletions = [
  'create table deletions (transaction text not null, rows integer not null)',
  `create function log_deletion() returns trigger language plpgsql security definer as $$
     begin
       insert into deletions select pg_current_xact_id()::text, (select count(*) from gone);
       return null;
     end $$`,
  `create trigger log_deletion after delete on webhook_deliveries referencing old table as gone
     for each statement execute function log_deletion()`,
];

describe('webhook delivery outcomes', () => {
  const { api, openReceiver, announce, deliveriesOf, anAlert, made, received, first, stateOf } = useDeliveries();
  let organizationId: string;
  beforeAll(() => void ({ organizationId } = api().production));

  it('disables a webhook whose receiver is gone and announces it', async () => {
    const answers = [500];
    const [receiver, other] = [
      await openReceiver((response) => void response.writeHead(answers.shift() ?? 410).end()),
      await openReceiver(),
    ];
    const webhook = await made(receiver.url, { events: ['alert.*'], name: 'Gone' });
    await made(other.url, { events: ['webhook.disabled'] });
    await anAlert(0);
    const waiting = await first(webhook, 'failed');
    const byId = async (id: string) => (await deliveriesOf(webhook)).find((each) => each.id === id);
    await anAlert(1);
    await waitUntil(async () => (await stateOf(webhook)).status === 'disabled_by_failures');
    const [gone] = (await deliveriesOf(webhook)).filter(({ id }) => id !== waiting.id);
    expect(gone).toMatchObject({ attempts: [{ statusCode: 410 }], nextAttemptAt: null });
    expect((await received(other, 1))[0]!.body).toMatchObject({
      event: 'webhook.disabled',
      payload: { webhookId: webhook.id, name: 'Gone', since: timestamp },
    });
    expect(await stateOf(webhook)).toMatchObject({ status: 'disabled_by_failures', enabled: true });
    const { events } = (await api().call(`/audit/events?event=webhook_disabled&resourceId=${webhook.id}`)).body;
    expect(events).toMatchObject([
      { actor: { type: 'system' }, context: { reason: 'its receiver responded with 410 Gone' } },
    ]);
    await anAlert(2);
    await api().pool.query('update webhook_queue set due_at = now()');
    await waitUntil(async () => (await byId(waiting.id)).attempts.length === 2);
    expect(await byId(waiting.id)).toMatchObject({
      attempts: [{ statusCode: 500 }, { statusCode: null, error: 'not sent: the webhook is disabled' }],
      nextAttemptAt: null,
    });
    expect(receiver.received).toHaveLength(2);
  });

  it('disables a webhook only after five days of continuous failures', async () => {
    const receiver = await openReceiver((response) => void response.writeHead(500).end());
    const webhook = await made(receiver.url, { events: ['alert.*'] });
    const failingFor = (ms: number) =>
      api().pool.query(`update webhooks set failing_since = now() - make_interval(secs => $2 / 1000.0) where id = $1`, [
        webhook.id,
        ms,
      ]);
    await failingFor(deliveryLimits.failingMs - 60_000);
    await anAlert(1);
    await first(webhook, 'failed');
    expect((await stateOf(webhook)).status).toBe('active');
    await failingFor(deliveryLimits.failingMs);
    await anAlert(2);
    await waitUntil(async () => (await stateOf(webhook)).status === 'disabled_by_failures');
    const again = await api().call(`/webhook-config/${webhook.id}`, { method: 'PATCH', body: { enabled: true } });
    expect(again.body.webhook.status).toBe('active');
    expect((await stateOf(webhook)).failing_since).toBeNull();
  });

  it('notifies the account owners when failures disable a webhook', async () => {
    const receiver = await openReceiver((response) => void response.writeHead(410).end());
    const person = createPersonAgent(api());
    const email = 'owner@example.com';
    await signUpPerson(api(), email);
    await person.call('/auth/sign-in', { body: { email, password: 'a long enough password' } });
    const made = await person.call('/organizations', { body: { name: 'Firm', countryCode: 'BR' } });
    const { id } = made.body.production;
    const asOwner = (path: string, call: Call) => person.call(path, { ...call, headers: { 'x-organization-id': id } });
    const webhook = await createWebhook(asOwner, receiver.url, { events: ['alert.*'], name: 'Told' });
    await announce('alert.created', {}, id);
    await waitUntil(async () => (await stateOf(webhook)).status === 'disabled_by_failures');
    const { rows } = await api().pool.query(
      `select event, payload ->> 'userId' as to, payload ->> 'title' as title from outbox_events
       where organization_id = $1 and event = 'notification'
       union all select event, recipient, payload ->> 'title' from outgoing_emails
       where organization_id = $1 and event = 'mail.notification' order by event`,
      [id],
    );
    const title = 'Webhook Told was disabled';
    expect(rows).toEqual([
      { event: 'mail.notification', to: email, title },
      { event: 'notification', to: uuid, title },
    ]);
  });

  it('is simulated in a sandbox, with nothing sent', async () => {
    const receiver = await openReceiver();
    const { organizationId: sandbox, key } = api().sandbox;
    const webhook = await createWebhook((path, call) => api().call(path, { ...call, key }), receiver.url);
    await announce('alert.created', { number: 1 }, sandbox);
    await waitUntil(async () => (await deliveriesOf(webhook, '', key)).length > 0);
    const [delivery] = await deliveriesOf(webhook, '', key);
    expect(delivery).toMatchObject({ status: 'simulated', attempts: [], nextAttemptAt: null });
    expect(delivery.body).toMatchObject({ event: 'alert.created', organizationId: sandbox, payload: { number: 1 } });
    expect(delivery.body.id).toBe(delivery.eventId);
    const inSandbox = { call: (path: string, call: object = {}) => api().call(path, { ...call, key }) };
    const weak = await createKeyWith(inSandbox, 'webhooks:read', 'webhooks:edit');
    const [masked] = await deliveriesOf(webhook, '', weak);
    expect([masked.id, 'body' in masked]).toEqual([delivery.id, false]);
    const unread = await api().call(`/webhook-config/${webhook.id}/test`, { body: {}, key: weak });
    expect([unread.body.delivery.status, 'body' in unread.body.delivery]).toEqual(['simulated', false]);
    const enough = await createKeyWith(inSandbox, 'webhooks:read', 'alerts:read');
    const read = (await deliveriesOf(webhook, '', enough)).find(({ id }) => id === delivery.id);
    expect(read.body).toEqual(delivery.body);
    const again = await api().call(`/webhook-config/${webhook.id}/deliveries/${delivery.id}/redeliver`, {
      body: {},
      key,
    });
    expect(again.body.delivery).toEqual(delivery);
    const test = await api().call(`/webhook-config/${webhook.id}/test`, { body: {}, key });
    expect(test.body.delivery).toMatchObject({ status: 'simulated', attempts: [], body: { payload: { test: true } } });
    expect(receiver.received).toEqual([]);
  });

  it('resends a delivery with the same id on request', async () => {
    let answer = 404;
    const receiver = await openReceiver((response) => void response.writeHead(answer).end());
    const webhook = await made(receiver.url);
    await anAlert();
    const { id } = await first(webhook, 'failed');
    await api().pool.query('delete from webhook_queue');
    await api().pool.query(`update webhook_deliveries set status = 'exhausted', attempt = 10`);
    answer = 200;
    const again = await api().call(`/webhook-config/${webhook.id}/deliveries/${id}/redeliver`, { body: {} });
    expect(again).toMatchObject({ status: 200, body: { success: true, delivery: { id, status: 'pending' } } });
    expect((await first(webhook, 'delivered')).attempts).toMatchObject([{ statusCode: 404 }, { statusCode: 200 }]);
    const [one, two] = receiver.received;
    expect(two!.headers['webhook-id']).toBe(one!.headers['webhook-id']);
    // A successful delivery keeps its status if it could not be sent again.
    await api().call(`/webhook-config/${webhook.id}`, { method: 'PATCH', body: { enabled: false } });
    const off = await api().call(`/webhook-config/${webhook.id}/deliveries/${id}/redeliver`, { body: {} });
    expect(off).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATUS_TRANSITION' } } });
    expect((await first(webhook, 'delivered')).id).toBe(id);
    await api().call(`/webhook-config/${webhook.id}`, { method: 'PATCH', body: { enabled: true } });
    for (const unknown of [newId(), 'x']) {
      const path = `/webhook-config/${webhook.id}/deliveries/${unknown}/redeliver`;
      expect(await api().call(path, { body: {} })).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND' } },
      });
    }
  });

  it('sends a sample as a test, also to a disabled webhook', async () => {
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

  it('runs tests of a webhook one after another', async () => {
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

  it('lists deliveries by status, event and time, page by page', async () => {
    const receiver = await openReceiver((response, { body }) => void response.writeHead(body.payload.answer).end());
    const webhook = await made(receiver.url);
    await announce('alert.created', { answer: 200 });
    await announce('alert.resolved', { answer: 200 });
    await announce('alert.assigned', { answer: 500 });
    await waitUntil(
      async () => (await deliveriesOf(webhook)).filter(({ status }) => status !== 'pending').length === 3,
    );
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

  it('keeps deliveries for thirty days', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url);
    const old = newId(Date.now() - deliveryLimits.keptDays * 86_400_000 - 1_000);
    const kept = newId(Date.now() - deliveryLimits.keptDays * 86_400_000 + 60_000);
    await api().pool.query(
      `insert into webhook_deliveries (organization_id, id, webhook_id, event_organization_id, event_id, event, body, status, created_at)
       select $1, id, $2, $1, 'evt_1', 'alert.created', '{}', 'delivered', now() from unnest($3::uuid[]) as d (id)`,
      [organizationId, webhook.id, [old, kept]],
    );
    expect(await api().app.get(DeleteExpiredDeliveries, { strict: false }).remove()).toBe(1);
    expect((await deliveriesOf(webhook)).map(({ id }) => id)).toEqual([kept]);
  });

  it('ends the deliveries of a removed webhook, in batches of one transaction each', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url);
    const count = 3 * deliveryLimits.sweepRows + 500;
    await api().pool.query(
      `insert into webhook_deliveries (organization_id, id, webhook_id, event_organization_id, event_id, event, body, status, created_at)
       select $1, gen_random_uuid(), $2, $1, 'evt_1', 'alert.created', '{}', 'delivered', now() from generate_series(1, $3)`,
      [organizationId, webhook.id, count],
    );
    for (const statement of logDeletions) await api().pool.query(statement);
    const { status } = await api().call(`/webhook-config/${webhook.id}`, { method: 'DELETE' });
    const { rows } = await api().pool.query<{ deleted: number }>(
      'select sum(rows)::int as deleted from deletions group by transaction',
    );
    await api().pool.query('drop trigger log_deletion on webhook_deliveries');
    const deleted = rows.map((each) => each.deleted);
    expect([status, deleted.reduce((sum, each) => sum + each, 0)]).toEqual([200, count]);
    expect(Math.max(...deleted)).toBeLessThanOrEqual(deliveryLimits.sweepRows);
    expect((await api().call(`/webhook-config/${webhook.id}`)).status).toBe(404);
  });

  it('takes over deliveries of a silent process, but not before its lease ends', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url);
    const lease = (seconds: number) =>
      api()
        .app.get(TenantDatabase)
        .forOrganization(organizationId)
        .query(
          `with stored as (
             insert into webhook_deliveries (organization_id, id, webhook_id, event_organization_id, event_id, event, body, status, created_at)
             values ($1, $2, $3, $1, 'evt_1', 'alert.created', '{}', 'pending', now()) returning id)
           insert into webhook_queue (organization_id, delivery_id, webhook_id, event_organization_id, attempt, due_at, leased_until)
           select $1, id, $3, $1, 1, now() + make_interval(secs => $4), now() + make_interval(secs => $4) from stored`,
          [organizationId, newId(), webhook.id, seconds],
        );
    await lease(60);
    await lease(-1);
    const [request] = await received(receiver, 1);
    expect(request!.headers['x-webhook-attempt']).toBe('2');
    const taken = await first(webhook, 'delivered');
    expect(taken.attempts).toMatchObject([
      { statusCode: null, error: 'the server stopped before the response arrived' },
      { statusCode: 204 },
    ]);
    expect(receiver.received).toHaveLength(1);
  });
});
