import { WebhookStore } from './persistence/webhook-store.js';
import { permissions } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { problem, useWebhooks, webhooksPath, webhookUrl } from '../../../../test/support/use-webhooks.js';

describe('shapes 16.1, 16.2: webhooks', () => {
  const { api, bodyOf, create, change, remove, secretsOf } = useWebhooks();

  it('stores the webhook as sent and shows its secret once', async () => {
    const filters = {
      entityTypes: ['person'],
      statusChanges: { from: ['active'], to: ['blocked', 'SENT', 'RESOLVED'] },
      ruleIds: [unknownId],
      ruleSeverity: ['high', 'critical'],
      countries: ['BR', 'PE'],
      transactionTypes: ['PAYMENT'],
      decisions: ['REJECT'],
    };
    const sent = { name: 'Cases', description: 'To the desk', url: webhookUrl, events: ['alert.*', 'security.member.*', '*'], enabled: false, apiVersion: '1', timeoutMs: 1_000 }; // prettier-ignore
    const headers = { 'X-Api-Key': 'longer-than-twelve', 'X-Short': 'elevenchars' };
    const { webhook, secret } = await create({
      ...sent,
      filters: { ...filters, countries: ['br', 'pe', 'BR'] },
      headers,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      ...sent,
      ...{ id: expect.any(String), organizationId: api().production.organizationId, environment: 'production' },
      filters,
      headers: { 'X-Api-Key': '••••elve', 'X-Short': '••••' },
      ...{ status: 'active', secretPreview: secret.slice(-4), origin: 'local', readOnly: false },
      stats: { delivered24h: 0, failed24h: 0, lastDeliveryAt: null, lastStatusCode: null },
      ...{ authorizedBy: api().production.apiKeyId, withheldEvents: [], version: 1 },
      ...{ createdBy: api().production.apiKeyId, createdAt: expect.any(String), updatedAt: webhook.createdAt },
    });
    const read = await api().call(`${webhooksPath}/${webhook.id}`);
    expect(read.body).toMatchObject({ success: true, webhook });
    const listed = await api().call(webhooksPath);
    expect(listed.body).toMatchObject({ success: true, webhooks: [webhook], total: 1 });
    for (const { text } of [read, listed, await change(webhook.id as string, { name: 'Desk' })])
      expect([text.includes(secret.slice(6, -5)), text.includes('longer')]).toEqual([false, false]);
    const { rows } = await api().pool.query<{ row: string }>(
      `select row_to_json(w)::text || encode(headers, 'escape') || encode(secret, 'escape') as row from webhooks w`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toMatch(/whsec_|longer-than/);
    expect(await secretsOf(webhook.id as string)).toEqual([secret]);
  });

  it('applies defaults: enabled, no filters, duplicate events merged, 30 second timeout', async () => {
    const { webhook } = await create({ events: ['alert.created', 'alert.created'], headers: {}, filters: {} }, api().sandbox.key);
    expect(webhook).toMatchObject({
      ...{ description: null, filters: {}, enabled: true, headers: {}, apiVersion: null, timeoutMs: 30_000 },
      ...{ environment: 'sandbox', events: ['alert.created'] },
    });
    expect((await api().call(webhooksPath)).body).toMatchObject({ webhooks: [], total: 0 });
  }); // prettier-ignore

  it('changes only the fields that are sent', async () => {
    const headers = { 'X-Api-Key': 'longer-than-twelve', 'X-Other': 'stays as it is' };
    const { webhook } = await create({ description: 'first', apiVersion: '1', filters: { countries: ['BR'] }, headers });
    const id = webhook.id as string;
    const changed = await change(id, { events: ['rule.*'], filters: { decisions: ['HOLD'] } });
    const { updatedAt, ...rest } = changed.body.webhook;
    const { updatedAt: before, ...kept } = webhook;
    expect(rest).toEqual({ ...kept, events: ['rule.*'], filters: { decisions: ['HOLD'] }, version: 2 });
    expect(updatedAt >= before).toBe(true);
    const cleared = await change(id, { description: null, apiVersion: null, filters: {}, enabled: false });
    expect(cleared.body.webhook).toMatchObject({ description: null, apiVersion: null, filters: {}, enabled: false });
    const store = api().app.get(WebhookStore);
    const stored = async (): Promise<object> => {
      const { organizationId } = api().production;
      return (await store.find(api().app.get(TenantDatabase).forOrganization(organizationId), organizationId, id))!.headers;
    };
    expect(await stored()).toEqual(headers);
    // What was read can be sent back: a masked value stands for the stored one.
    const sent = { ...cleared.body.webhook, name: 'sent back', headers: { 'X-Api-Key': '••••elve', 'X-New': 'new' } };
    expect((await change(id, sent as object)).body.webhook).toMatchObject({ name: 'sent back' });
    expect(await stored()).toEqual({ 'X-Api-Key': 'longer-than-twelve', 'X-New': 'new' });
    await change(id, { headers: {} });
    expect(await stored()).toEqual({});
    expect(problem(await change(unknownId, { name: 'x' }))).toEqual([404, 'NOT_FOUND']);
  }); // prettier-ignore

  it('answers NO_CHANGES when nothing changes', async () => {
    const { webhook } = await create({ headers: { 'X-Api-Key': 'longer-than-twelve' } });
    const { headers: _, ...own } = webhook as Record<string, unknown>;
    for (const body of [{}, own, webhook as object, { headers: { 'X-Api-Key': 'longer-than-twelve' } }])
      expect(problem(await change(webhook.id as string, body))).toEqual([400, 'NO_CHANGES']);
    expect((await api().call(`${webhooksPath}/${webhook.id}`)).body.webhook).toEqual(webhook);
  });

  it('becomes active again only when enabled explicitly after failures', async () => {
    const { webhook } = await create();
    const id = webhook.id as string;
    await api().pool.query(`update webhooks set status = 'disabled_by_failures', failing_since = now()`);
    expect((await change(id, { name: 'x', status: 'active' })).body.webhook.status).toBe('disabled_by_failures');
    expect((await change(id, { enabled: true })).body.webhook).toMatchObject({ status: 'active', enabled: true });
    const { rows } = await api().pool.query('select failing_since, status from webhooks');
    expect(rows).toEqual([{ failing_since: null, status: 'active' }]);
  });

  it('keeps its failure state while other fields change', async () => {
    const { webhook } = await create();
    const at = new Date('2026-01-01T00:00:00Z');
    await api().pool.query('update webhooks set failing_since = $1', [at]);
    await change(webhook.id as string, { name: 'x', enabled: true });
    expect((await api().pool.query('select failing_since from webhooks')).rows).toEqual([{ failing_since: at }]);
  });

  it('limits webhooks to twenty, also when created concurrently', async () => {
    await create({}, api().stranger.key);
    const answers = await Promise.all(Array.from({ length: 25 }, () => api().call(webhooksPath, { body: bodyOf() })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(20).fill(201), ...Array<number>(5).fill(409)]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect([...problem(refused), refused.body.error.message]).toEqual([409, 'WEBHOOK_LIMIT_REACHED', expect.stringContaining('20')]); // prettier-ignore
    const { webhooks, total } = (await api().call(webhooksPath)).body;
    expect([webhooks.length, total]).toEqual([20, 20]);
    await remove(webhooks[0].id as string);
    await create();
  });

  it('reports the delivery outcomes of the last day', async () => {
    const { webhook } = await create();
    const { webhook: other } = await create();
    const { organizationId } = api().production;
    const rows: readonly [string, string, string][] = [
      [webhook.id, 'delivered', '1 hour'],
      [webhook.id, 'delivered', '23 hours'],
      [webhook.id, 'delivered', '25 hours'],
      [webhook.id, 'failed', '1 minute'],
      [webhook.id, 'exhausted', '2 hours'],
      [webhook.id, 'pending', '1 minute'],
      [webhook.id, 'simulated', '1 minute'],
      [other.id, 'exhausted', '1 minute'],
    ];
    for (const [id, status, age] of rows)
      await api().pool.query(
        `insert into webhook_deliveries (organization_id, id, webhook_id, event_organization_id, event_id, event, body, status, created_at)
         values ($1, gen_random_uuid(), $2, $1, 'evt_1', 'alert.created', '{}', $3, now() - $4::interval)`,
        [organizationId, id, status, age],
      );
    const at = '2026-03-01T12:00:00.000Z';
    await api().pool.query('update webhooks set last_delivery_at = $1, last_status_code = 503 where id = $2', [at, webhook.id]); // prettier-ignore
    const stats = { delivered24h: 2, failed24h: 2, lastDeliveryAt: at, lastStatusCode: 503 };
    const of = { delivered24h: 0, failed24h: 1, lastDeliveryAt: null, lastStatusCode: null };
    expect((await api().call(`${webhooksPath}/${webhook.id}`)).body.webhook.stats).toEqual(stats);
    const { webhooks } = (await api().call(webhooksPath)).body;
    expect(webhooks.map((each: Body) => each.stats as object)).toEqual([stats, of]);
    expect((await change(webhook.id as string, { name: 'x' })).body.webhook.stats).toEqual(stats);
    const gone = await remove(webhook.id as string);
    expect([gone.status, gone.body]).toMatchObject([200, { success: true, id: webhook.id }]);
    for (const again of [await remove(webhook.id as string), await api().call(`${webhooksPath}/${webhook.id}`)])
      expect(problem(again)).toEqual([404, 'NOT_FOUND']);
    expect((await api().pool.query('select webhook_id as id from webhook_deliveries')).rows).toEqual([{ id: other.id }]); // prettier-ignore
  });

  it('requires the permission of each operation', async () => {
    const { webhook } = await create();
    const asked = {
      'webhooks:read': () =>
        [webhooksPath, `${webhooksPath}/events`, `${webhooksPath}/${webhook.id}`].map((at) => [at, {}] as const),
      'webhooks:create': () => [[webhooksPath, { body: bodyOf() }] as const],
      'webhooks:edit': () => [
        [`${webhooksPath}/${webhook.id}`, { method: 'PATCH', body: { name: 'x' } }] as const,
        [`${webhooksPath}/${webhook.id}/rotate-secret`, { body: {} }] as const,
      ],
      'webhooks:delete': () => [[`${webhooksPath}/${webhook.id}`, { method: 'DELETE' }] as const],
    } as const;
    for (const [permission, calls] of Object.entries(asked)) {
      const lacks = await createKeyWith(api(), ...permissions.filter((each) => each !== permission));
      // A webhook is sent what its creator may read.
      const holds = await createKeyWith(api(), permission, 'alerts:read');
      for (const [at, call] of calls()) {
        const refused = await api().call(at, { ...call, key: lacks });
        expect([at, refused.status, refused.body.error?.requiredPermission]).toEqual([at, 403, permission]);
        expect((await api().call(at, { ...call, key: holds })).status).toBeLessThan(300);
      }
    }
  });
});
