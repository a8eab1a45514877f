import { createKey } from '../../tenancy/organizations/index.js';
import type { CreatedWebhook } from '../../../../test/support/create-webhook.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useDeliveries } from '../../../../test/support/use-deliveries.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import type { Received } from '../../../../test/support/webhook-receiver.js';

interface Child {
  readonly id: string;
  readonly key: string;
}

describe('webhooks of a parent for its children', () => {
  const { api, openReceiver, announce, made, received, deliveriesOf, first } = useDeliveries();
  let child: Child;
  let other: Child;

  const makeChild = async (name: string): Promise<Child> => {
    const path = `/organizations/${api().production.organizationId}/children`;
    const { production } = (await api().call(path, { body: { name, countryCode: 'BR' } })).body;
    const id = production.id as string;
    const key = await createKey(api().pool, { organizationId: id, name: 'k', deployment: 'development' });
    if (!key.ok) throw new Error('no key');
    return { id, key: key.value.key };
  };
  const share = ({ id }: CreatedWebhook, children: readonly Child[]): Promise<TestResponse> =>
    api().call(`/webhook-config/${id}/child-share`, {
      body: { childOrganizationIds: children.map((each) => each.id) },
    });
  const enable = ({ id }: CreatedWebhook, sharedEnabled: boolean, { key }: Child): Promise<TestResponse> =>
    api().call(`/shared-resources/webhook/${id}`, { method: 'PUT', body: { sharedEnabled }, key });
  const happens = (number: number, { id }: { readonly id: string }): Promise<void> =>
    announce('alert.created', { number }, id);
  const numbersOf = (all: readonly Received[]): readonly number[] =>
    all.map(({ body }) => body.payload.number as number).sort();

  beforeAll(async () => {
    [child, other] = [await makeChild('One'), await makeChild('Two')];
  });
  afterEach(() => api().pool.query('delete from child_shares'));

  it('receives events of a child only while the child has the webhook enabled', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url, { events: ['alert.*'] });
    await share(webhook, [child, other]);
    await happens(1, child);
    await enable(webhook, true, child);
    await happens(2, child);
    await happens(3, other);
    const [request] = await received(receiver, 1);
    expect(request!.body).toMatchObject({ organizationId: child.id, event: 'alert.created', payload: { number: 2 } });
    await enable(webhook, false, child);
    await happens(4, child);
    await enable(webhook, true, child);
    await happens(5, child);
    await received(receiver, 2);
    await happens(6, { id: api().production.organizationId });
    expect(numbersOf(await received(receiver, 3))).toEqual([2, 5, 6]);
  });

  it('receives no event of a child from before it was enabled again', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url, { events: ['alert.*'] });
    await share(webhook, [child]);
    await enable(webhook, true, child);
    for (const enabled of [false, true]) {
      await api().call(`/webhook-config/${webhook.id}`, { method: 'PATCH', body: { enabled } });
      await happens(enabled ? 2 : 1, child);
    }
    expect(numbersOf(await received(receiver, 1))).toEqual([2]);
  });

  it('receives the events its filters select, alongside webhooks of the child', async () => {
    const [receiver, ownReceiver] = [await openReceiver(), await openReceiver()];
    const webhook = await made(receiver.url, { events: ['alert.*'], filters: { ruleSeverity: ['high'] } });
    await share(webhook, [child]);
    await enable(webhook, true, child);
    const body = { name: 'own', url: ownReceiver.url, events: ['*'] };
    expect((await api().call('/webhook-config', { body, key: child.key })).status).toBe(201);
    for (const severity of ['LOW', 'HIGH']) await announce('alert.created', { severity }, child.id);
    await announce('rule_set.activated', {}, child.id);
    expect((await received(ownReceiver, 3)).map(({ body: { event } }) => event as string).sort()).toEqual([
      'alert.created',
      'alert.created',
      'rule_set.activated',
    ]);
    expect((await received(receiver, 1)).map((each) => each.body.payload)).toEqual([{ severity: 'HIGH' }]);
  });

  it('shows every delivery to the parent, and to each child those of its own events', async () => {
    const receiver = await openReceiver();
    const webhook = await made(receiver.url, { events: ['alert.*'] });
    await share(webhook, [child, other]);
    for (const each of [child, other]) await enable(webhook, true, each);
    await happens(1, child);
    await happens(2, other);
    await received(receiver, 2);
    const shown = async (key?: string, query = ''): Promise<readonly string[]> =>
      (await deliveriesOf(webhook, query, key)).map(({ organizationId }: Body) => organizationId as string);
    await waitUntil(async () => (await deliveriesOf(webhook, '?status=delivered')).length === 2);
    expect([...(await shown())].sort()).toEqual([child.id, other.id].sort());
    expect(await shown(child.key)).toEqual([child.id]);
    expect(await shown(other.key, '?event=alert.created&status=delivered')).toEqual([other.id]);
    const again = await api().call(`/webhook-config/${webhook.id}/deliveries`, { key: api().stranger.key });
    expect(again.status).toBe(404);
    await share(webhook, [child]);
    const gone = await api().call(`/webhook-config/${webhook.id}/deliveries`, { key: other.key });
    expect(gone.status).toBe(404);
  });

  it('is shown as disabled to the child once failures disabled it', async () => {
    const receiver = await openReceiver((response) => void response.writeHead(410).end());
    const webhook = await made(receiver.url, { events: ['alert.*'] });
    await share(webhook, [child]);
    await enable(webhook, true, child);
    await happens(1, child);
    await first(webhook, 'failed');
    const { status } = (await api().call(`/webhook-config/${webhook.id}`, { key: child.key })).body.webhook;
    expect(status).toBe('disabled_by_failures');
  });
});
