import { permissions } from '../../../platform/auth/index.js';
import { inTransaction } from '../../../platform/database/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { createWebhook, type CreatedWebhook } from '../../../../test/support/create-webhook.js';
import type { PersonAgent } from '../../../../test/support/person-agent.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { usePeople } from '../../../../test/support/use-people.js';
import { useReceivers } from '../../../../test/support/use-receivers.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import type { Receiver } from '../../../../test/support/webhook-receiver.js';
import { permissionsForEvent, withheldEvents } from './domain/event-permissions.js';
import { webhookEvents } from './domain/webhook-events.js';

/** Permissions required by the routes that show the contents of an event, by prefix of its name; the longest prefix applies. */
const expectedPermissions: readonly (readonly [string, readonly string[]])[] = [
  ['rule.dry_run_', ['rules:execute']],
  ['rule.approval_', ['rules:publish']],
  ['rule.triggered', ['rules:read', 'entities:read', 'transactions:read', 'events:read']],
  ['risk_analysis_entity_', ['entities:read']],
  ['risk_analysis_transaction_', ['transactions:read']],
  ['risk_analysis_user_event_', ['events:read']],
  ['security.member.', ['members:read']],
  ['security.role.', ['roles:read']],
  ['security.auth.', ['audit:read']],
  ['security.api_key.', ['api_keys:read']],
  ['security.settings.', ['organization:read']],
  ['entity.', ['entities:read']],
  ['transaction.', ['transactions:read']],
  ['user_event.', ['events:read']],
  ['rule.', ['rules:read']],
  ['rule_set.', ['rules:read']],
  ['alert.', ['alerts:read']],
  ['investigation.', ['cases:read']],
  ['kyc.', ['kyc:read']],
  ['enrichment.', ['enrichments:read']],
  ['monitoring.', ['entities:read', 'alerts:read']],
  ['batch.', ['batch:read']],
  ['data_list.', ['data_lists:read']],
  ['webhook.', ['webhooks:read']],
  ['billing.', ['billing:read']],
];
const expectedFor = (event: string): readonly string[] =>
  expectedPermissions.find(([beginning]) => event.startsWith(beginning))?.[1] ?? ['not in the table'];

describe('webhook events limited to the permissions of the creator', () => {
  const { api, owner, joined } = usePeople();
  const openReceiver = useReceivers();
  let receiver: Receiver;
  let boss: Awaited<ReturnType<typeof owner>>;
  let place: PersonAgent;
  beforeAll(async () => {
    boss = await owner();
    place = boss.inOrganization(boss.production.id);
  });
  beforeEach(async () => void (receiver = await openReceiver()));
  afterEach(() => api().pool.query('delete from webhooks'));

  const announce = (...events: readonly string[]): Promise<void> =>
    inTransaction(api().pool, null, (client) =>
      writeEvents(
        client,
        events.map((event) => ({ organizationId: boss.production.id, event, payload: { event } })),
      ),
    );
  const newKey = async (...scopes: readonly string[]): Promise<{ id: string; key: string }> => {
    const { body } = await place.call('/api-keys', { body: { name: 'some', permissions: scopes } });
    return { id: body.apiKey.id as string, key: body.key as string };
  };
  const asKey =
    ({ key }: { readonly key: string }) =>
    (path: string, call: object): Promise<TestResponse> =>
      api().call(path, { key, ...call });
  const asPlace = (path: string, call: object): Promise<TestResponse> => place.call(path, call);
  const sent = (): readonly string[] => receiver.received.map(({ body }) => body.event as string);
  const read = async ({ id }: CreatedWebhook): Promise<Body> =>
    (await place.call(`/webhook-config/${id}`)).body.webhook;
  /** Returns which of two events arrive. Another event that always arrives marks the end: `alert.assigned` to a webhook of the owner. */
  async function comes(...events: readonly string[]): Promise<readonly string[]> {
    const mark = await openReceiver();
    const control = await createWebhook(asPlace, mark.url, { events: ['*'] });
    await announce(...events);
    await waitUntil(() => mark.received.length >= events.length);
    // Deliveries of one page of the outbox are created together, so those to the other webhook exist by now.
    await waitUntil(async () => {
      const { rows } = await api().pool.query('select from webhook_queue');
      return rows.length === 0;
    });
    await place.call(`/webhook-config/${control.id}`, { method: 'DELETE' });
    return sent();
  }

  it('follows a table that names the permissions of every event', () => {
    const names = webhookEvents.map(({ name }) => name);
    expect(names.map((name) => [name, permissionsForEvent(name)])).toEqual(
      names.map((name) => [name, expectedFor(name)]),
    );
    for (const permission of permissions) {
      const scopes = new Set([permission]);
      const implied = ['transactions:create', 'entities:bulk_import', 'events:create'].includes(permission);
      const readable = names.filter((name) =>
        expectedFor(name).every((needed) => needed === permission || (implied && needed === 'batch:read')),
      );
      expect([permission, withheldEvents(scopes, ['*'])]).toEqual([
        permission,
        names.filter((name) => !readable.includes(name)),
      ]);
    }
  });

  it('delivers only the events the creator may read, out of all events', async () => {
    const key = await newKey('webhooks:create', 'alerts:read', 'transactions:read');
    const webhook = await createWebhook(asKey(key), receiver.url, { events: ['*'] });
    const names = webhookEvents.map(({ name }) => name);
    const readable = names.filter((name) =>
      expectedFor(name).every((needed) => ['alerts:read', 'transactions:read'].includes(needed)),
    );
    expect([...(await comes(...names))].sort()).toEqual([...readable].sort());
    expect(await read(webhook)).toMatchObject({
      createdBy: key.id,
      authorizedBy: key.id,
      withheldEvents: names.filter((name) => !readable.includes(name)),
    });
  });

  it('rejects creating or changing a webhook for events its creator may not read', async () => {
    const weak = await newKey('webhooks:create', 'webhooks:edit', 'webhooks:read', 'alerts:read');
    const body = { name: 'n', url: receiver.url, events: ['alert.*', 'transaction.created', 'entity.*'] };
    const refused = await api().call('/webhook-config', { key: weak.key, body });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect(refused.body.error).toMatchObject({
      requiredPermission: 'transactions:read',
      message: expect.stringMatching(
        /transaction\.created requires .*, entity\.\* requires the permission entities:read$/,
      ),
    });
    const strong = await createWebhook(asPlace, receiver.url, { events: ['transaction.*'] });
    const { url } = await openReceiver();
    const change = (of: CreatedWebhook, sentBody: object): Promise<TestResponse> =>
      api().call(`/webhook-config/${of.id}`, { method: 'PATCH', key: weak.key, body: sentBody });
    for (const attempt of [{ url }, { headers: { 'X-Account': 'mine' } }, { events: ['transaction.updated'] }])
      expect([attempt, (await change(strong, attempt)).status]).toEqual([attempt, 403]);
    expect((await change(strong, { name: 'renamed' })).status).toBe(200);
    const before = await read(strong);
    expect(before).toMatchObject({ url: receiver.url, authorizedBy: before.createdBy, withheldEvents: [] });
    const all = await createWebhook(asPlace, receiver.url, { events: ['*'] });
    expect((await change(all, { url })).status).toBe(200);
    expect(await read(all)).toMatchObject({ authorizedBy: weak.id });
    expect((await read(all)).withheldEvents).toContain('transaction.created');
  });

  const alert = 'alert.created';
  const payment = 'transaction.created';
  const keyEnds: readonly [string, (id: string) => Promise<TestResponse>, readonly string[]][] = [
    ['narrowed', (id) => place.call(`/api-keys/${id}`, { method: 'PATCH', body: { permissions: ['alerts:read'] } }), [alert]],
    ['revoked', (id) => place.call(`/api-keys/${id}`, { method: 'DELETE' }), []],
    ['rotated', (id) => place.call(`/api-keys/${id}/rotate`, { body: { overlapHours: 0 } }), [alert, payment]],
  ]; // prettier-ignore
  it.each(keyEnds)('after its key was %s, delivers only what the key may then read', async (_, end, expected) => {
    const key = await newKey('webhooks:create', 'alerts:read', 'transactions:read');
    await createWebhook(asKey(key), receiver.url, { events: ['*'] });
    expect((await end(key.id)).status).toBe(200);
    expect([...(await comes(alert, payment))].sort()).toEqual([...expected]);
  });

  const memberEnds: readonly [string, object, readonly string[]][] = [
    ['another role', { roleId: 'auditor' }, [alert]],
    ['was deactivated', { status: 'deactivated' }, []],
    ['acts in the sandbox alone', { environmentAccess: 'sandbox' }, []],
  ];
  it.each(memberEnds)(
    'when its creator %s, delivers only what the creator may then read',
    async (title, change, expected) => {
      const roleOf = async (name: string, scopes: readonly string[]): Promise<string> =>
        (await place.call('/roles', { body: { name: `${name} ${title}`, permissions: scopes } })).body.role
          .id as string;
      const narrow = await roleOf('auditor', ['alerts:read']);
      const roleId = await roleOf('maker', ['webhooks:create', 'alerts:read', 'transactions:read']);
      const maker = await joined(boss, { roleId, environmentAccess: 'both' });
      await createWebhook((path, call) => maker.inOrganization(boss.production.id).call(path, call), receiver.url);
      const body = 'roleId' in change ? { roleId: narrow } : change;
      expect((await place.call(`/members/${maker.id}`, { method: 'PATCH', body })).status).toBe(200);
      expect([...(await comes(alert, payment))].sort()).toEqual([...expected]);
    },
  );

  it('withholds a waiting event when its creator may no longer read it', async () => {
    const key = await newKey('webhooks:create', 'alerts:read');
    let isDown = true;
    const failing = await openReceiver((response) => void response.writeHead(isDown ? 500 : 204).end());
    const webhook = await createWebhook(asKey(key), failing.url, { events: ['alert.*'] });
    await announce(alert);
    const deliveries = async (): Promise<Body[]> =>
      (await place.call(`/webhook-config/${webhook.id}/deliveries`)).body.deliveries as Body[];
    await waitUntil(async () => (await deliveries())[0]?.status === 'failed');
    expect((await place.call(`/api-keys/${key.id}`, { method: 'DELETE' })).status).toBe(200);
    isDown = false;
    await api().pool.query('update webhook_queue set due_at = now(), leased_until = null');
    await waitUntil(async () => (await deliveries())[0]?.status === 'exhausted');
    expect((await deliveries())[0].attempts.at(-1)).toMatchObject({
      statusCode: null,
      error: expect.stringContaining('may no longer read alert.created'),
    });
    expect(failing.received).toHaveLength(1);
  });
});
