import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, ruleText } from '../../../../test/support/rule-samples.js';
import { type TestResponse } from '../../../../test/support/start-test-api.js';
import { limits } from '../../../platform/limits.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { useLists } from '../../../../test/support/use-lists.js';

describe('platform 4.12, shapes 7: list operations', () => {
  const { api, create, add, itemsOf, valuesOf, listOf, patchItem, eventsOf, auditOf } = useLists();

  it('return at most a fixed number of categories of a list, whatever its items contain', async () => {
    const id = await create({ name: 'Scattered' });
    const most = limits.dataListCategories;
    const items = Array.from({ length: most + 20 }, (_, n) => ({ primaryValue: `v${n}`, category: `c${1e4 + n}` }));
    const often = { primaryValue: 'often', category: `c${1e4 + most + 19}` };
    await api().call(`/data-lists/${id}/items/bulk`, { body: { items: [...items, often] } });
    const { categories, total } = (await api().call(`/data-lists/${id}/items?limit=1`)).body;
    expect([total, categories]).toEqual([most + 21, items.slice(0, most).map(({ category }) => category)]);
    const { byCategory } = (await api().call(`/data-lists/${id}/stats`)).body.data.stats;
    expect([Object.keys(byCategory).length, byCategory[often.category]]).toEqual([most, 2]);
  });

  it('4.12: count the items of a list', async () => {
    const id = await create({ name: 'Counted' });
    await add(
      id,
      { primaryValue: 'a', category: 'x', severity: 'low' },
      { primaryValue: 'b', category: 'x', severity: 'critical', isActive: false },
      { primaryValue: 'c', category: 'y', expiresAt: '2020-01-01T00:00:00Z' },
      'd',
    );
    const { data } = (await api().call(`/data-lists/${id}/stats`)).body;
    expect(data).toMatchObject({
      listId: id,
      name: 'Counted',
      type: 'custom',
      status: 'active',
      stats: {
        totalItems: 4,
        activeItems: 2,
        inactiveItems: 1,
        expiredItems: 1,
        byCategory: { x: 2, y: 1 },
        bySeverity: { low: 1, medium: 0, high: 0, critical: 1 },
        lastItemAddedAt: (await itemsOf(id))[0].createdAt,
        matches24h: 0,
        matches30d: 0,
      },
      summary: { itemCount: 4, lastSyncAt: null },
    });
    const market = await create();
    await api().pool.query(`update data_lists set source = 'marketplace' where id = $1`, [market]);
    for (const path of ['', '/items', '/stats', '/usage']) {
      expect((await api().call(`/data-lists/${market}${path}`)).status).toBe(403);
    }
  });

  it('7.2: change a list but not its type, and publish no event when nothing changed', async () => {
    const id = await create({ description: 'd', priority: 7 });
    const patch = (body: unknown) => api().call(`/data-lists/${id}`, { method: 'PATCH', body });
    const text =
      '{"name":"New","description":null,"priority":9,"config":{"apiKey":"k1","n":1e1},"fieldMappings":{"a":"b"}}';
    const changed = await patch(text);
    expect(changed.body.data).toMatchObject({ name: 'New', description: null, priority: 9, fieldMappings: { a: 'b' } });
    expect(changed.text).toContain('"config":{"apiKey":"••••","n":1e1}');
    expect((await patch({ name: 'New' })).body.data).toEqual(changed.body.data);
    expect(await listOf(id)).toEqual(changed.body.data);
    expect(await eventsOf(id)).toMatchObject([{ event: 'data_list.updated', payload: { list: { name: 'New' } } }]);
    expect(await auditOf(id)).toEqual(['data_list_created', 'data_list_updated']);
    expect((await api().call(`/audit/events?resourceId=${id}`)).text).not.toContain('k1');
    for (const body of [{ type: 'pep' }, { status: 'inactive' }, { name: '' }, { priority: 101 }]) {
      expect((await patch(body)).status).toBe(400);
    }
  });

  const statusOf = (id: string, status: string, query = ''): Promise<TestResponse> =>
    api().call(`/data-lists/${id}/status${query}`, { method: 'PATCH', body: { status } });

  it('7.2: reject removing a list that active rules use, and name those rules in its usage', async () => {
    const [read, written] = [await create({ name: 'Read' }), await create({ name: 'Written' })];
    await add(read, 'mail@example.com');
    const adds = `then add origin.externalId to list "${written}"`;
    const reader = await publishRule(api(), {
      source: ruleText(`transaction.description in list "${read}"`).replace('then suggest FLAG', adds),
    });
    const usage = async (id: string) => (await api().call(`/data-lists/${id}/usage`)).body.data;
    const rule = { ruleId: reader, status: 'active' };
    expect(await usage(read)).toMatchObject({
      listId: read,
      readBy: [rule],
      writtenBy: [],
      automations: [],
      matches30d: 0,
    });
    const action = { type: 'add_to_data_list', config: { listId: written.toUpperCase(), primaryValue: 'x' } };
    const about = { type: 'realtime', triggerType: 'entity_created', triggerConfig: {} };
    const steps = [{ conditions: [], actions: [action] }];
    const automation = await api().call('/automations', { body: { name: 'Fill', ...about, steps } });
    const archived = await api().call('/automations', { body: { name: 'Gone', ...about, actions: [action] } });
    await api().call(`/automations/${archived.body.automation.id}`, { method: 'DELETE' });
    expect(await usage(written)).toMatchObject({
      readBy: [],
      writtenBy: [rule],
      automations: [{ id: automation.body.automation.id, name: 'Fill' }],
    });
    const payment = {
      type: 'PAYMENT',
      amount: 1,
      currency: 'USD',
      description: 'Mail@example.com',
      originExternalId: 'abc',
      externalId: 'listed-1',
    };
    const payer = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'abc' };
    expect((await api().call('/entities', { body: payer })).status).toBe(201);
    expect(await api().call('/transactions', { body: payment })).toMatchObject({ status: 201 });
    expect(await valuesOf(written)).toEqual(['abc']);
    expect((await usage(read)).matches30d).toBe(1);
    expect((await api().call(`/data-lists/${read}/stats`)).body.data).toMatchObject({
      stats: { matches24h: 1, matches30d: 1 },
      performance: { lookups: expect.any(Number), cacheHits: 0, cacheMisses: expect.any(Number) },
    });
    const inUse = { status: 409, body: { error: { code: 'LIST_IN_USE', details: { ruleIds: [reader] } } } };
    expect(await statusOf(read, 'inactive')).toMatchObject(inUse);
    for (const id of [read, written]) {
      expect(await api().call(`/data-lists/${id}`, { method: 'DELETE' })).toMatchObject(inUse);
      expect(await statusOf(id, 'archived', '?force=true')).toMatchObject(inUse);
      expect(await listOf(id)).toMatchObject({ status: 'active' });
    }
    expect((await statusOf(read, 'inactive', '?force=true')).body.data.status).toBe('inactive');
    expect((await statusOf(read, 'active')).body.data.status).toBe('active');
    const rest = await api().call(`/rules/${reader}`, {
      method: 'PATCH',
      body: { status: 'inactive', reason: 'test' },
    });
    expect(rest.status).toBe(200);
    expect((await api().call(`/data-lists/${written}`, { method: 'DELETE' })).body.data.status).toBe('archived');
    expect((await statusOf(read, 'inactive')).status).toBe(200);
  });

  it('refuse to archive a list of a rule that is being published', async () => {
    const id = await create();
    const rule = (await createRule(api(), { source: ruleText(`transaction.description in list "${id}"`) }))
      .id as string;
    const client = await api().pool.connect();
    const untilWaiting = (count: number): Promise<void> =>
      waitUntil(async () => {
        const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        return (await api().pool.query(waiting)).rowCount === count;
      });
    try {
      await client.query('begin');
      await client.query('select from rules where id = $1 for update', [rule]);
      const publishing = api().call(`/rules/${rule}`, { method: 'PATCH', body: { status: 'active' } });
      await untilWaiting(1);
      const archiving = api().call(`/data-lists/${id}`, { method: 'DELETE' });
      await Promise.race([archiving, untilWaiting(2)]);
      await client.query('commit');
      expect((await publishing).body.rule?.status).toBe('active');
      expect((await archiving).body.error).toMatchObject({ code: 'LIST_IN_USE', details: { ruleIds: [rule] } });
    } finally {
      client.release();
    }
  });

  it('17.2: reject archiving by a caller who may only edit', async () => {
    const id = await create();
    const key = await createKeyWith(api(), 'data_lists:edit');
    const set = (status: string) => api().call(`/data-lists/${id}/status`, { method: 'PATCH', body: { status }, key });
    const error = { code: 'FORBIDDEN', requiredPermission: 'data_lists:delete' };
    expect(await set('archived')).toMatchObject({ status: 403, body: { error } });
    expect((await set('inactive')).body.data.status).toBe('inactive');
  });

  it('0: treat lists and items of another organization as nonexistent', async () => {
    const id = await create();
    await add(id, 'mine');
    const [item] = await itemsOf(id);
    const calls: [string, string, unknown?][] = [
      ['PATCH', `/data-lists/${id}`, { name: 'x' }],
      ['DELETE', `/data-lists/${id}`],
      ['PATCH', `/data-lists/${id}/status`, { status: 'inactive' }],
      ['GET', `/data-lists/${id}/stats`],
      ['GET', `/data-lists/${id}/usage`],
      ['POST', `/data-lists/${id}/items/find`, { value: 'mine' }],
      ['POST', `/data-lists/${id}/items/bulk`, { items: [{ primaryValue: 'x' }] }],
      ['PATCH', `/data-lists/${id}/items/${item.id}`, { category: 'x' }],
      ['DELETE', `/data-lists/${id}/items/${item.id}`],
    ];
    for (const [method, path, body] of calls) {
      const answer = await api().call(path, { method, body, key: api().stranger.key });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    const theirs = await api().call('/data-lists/custom/check', { body: { value: 'mine' }, key: api().stranger.key });
    expect(theirs.body).toMatchObject({ matched: false });
    const other = await create();
    expect((await patchItem(other, item.id, { category: 'x' })).status).toBe(404);
    expect(await itemsOf(id)).toEqual([item]);
    expect(await listOf(id)).toMatchObject({ revision: 1, status: 'active', name: 'A list' });
  });
});
