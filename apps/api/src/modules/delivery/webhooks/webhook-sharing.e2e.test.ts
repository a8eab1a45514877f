import { createKey } from '../../tenancy/organizations/index.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { problem, useWebhooks, webhooksPath } from '../../../../test/support/use-webhooks.js';

interface Child {
  readonly id: string;
  readonly sandboxId: string;
  readonly key: string;
}

describe('shapes 24: webhooks shared by a parent with its children', () => {
  const { api, bodyOf, create, change, remove } = useWebhooks();
  let child: Child;
  let other: Child;

  const makeChild = async (name: string): Promise<Child> => {
    const path = `/organizations/${api().production.organizationId}/children`;
    const { production, sandbox } = (await api().call(path, { body: { name, countryCode: 'BR' } })).body;
    const organizationId = production.id as string;
    const made = await createKey(api().pool, { organizationId, name: 'k', deployment: 'development' });
    if (!made.ok) throw new Error('no key');
    return { id: organizationId, sandboxId: sandbox.id as string, key: made.value.key };
  };
  const share = (id: string, childOrganizationIds: readonly string[], more: object = {}): Promise<TestResponse> =>
    api().call(`${webhooksPath}/${id}/child-share`, { body: { childOrganizationIds, ...more } });
  const enable = (id: string, sharedEnabled: boolean, { key }: Child = child): Promise<TestResponse> =>
    api().call(`/shared-resources/webhook/${id}`, { method: 'PUT', body: { sharedEnabled }, key });
  const shown = async ({ key }: Child): Promise<Body[]> => (await api().call(webhooksPath, { key })).body.webhooks;
  const lentTo = async ({ key }: Child): Promise<Body[]> =>
    (await api().call('/shared-resources?type=webhook', { key })).body.resources;

  beforeAll(async () => {
    [child, other] = [await makeChild('One'), await makeChild('Two')];
  });
  afterEach(() => api().pool.query('delete from child_shares'));

  it('is shown to a child, which can enable and disable it', async () => {
    const { webhook } = await create({ url: 'https://93.184.216.34/hooks/token?key=secret', headers: { 'X-Api-Key': 'longer-than-twelve' } });
    const id = webhook.id as string;
    const organizationId = api().production.organizationId;
    const answer = await share(id, [child.id]);
    const sharedWith = [{ organizationId: child.id, name: 'One', environment: 'production', optedIn: false, optedInAt: null }];
    expect([answer.status, answer.body.data]).toMatchObject([200, { resourceType: 'webhook', resourceId: id, sharedWith, added: [child.id], removed: [] }]);
    const { name, description, events, filters, enabled, apiVersion, timeoutMs, createdAt, updatedAt } = webhook;
    const lent = {
      ...{ id, organizationId, name, description, events, filters, enabled, apiVersion, timeoutMs, createdAt, updatedAt },
      ...{ environment: 'production', status: 'active', url: 'https://93.184.216.34', headers: {}, secretPreview: null },
      ...{ stats: null, createdBy: null, authorizedBy: null, withheldEvents: [], version: null },
      ...{ origin: 'parent', readOnly: true, sharedEnabled: false },
    };
    expect(await shown(child)).toEqual([lent]);
    expect(await lentTo(child)).toMatchObject([{ resourceType: 'webhook', resourceId: id, name, parentOrganizationId: organizationId, sharedEnabled: false }]);
    const on = await enable(id, true);
    expect([on.status, on.body.resource]).toMatchObject([200, { resourceType: 'webhook', sharedEnabled: true }]);
    expect((await api().call(`${webhooksPath}/${id}`, { key: child.key })).body.webhook).toEqual({ ...lent, sharedEnabled: true });
    expect((await api().call(`${webhooksPath}/${id}/child-share`)).body.data.sharedWith).toMatchObject([{ optedIn: true }]);
    expect([await shown(other), await lentTo(other)]).toEqual([[], []]);
    expect((await enable(id, false)).body.resource).toMatchObject({ sharedEnabled: false });
  }); // prettier-ignore

  it('follows changes by the parent until it is unshared or deleted', async () => {
    const { webhook } = await create({ description: 'first' });
    const id = webhook.id as string;
    await share(id, [child.id, other.id]);
    await enable(id, true);
    await change(id, { name: 'renamed', description: null, enabled: false, events: ['rule.*'] });
    expect(await shown(child)).toMatchObject([{ name: 'renamed', description: null, enabled: false, events: ['rule.*'] }]);
    expect(await lentTo(child)).toMatchObject([{ name: 'renamed', sharedEnabled: true }]);
    expect((await share(id, [other.id], { mode: 'remove' })).body.data).toMatchObject({ removed: [other.id] });
    expect([await shown(other), (await shown(child)).length]).toEqual([[], 1]);
    await remove(id);
    expect([await shown(child), await lentTo(child)]).toEqual([[], []]);
    expect(problem(await enable(id, true))).toEqual([404, 'NOT_FOUND']);
    const { rows } = await api().pool.query('select from child_opt_ins');
    expect(rows).toEqual([]);
    const { events } = (await api().call(`/audit/events?resourceId=${id}&event=webhook_shared`)).body;
    expect(events).toHaveLength(2);
  }); // prettier-ignore

  it('can be changed, deleted, signed and shared further only by the parent', async () => {
    const { webhook } = await create();
    const id = webhook.id as string;
    await share(id, [child.id]);
    const asked: readonly (readonly [string, string, object?])[] = [
      ['PATCH', '', { name: 'mine' }],
      ['DELETE', ''],
      ['POST', '/rotate-secret', {}],
      ['POST', '/test', {}],
      ['POST', `/deliveries/${id}/redeliver`, {}],
      ['GET', '/child-share'],
      ['POST', '/child-share', { childOrganizationIds: [] }],
    ];
    const ask = (method: string, path: string, body: object | undefined, { key }: Child): Promise<TestResponse> =>
      api().call(`${webhooksPath}/${id}${path}`, { method, key, ...(body && { body }) });
    for (const [method, path, body] of asked) {
      expect(problem(await ask(method, path, body, child))).toEqual([403, 'SHARED_RESOURCE_READ_ONLY']);
      expect(problem(await ask(method, path, body, other))).toEqual([404, 'NOT_FOUND']);
    }
    expect((await api().call(`${webhooksPath}/${id}`)).body.webhook).toEqual(webhook);
  });

  it('is shared only with direct children of the same environment', async () => {
    const { webhook } = await create();
    const id = webhook.id as string;
    expect(problem(await share(id, [child.id, unknownId]))).toEqual([422, 'NOT_A_DIRECT_CHILD', 'childOrganizationIds', [unknownId]]); // prettier-ignore
    expect(problem(await share(id, [api().stranger.organizationId]))).toContain('NOT_A_DIRECT_CHILD');
    expect(problem(await share(id, [child.sandboxId]))).toEqual([422, 'ENVIRONMENT_MISMATCH', 'childOrganizationIds', [child.sandboxId]]); // prettier-ignore
    expect(problem(await share(id, [], { mode: 'add' }))).toContain('VALIDATION_ERROR');
    expect(problem(await share(unknownId, [child.id]))).toEqual([404, 'NOT_FOUND']);
    expect(await shown(child)).toEqual([]);
  });

  it('does not count towards the webhook limit of a child', async () => {
    const { webhook } = await create();
    await share(webhook.id as string, [child.id]);
    for (let n = 0; n < 20; n += 1) await create({}, child.key);
    expect(problem(await api().call(webhooksPath, { body: bodyOf(), key: child.key }))).toEqual([409, 'WEBHOOK_LIMIT_REACHED']); // prettier-ignore
    const mixed = await shown(child);
    expect([mixed.length, mixed.at(-1)]).toMatchObject([21, { origin: 'parent' }]);
  });
});
