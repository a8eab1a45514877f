import { appendRuleItems, checkLists, findLists } from './index.js';
import { inTransaction } from '../../../platform/database/index.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const list = (more: object = {}) => ({ name: 'Stolen cards', type: 'custom', source: 'manual_entry', ...more });
const unknownId = '0190a0f0-0000-7000-8000-000000000000';

describe('data lists', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const create = async (more: object = {}): Promise<string> => {
    const answer = await api.call('/data-lists', { body: list(more) });
    expect(answer.status).toBe(201);
    return answer.body.data.id;
  };
  const addItems = (id: string, items: unknown, options?: unknown) =>
    api.call(`/data-lists/${id}/items`, { body: { items, ...(options !== undefined && { options }) } });

  it('creates a list and returns it as sent, with its defaults', async () => {
    const body = '{"name":"N","type":"pep","source":"sync","config":{"b":1e1,"a":2},"fieldMappings":{"z":"y"}}';
    const created = await api.call('/data-lists', { body });
    expect(created).toMatchObject({
      status: 201,
      body: {
        success: true,
        data: {
          type: 'pep',
          status: 'active',
          priority: 50,
          isGlobal: false,
          itemCount: 0,
          revision: 0,
          lastSyncAt: null,
        },
        meta: { executionTimeMs: expect.any(Number), timestamp: expect.any(String) },
      },
    });
    expect(created.text).toContain('"config":{"b":1e1,"a":2},"fieldMappings":{"z":"y"}');
    const read = await api.call(`/data-lists/${created.body.data.id}`);
    expect(read.body.data).toEqual(created.body.data);
  });

  it('adds items, counts duplicates after normalization, and increments the revision once per change', async () => {
    const id = await create();
    const first = await addItems(id, [
      { primaryValue: ' Ana@Example.com ', searchKeys: ['ANA'], category: 'mail', riskScore: 80, itemData: { a: 1 } },
      { primaryValue: 'ana@example.COM' },
      { primaryValue: 'bob@example.com', metadata: { n: 1 } },
    ]);
    expect(first).toMatchObject({
      status: 201,
      body: {
        success: true,
        data: {
          listId: id,
          processed: 3,
          created: 2,
          updated: 0,
          duplicates: 1,
          skipped: 1,
          errors: 0,
          errorDetails: [],
        },
      },
    });
    const strict = await addItems(id, [{ primaryValue: 'BOB@example.com' }], { ignoreDuplicates: false });
    expect(strict.body.data).toMatchObject({
      processed: 1,
      duplicates: 1,
      skipped: 0,
      errors: 1,
      errorDetails: [{ index: 0, primaryValue: 'BOB@example.com', code: 'DUPLICATE_ITEM' }],
    });
    const update = await addItems(id, [{ primaryValue: 'BOB@example.com', category: 'x' }], { updateExisting: true });
    expect(update.body.data).toMatchObject({ created: 0, updated: 1, duplicates: 1, skipped: 0 });
    expect((await api.call(`/data-lists/${id}`)).body.data).toMatchObject({ itemCount: 2, revision: 2 });
    const items = await api.call(`/data-lists/${id}/items?limit=1&page=2`);
    expect(items.body).toMatchObject({
      success: true,
      total: 2,
      categories: ['mail', 'x'],
      page: 2,
      limit: 1,
      totalPages: 2,
      items: [
        {
          primaryValue: 'BOB@example.com',
          category: 'x',
          metadata: {},
          isActive: true,
          addedBy: { type: 'api_key', id: api.production.apiKeyId },
        },
      ],
    });
    for (const query of ['search=ana', 'category=mail', 'search=EXAMPLE&category=mail']) {
      expect((await api.call(`/data-lists/${id}/items?${query}`)).body.items).toMatchObject([{ category: 'mail' }]);
    }
    expect((await api.call(`/data-lists/${id}/items?search=%25`)).body.items).toEqual([]);
  });

  it('finds lists and items regardless of accents in the search text and in the stored text', async () => {
    const id = await create({ name: 'Bloqueio São Paulo' });
    const items = [{ primaryValue: 'José Muñoz' }, { primaryValue: 'Jose Munoz', searchKeys: ['Peña'] }];
    await api.call(`/data-lists/${id}/items`, { body: { items } });
    const found = async (search: string): Promise<readonly unknown[]> => {
      const listed = (await api.call(`/data-lists/${id}/items?search=${encodeURIComponent(search)}`)).body;
      const looked = await api.call(`/data-lists/${id}/items/find`, { body: { value: search, matchMode: 'contains' } });
      return [listed.total ?? listed.items.length, looked.body.total];
    };
    for (const search of ['jose mu', 'JOSÉ MUÑ']) expect(await found(search)).toEqual([2, 2]);
    expect(await found('pena')).toEqual([1, 1]);
    for (const search of ['sao paulo', 'SÃO Paulo']) {
      const { body: listed } = await api.call(`/data-lists?search=${encodeURIComponent(search)}`);
      expect(listed.data).toMatchObject([{ id }]);
    }
  });

  it('stores the same items whether they arrive in small batches or in one', async () => {
    const id = await create();
    const items = Array.from({ length: 25 }, (_, n) => ({ primaryValue: `v${n}` }));
    expect((await addItems(id, items, { batchSize: 4 })).body.data).toMatchObject({ created: 25, errors: 0 });
    expect((await api.call(`/data-lists/${id}/items?limit=100`)).body.items).toHaveLength(25);
  });

  it('counts each value once when many requests add it at the same time', async () => {
    const id = await create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => addItems(id, [{ primaryValue: 'same' }])));
    expect(answers.map(({ body }) => body.data.created).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect((await api.call(`/data-lists/${id}`)).body.data).toMatchObject({ itemCount: 1, revision: 1 });
  });

  it('accepts a list type in place of the id, meaning the oldest active list of that type', async () => {
    expect(await addItems('wallet_blocklist', [{ primaryValue: 'w' }])).toMatchObject({
      status: 404,
      body: { error: { code: 'LIST_NOT_FOUND' } },
    });
    const oldest = await create({ type: 'wallet_blocklist' });
    await create({ type: 'wallet_blocklist' });
    expect((await addItems('wallet_blocklist', [{ primaryValue: 'w' }])).body.data.listId).toBe(oldest);
  });

  it('answers look-ups using the normalization of each list', async () => {
    const organizationId = api.production.organizationId;
    const custom = await create();
    const companies = await create({ type: 'company_blocklist' });
    const addresses = await create({ type: 'ip_blocklist' });
    await addItems(custom, [
      { primaryValue: 'Straße', searchKeys: ['ﬁx'] },
      { primaryValue: '203.0.113.0/24' },
      { primaryValue: 'gone', expiresAt: '2020-01-01T00:00:00Z' },
      { primaryValue: 'off', isActive: false },
    ]);
    await addItems(companies, [{ primaryValue: '12.345.678/0001-95' }]);
    const refused = await addItems(addresses, [
      { primaryValue: '10.0.0.0/8' },
      { primaryValue: '2001:db8::/32' },
      { primaryValue: 'ten' },
    ]);
    expect(refused.body.data).toMatchObject({
      created: 2,
      errors: 1,
      errorDetails: [{ index: 2, code: 'INVALID_VALUE_FOR_LIST_TYPE' }],
    });
    const cases: [string, string, boolean, string][] = [
      [custom, ' STRASSE ', false, 'listed'],
      [custom, 'FIX', false, 'listed'],
      [custom, '203.0.113.9', true, 'listed'],
      [custom, '203.0.113.9', false, 'not_listed'],
      [custom, 'gone', false, 'not_listed'],
      [custom, 'off', false, 'not_listed'],
      [custom, '', false, 'not_listed'],
      [companies, '12345678000195', false, 'listed'],
      [companies, '12345678000190', false, 'not_listed'],
      [addresses, '10.255.1.2', false, 'listed'],
      [addresses, '::ffff:10.1.2.3', true, 'listed'],
      [addresses, '11.0.0.1', true, 'not_listed'],
      [addresses, '2001:DB8::1', true, 'listed'],
      [addresses, 'nonsense', false, 'not_listed'],
      [unknownId, 'x', false, 'unavailable'],
    ];
    const probes = cases.map(([listId, value, isAddress]) => ({ listId, value, isAddress }));
    const answers = await checkLists(api.pool, organizationId, probes, new Date());
    expect(answers.map(({ membership }, n) => [...cases[n]!.slice(0, 3), membership])).toEqual(cases);
    const foreign = await checkLists(api.pool, api.stranger.organizationId, probes, new Date());
    expect(foreign.map(({ membership }) => membership)).toEqual(cases.map(() => 'unavailable'));
    await api.pool.query(`update data_lists set status = 'inactive' where id = $1`, [custom]);
    expect(await checkLists(api.pool, organizationId, [{ listId: custom, value: 'fix' }], new Date())).toMatchObject([
      { membership: 'unavailable' },
    ]);
  });

  it('adds values from rules only to active custom lists, skipping empty, repeated and too long ones', async () => {
    const organizationId = api.production.organizationId;
    const custom = await create();
    const pep = await create({ type: 'pep' });
    const addedBy = {
      type: 'rule' as const,
      id: unknownId,
      ruleId: unknownId,
      ruleVersion: 2,
      evaluationId: unknownId,
    };
    const additions = [
      [custom, 'card-1', 'added'],
      [custom, ' CARD-1', 'duplicate'],
      [custom, null, 'empty'],
      [custom, '  ', 'empty'],
      [custom, 'x'.repeat(2_001), 'too_long'],
      [pep, 'x', 'not_allowed'],
      [unknownId, 'x', 'not_allowed'],
    ] as const;
    const outcomes = await inTransaction(api.pool, organizationId, (client) =>
      appendRuleItems(
        client,
        organizationId,
        additions.map(([listId, value]) => ({ listId, value, reason: 'r', addedBy })),
        new Date(),
      ),
    );
    expect(outcomes).toEqual(additions.map(([, , outcome]) => outcome));
    expect((await api.call(`/data-lists/${custom}/items`)).body.items).toMatchObject([
      { primaryValue: 'card-1', reason: 'r', addedBy },
    ]);
    expect((await api.call(`/data-lists/${custom}`)).body.data).toMatchObject({ itemCount: 1, revision: 1 });
  });

  it('finds lists by id or name, preferring the active one', async () => {
    const old = await create({ name: 'Twice' });
    const current = await create({ name: 'Twice' });
    await api.pool.query(`update data_lists set status = 'archived' where id = $1`, [old]);
    const found = await findLists(api.pool, api.production.organizationId, [
      'Twice',
      old.toUpperCase(),
      'no such list',
    ]);
    expect([...found].map(([reference, { id }]) => [reference, id])).toEqual([
      ['Twice', current],
      [old.toUpperCase(), old],
    ]);
    expect((await findLists(api.pool, api.stranger.organizationId, ['Twice', old])).size).toBe(0);
  });

  it('supports offset and cursor pagination and filters', async () => {
    const key = api.sandbox.key;
    for (let n = 0; n < 5; n += 1)
      await api.call('/data-lists', { key, body: list({ name: `P${n}`, type: n === 3 ? 'pep' : 'custom' }) });
    const names = (body: Body): string[] => body.data.map(({ name }: Body) => name);
    const first = await api.call('/data-lists?limit=2', { key });
    expect(first.body.pagination).toEqual({
      total: 5,
      limit: 2,
      offset: 0,
      hasMore: true,
      nextCursor: expect.any(String),
    });
    const second = await api.call(`/data-lists?limit=2&cursor=${first.body.pagination.nextCursor}`, { key });
    const third = await api.call(`/data-lists?limit=2&cursor=${second.body.pagination.nextCursor}`, { key });
    expect([first, second, third].flatMap(({ body }) => names(body))).toEqual(['P0', 'P1', 'P2', 'P3', 'P4']);
    expect(third.body.pagination).toMatchObject({ hasMore: false, nextCursor: null });
    expect(names((await api.call('/data-lists?limit=2&offset=4', { key })).body)).toEqual(['P4']);
    expect(names((await api.call('/data-lists?type=pep,allowlist&search=p', { key })).body)).toEqual(['P3']);
    const otherFilter = `/data-lists?limit=2&type=pep&cursor=${first.body.pagination.nextCursor}`;
    const forged = Buffer.from(JSON.stringify(['x', unknownId, 'y', 9e15])).toString('base64url');
    for (const path of [otherFilter, '/data-lists?cursor=zzz', `/data-lists?cursor=${forged}`]) {
      expect(await api.call(path, { key })).toMatchObject({ status: 400, body: { error: { code: 'INVALID_CURSOR' } } });
    }
    expect(await api.call('/data-lists?offset=10001', { key })).toMatchObject({
      status: 400,
      body: { error: { code: 'OFFSET_TOO_LARGE' } },
    });
  });

  it('never reads or changes a list of another organization', async () => {
    const id = await create();
    const key = api.stranger.key;
    const items = { items: [{ primaryValue: 'x' }] };
    for (const [path, body] of [
      [`/data-lists/${id}`],
      [`/data-lists/${id}/items`],
      [`/data-lists/${id}/items`, items],
    ] as const) {
      const foreign = await api.call(path, { key, body });
      const unknown = await api.call(path.replace(id, unknownId), { key, body });
      expect(foreign).toMatchObject({
        status: 404,
        body: { success: false, error: { code: 'NOT_FOUND', message: 'Data list not found' } },
      });
      expect({ ...foreign.body, requestId: '', instance: '' }).toEqual({
        ...unknown.body,
        requestId: '',
        instance: '',
      });
    }
    expect((await api.call('/data-lists', { key })).body.data).toEqual([]);
    expect((await api.call(`/data-lists/${id}`)).body.data.itemCount).toBe(0);
  });

  const badLists: [string, unknown, string][] = [
    ['no name', list({ name: undefined }), 'name'],
    ['a name of 201 characters', list({ name: 'x'.repeat(201) }), 'name'],
    ['an unknown type', list({ type: 'vip' }), 'type'],
    ['an unknown source', list({ source: 'fax' }), 'source'],
    ['a priority of 0', list({ priority: 0 }), 'priority'],
    ['a priority that is text', list({ priority: '5' }), 'priority'],
    ['a global list', list({ isGlobal: true }), 'isGlobal'],
    ['mappings that are no text', list({ fieldMappings: { a: 1 } }), 'fieldMappings'],
    ['a config that is an array', list({ config: [] }), 'config'],
    ['an unknown field', list({ colour: 'red' }), 'colour'],
  ];
  it.each(badLists)('rejects a list with %s', async (_, body, field) => {
    expect(await api.call('/data-lists', { body })).toMatchObject({
      status: 400,
      body: { success: false, error: { code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } } },
    });
  });

  const badItems: [string, unknown, unknown, string][] = [
    ['no items', undefined, undefined, 'items'],
    ['an empty array', [], undefined, 'items'],
    ['1001 items', Array.from({ length: 1001 }, () => ({ primaryValue: 'x' })), undefined, 'items'],
    ['text for an item', ['x'], undefined, 'items[0]'],
    ['no value', [{ primaryValue: 'a' }, {}], undefined, 'items[1].primaryValue'],
    ['a number for a value', [{ primaryValue: 5 }], undefined, 'items[0].primaryValue'],
    ['a risk score of 101', [{ primaryValue: 'a', riskScore: 101 }], undefined, 'items[0].riskScore'],
    ['a number among search keys', [{ primaryValue: 'a', searchKeys: [1] }], undefined, 'items[0].searchKeys'],
    ['an unknown field', [{ primaryValue: 'a', colour: 1 }], undefined, 'items[0].colour'],
    ['a batch of 0', [{ primaryValue: 'a' }], { batchSize: 0 }, 'options.batchSize'],
    ['an unknown option', [{ primaryValue: 'a' }], { force: true }, 'options.force'],
  ];
  it.each(badItems)('rejects %s', async (_, items, options, field) => {
    const answer = await addItems('custom', items, options);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    expect(Object.keys(answer.body.error.details)).toContain(field);
  });

  it.each(['page=0', 'limit=50001', 'limit=1.5', 'revision=1', 'search='])(
    'rejects the item query %s',
    async (query) => {
      const id = await create();
      expect(await api.call(`/data-lists/${id}/items?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR' } },
      });
    },
  );
});
