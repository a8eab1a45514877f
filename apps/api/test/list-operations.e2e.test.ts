import { appendRuleItems, membershipsAt } from '../src/modules/data-lists/index.js';
import { inTransaction } from '../src/platform/database/index.js';
import { ruleText } from './support/rule-samples.js';
import { publishRule } from './support/publish-rule.js';
import { type Answer, type Body, startTestApi, type TestApi } from './support/start-test-api.js';

const unknownId = '0190a0f0-0000-7000-8000-000000000000';

describe('platform 2.9, 4.12, shapes 3.10, 7: what is done with lists and their items', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const create = async (more: object = {}, key?: string): Promise<string> => {
    const body = { name: 'A list', type: 'custom', source: 'manual_entry', ...more };
    const answer = await api.call('/data-lists', { body, ...(key && { key }) });
    expect(answer.status).toBe(201);
    return answer.body.data.id;
  };
  const add = (id: string, ...items: (object | string)[]): Promise<Answer> =>
    api.call(`/data-lists/${id}/items`, {
      body: { items: items.map((item) => (typeof item === 'string' ? { primaryValue: item } : item)) },
    });
  const itemsOf = async (id: string, query = ''): Promise<Body[]> =>
    (await api.call(`/data-lists/${id}/items?limit=1000${query}`)).body.items;
  const valuesOf = async (id: string, query = ''): Promise<string[]> =>
    (await itemsOf(id, query)).map(({ primaryValue }) => primaryValue);
  const listOf = async (id: string): Promise<Body> => (await api.call(`/data-lists/${id}`)).body.data;
  const patchItem = (id: string, item: string, body: unknown, key?: string): Promise<Answer> =>
    api.call(`/data-lists/${id}/items/${item}`, { method: 'PATCH', body, ...(key && { key }) });
  const eventsOf = async (listId: string): Promise<{ event: string; payload: Body }[]> =>
    (
      await api.pool.query<{ event: string; payload: Body }>(
        `select event, payload from outbox where payload -> 'list' ->> 'id' = $1 order by payload -> 'list' ->> 'revision', payload -> 'item' ->> 'primaryValue'`,
        [listId],
      )
    ).rows;
  const auditOf = async (listId: string): Promise<string[]> =>
    (await api.call(`/audit/events?resourceId=${listId}&limit=100`)).body.events
      .map(({ event }: Body) => event)
      .reverse();

  const whole = {
    primaryValue: 'Whole',
    secondaryValue: 'second',
    searchKeys: ['one', 'two'],
    category: 'c',
    riskScore: 12.5,
    severity: 'high',
    reason: 'r',
    sourceReference: 's',
    itemData: { a: 1 },
    metadata: { b: [2] },
    isActive: false,
    expiresAt: '2031-01-01T00:00:00.000Z',
  };

  it('2.9: keeps every field of an item, changes each alone, and empties it with null', async () => {
    const id = await create();
    await add(id, whole);
    const [item] = await itemsOf(id);
    expect(item).toMatchObject(whole);
    const others: Record<string, unknown> = {
      primaryValue: 'Other',
      secondaryValue: 'x',
      searchKeys: ['three'],
      category: 'x',
      riskScore: 0,
      severity: 'low',
      reason: 'x',
      sourceReference: 'x',
      itemData: { n: 2 },
      metadata: {},
      isActive: true,
      expiresAt: '2032-01-01T00:00:00.000Z',
    };
    expect(Object.keys(others)).toEqual(Object.keys(whole));
    let expected: object = item;
    for (const [field, value] of Object.entries(others)) {
      const changed = await patchItem(id, item.id, { [field]: value });
      expected = { ...expected, [field]: value, updatedAt: changed.body.data.updatedAt };
      expect([field, changed.status, changed.body.data]).toEqual([field, 200, expected]);
    }
    const optional = ['secondaryValue', 'category', 'riskScore', 'severity', 'reason', 'sourceReference', 'expiresAt'];
    const nulls = Object.fromEntries(optional.map((field) => [field, null]));
    const emptied = await patchItem(id, item.id, { ...nulls, searchKeys: null, isActive: null, primaryValue: null });
    expect(emptied.body.data).toMatchObject({ ...nulls, searchKeys: [], isActive: true, primaryValue: 'Other' });
    const exact = await patchItem(id, item.id, '{"itemData":{"z":1e1,"a":0.10}}');
    expect(exact.text).toContain('"itemData":{"z":1e1,"a":0.10}');
  });

  it('7.1: makes a revision of each change of items and of nothing else, announces and records it', async () => {
    const id = await create();
    await add(id, 'a', 'b');
    const [a, b] = await itemsOf(id);
    await add(id, 'a');
    await patchItem(id, a.id, { primaryValue: 'a', category: null });
    await patchItem(id, a.id, { category: 'c' });
    const removed = await api.call(`/data-lists/${id}/items/${b.id}`, { method: 'DELETE' });
    expect(removed).toMatchObject({ status: 200, body: { success: true, id: b.id } });
    expect(await listOf(id)).toMatchObject({ revision: 3, itemCount: 1 });
    const short = { id, name: 'A list', type: 'custom', status: 'active' };
    expect(await eventsOf(id)).toMatchObject([
      { event: 'data_list.item_added', payload: { list: { ...short, revision: 1 }, item: { primaryValue: 'a' } } },
      { event: 'data_list.item_added', payload: { list: { ...short, revision: 1 }, item: { primaryValue: 'b' } } },
      { event: 'data_list.updated', payload: { list: { ...short, revision: 2 }, item: { id: a.id, category: 'c' } } },
      { event: 'data_list.updated', payload: { list: { ...short, itemCount: 1, revision: 3 }, item: { id: b.id } } },
    ]);
    expect(await auditOf(id)).toEqual([
      'data_list_created',
      'data_list_items_added',
      'data_list_updated',
      'data_list_updated',
    ]);
  });

  it('3.10: reads a list as it was at every revision: removed items stay, changed ones are what they were', async () => {
    const id = await create();
    await add(id, { primaryValue: 'a', searchKeys: ['alias'], category: 'old' }, 'b');
    const [a, b] = await itemsOf(id);
    await patchItem(id, a.id, { category: 'new', searchKeys: [] });
    await api.call(`/data-lists/${id}/items/${b.id}`, { method: 'DELETE' });
    await add(id, 'b');
    await patchItem(id, a.id, { isActive: false });
    const shown = async (revision: number): Promise<string[]> =>
      (await itemsOf(id, `&revision=${revision}`)).map(
        ({ primaryValue, category, isActive }) => `${primaryValue} ${category ?? '-'} ${isActive}`,
      );
    expect(await Promise.all([0, 1, 2, 3, 4, 5].map(shown))).toEqual([
      [],
      ['a old true', 'b - true'],
      ['a new true', 'b - true'],
      ['a new true'],
      ['a new true', 'b - true'],
      ['a new false', 'b - true'],
    ]);
    expect(await valuesOf(id, '&revision=1&search=ALI')).toEqual(['a']);
    expect(await valuesOf(id, '&revision=5&category=old')).toEqual([]);
    expect((await api.call(`/data-lists/${id}/items?revision=1&limit=1&page=2`)).body).toMatchObject({
      items: [{ primaryValue: 'b' }],
      total: 2,
      totalPages: 2,
    });
    const future = await api.call(`/data-lists/${id}/items?revision=6`);
    expect(future).toMatchObject({ status: 400, body: { error: { details: { revision: expect.any(String) } } } });
    const expected: Record<string, string[]> = {
      a: ['not_listed', 'listed', 'listed', 'listed', 'listed', 'not_listed', 'unavailable'],
      alias: ['not_listed', 'listed', 'not_listed', 'not_listed', 'not_listed', 'not_listed', 'unavailable'],
      b: ['not_listed', 'listed', 'listed', 'not_listed', 'listed', 'listed', 'unavailable'],
    };
    const probes = Object.entries(expected).flatMap(([value, answers]) =>
      answers.map((_, revision) => ({ listId: id, value, revision })),
    );
    const ask = (organizationId: string) => membershipsAt(api.pool, organizationId, probes, new Date());
    expect(await ask(api.production.organizationId)).toEqual(Object.values(expected).flat());
    expect(new Set(await ask(api.stranger.organizationId))).toEqual(new Set(['unavailable']));
  });

  it('3.10: an item that expired later was on the list before', async () => {
    const id = await create();
    await add(id, { primaryValue: 'a', expiresAt: '2026-01-01T00:00:00Z' });
    const at = (time: string) =>
      membershipsAt(api.pool, api.production.organizationId, [{ listId: id, value: 'a', revision: 1 }], new Date(time));
    expect([...(await at('2025-12-31T00:00:00Z')), ...(await at('2026-01-01T00:00:00Z'))]).toEqual([
      'listed',
      'not_listed',
    ]);
  });

  const wrongPatches: [string, unknown, number, string][] = [
    ['a value that is none', { primaryValue: ' ' }, 400, 'VALIDATION_ERROR'],
    ['a value that its type does not allow', { primaryValue: 'ten' }, 400, 'INVALID_VALUE_FOR_LIST_TYPE'],
    ['the value of another item', { primaryValue: '10.0.0.2' }, 409, 'DUPLICATE_ITEM'],
    ['an unknown field', { colour: 'red' }, 400, 'VALIDATION_ERROR'],
    ['a risk score of 101', { riskScore: 101 }, 400, 'VALIDATION_ERROR'],
  ];
  it('7.2: refuses to give an item what it cannot have, and leaves it as it is', async () => {
    const id = await create({ type: 'ip_blocklist' });
    await add(id, '10.0.0.1', '10.0.0.2');
    const [item] = await itemsOf(id);
    for (const [what, body, status, code] of wrongPatches) {
      const answer = await patchItem(id, item.id, body);
      expect([what, answer.status, answer.body.error.code]).toEqual([what, status, code]);
    }
    expect(await listOf(id)).toMatchObject({ revision: 1 });
    expect((await patchItem(id, item.id, { primaryValue: '10.0.0.1/32' })).body.data.primaryValue).toBe('10.0.0.1/32');
  });

  const refused: [type: string, good: string[], bad: string[]][] = [
    ['ip_blocklist', ['10.0.0.1', '10.0.0.0/8', '2001:db8::/32'], ['ten', '10.0.0.0/33', '']],
    ['email_blocklist', ['Ana@Example.com', 'example.com', '@spam.example'], ['ana', 'a b@c.d', 'ana@']],
    ['phone_blocklist', ['+55 (11) 91234-5678', '190 190', '5551234'], ['call me', '12', 'x@y.z']],
    ['company_blocklist', ['12.345.678/0001-95'], ['--', '/']],
    ['account_blocklist', ['GB33 BUKB 2020 1555 5555 55'], ['  ']],
  ];
  it.each(refused)('7.3: a %s holds what its type allows', async (type, good, bad) => {
    const id = await create({ type });
    const items = [...good, ...bad].map((primaryValue) => ({ primaryValue }));
    const answer = await api.call(`/data-lists/${id}/items/bulk`, { body: { items, skipValidationErrors: true } });
    expect(answer.body.data).toMatchObject({ created: good.length, errors: bad.length });
    expect((await valuesOf(id)).sort()).toEqual([...good].sort());
  });

  it('7.2: finds items as rules do, or by a part of their text', async () => {
    const id = await create();
    const blocks = await create({ type: 'ip_blocklist' });
    const companies = await create({ type: 'company_blocklist' });
    await add(id, { primaryValue: 'Alpha', searchKeys: ['Beta one'] }, 'beta', {
      primaryValue: 'off',
      isActive: false,
    });
    await add(blocks, '10.0.0.0/8', '10.1.0.0/16', '11.0.0.0/8');
    await add(companies, '12.345.678/0001-95');
    const cases: [string, object, string[]][] = [
      [id, { value: ' ALPHA' }, ['Alpha']],
      [id, { value: 'beta ONE', matchMode: 'exact' }, ['Alpha']],
      [id, { value: 'bet' }, []],
      [id, { value: 'OFF' }, ['off']],
      [id, { value: 'bet', matchMode: 'contains' }, ['Alpha', 'beta']],
      [id, { value: '%', matchMode: 'contains' }, []],
      [blocks, { value: '10.1.2.3' }, ['10.0.0.0/8', '10.1.0.0/16']],
      [blocks, { value: 'ten' }, []],
      [companies, { value: '12345678000195' }, ['12.345.678/0001-95']],
    ];
    for (const [list, body, found] of cases) {
      const answer = await api.call(`/data-lists/${list}/items/find`, { body });
      expect([body, answer.body.items.map(({ primaryValue }: Body) => primaryValue)]).toEqual([body, found]);
      expect(answer.body.total).toBe(found.length);
    }
    const limited = await api.call(`/data-lists/${id}/items/find`, {
      body: { value: 'a', matchMode: 'contains', limit: 1 },
    });
    expect(limited.body).toMatchObject({ items: [{ primaryValue: 'Alpha' }], total: 2 });
  });

  it('7.2: checks values against the active items of active lists, one by one and many at once', async () => {
    const one = await create({ type: 'merchant_blocklist', name: 'One' });
    const two = await create({ type: 'merchant_blocklist', name: 'Two' });
    const off = await create({ type: 'merchant_blocklist', name: 'Off' });
    await add(one, { primaryValue: 'Shop', searchKeys: ['SH-1'], riskScore: 7, severity: 'low', category: 'c' });
    await add(
      one,
      { primaryValue: 'gone', expiresAt: '2020-01-01T00:00:00Z' },
      { primaryValue: 'no', isActive: false },
    );
    await add(two, 'shop');
    await add(off, 'shop');
    await api.call(`/data-lists/${off}/status`, { method: 'PATCH', body: { status: 'inactive' } });
    const check = async (value: string): Promise<Body> =>
      (await api.call('/data-lists/merchant_blocklist/check', { body: { value } })).body;
    expect(await check('SHOP ')).toMatchObject({
      success: true,
      matched: true,
      matches: [
        {
          listId: one,
          listName: 'One',
          primaryValue: 'Shop',
          matchedOn: 'primaryValue',
          riskScore: 7,
          severity: 'low',
          category: 'c',
        },
        { listId: two, listName: 'Two', matchedOn: 'primaryValue', riskScore: null },
      ],
    });
    expect((await check('sh-1')).matches).toMatchObject([{ listId: one, matchedOn: 'searchKey' }]);
    for (const value of ['gone', 'no', 'nothing'])
      expect(await check(value)).toMatchObject({ matched: false, matches: [] });
    const checks = [
      { type: 'merchant_blocklist', value: 'shop' },
      { listId: two, value: 'SHOP' },
      { listId: two, type: 'custom', value: 'shop' },
      { type: 'pep', value: 'shop' },
    ];
    const many = await api.call('/data-lists/bulk-check', { body: { checks } });
    expect(many.body.results.map(({ index, matched, matches }: Body) => [index, matched, matches.length])).toEqual([
      [0, true, 2],
      [1, true, 1],
      [2, false, 0],
      [3, false, 0],
    ]);
    const foreign = await create({}, api.stranger.key);
    const wrong: [object[], number, string][] = [
      [[{ value: 'x' }], 400, 'checks[0]'],
      [[], 400, 'checks'],
      [Array.from({ length: 101 }, () => checks[0]!), 400, 'checks'],
      [[{ type: 'vip', value: 'x' }], 400, 'checks[0].type'],
      ...[off, unknownId, foreign].map((listId): [object[], number, string] => [
        [checks[0]!, { listId, value: 'shop' }],
        404,
        'checks[1].listId',
      ]),
    ];
    for (const [sent, status, field] of wrong) {
      const answer = await api.call('/data-lists/bulk-check', { body: { checks: sent } });
      expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([status, [field]]);
    }
    expect((await api.call('/data-lists/vip/check', { body: { value: 'x' } })).status).toBe(404);
  });

  const bulk = (id: string, body: object): Promise<Answer> => api.call(`/data-lists/${id}/items/bulk`, { body });
  const badRows: [string, unknown, string][] = [
    ['no value', {}, 'items[1].primaryValue'],
    ['a value of spaces', { primaryValue: ' ' }, 'items[1].primaryValue'],
    ['a number for a value', { primaryValue: 5 }, 'items[1].primaryValue'],
    ['text for a row', 'x', 'items[1]'],
    ['null for a row', null, 'items[1]'],
    ['a risk score of 101', { primaryValue: 'x', riskScore: 101 }, 'items[1].riskScore'],
    ['an unknown severity', { primaryValue: 'x', severity: 'extreme' }, 'items[1].severity'],
    ['search keys that are no array', { primaryValue: 'x', searchKeys: 'x' }, 'items[1].searchKeys'],
    ['a time without an offset', { primaryValue: 'x', expiresAt: '2026-01-01T00:00:00' }, 'items[1].expiresAt'],
    ['text for isActive', { primaryValue: 'x', isActive: 'yes' }, 'items[1].isActive'],
    ['an array for itemData', { primaryValue: 'x', itemData: [] }, 'items[1].itemData'],
  ];
  it.each(badRows)('7.3: a row with %s refuses all, or is left out where that is asked for', async (_, row, field) => {
    const id = await create();
    const items = [{ primaryValue: 'first' }, row, { primaryValue: 'last' }];
    const all = await bulk(id, { items });
    expect([all.status, all.body.error.code, Object.keys(all.body.error.details)]).toEqual([
      400,
      'VALIDATION_ERROR',
      [field],
    ]);
    expect(await listOf(id)).toMatchObject({ itemCount: 0, revision: 0 });
    const some = await bulk(id, { items, skipValidationErrors: true });
    expect(some).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          listId: id,
          total: 3,
          successful: 2,
          created: 2,
          updated: 0,
          duplicates: 0,
          errors: 1,
          truncated: false,
        },
      },
    });
    expect(some.body.data.errorDetails).toMatchObject([{ row: 2, code: 'VALIDATION_ERROR' }]);
    expect(await valuesOf(id)).toEqual(['first', 'last']);
  });

  it('7.3: imports every field, takes unknown ones into itemData, and overwrites only where that is asked for', async () => {
    const id = await create({ type: 'ip_blocklist' });
    const row = { ...whole, primaryValue: '10.0.0.1', country: 'BR', a: 'not taken' };
    const items = [row, { primaryValue: '10.0.0.1/32' }, { primaryValue: 'ten' }];
    const first = await bulk(id, { items, skipValidationErrors: true });
    expect(first.body.data).toMatchObject({
      total: 3,
      successful: 1,
      duplicates: 1,
      errors: 1,
      errorDetails: [{ row: 3, primaryValue: 'ten', code: 'INVALID_VALUE_FOR_LIST_TYPE' }],
    });
    const addedBy = { type: 'import', id: api.production.apiKeyId };
    expect(await itemsOf(id)).toMatchObject([
      { ...whole, primaryValue: '10.0.0.1', itemData: { a: 1, country: 'BR' }, addedBy },
    ]);
    const again = [{ primaryValue: '10.0.0.1', reason: 'again' }];
    expect((await bulk(id, { items: again })).body).toMatchObject({
      success: false,
      data: { successful: 0, duplicates: 1 },
    });
    expect((await bulk(id, { items: again, replaceExisting: true })).body.data).toMatchObject({
      updated: 1,
      created: 0,
    });
    expect(await itemsOf(id)).toMatchObject([{ reason: 'again', category: null }]);
    expect((await listOf(id)).revision).toBe(2);
    expect((await bulk(id, { items: [{ primaryValue: 'ten' }] })).body.error.details).toEqual({
      'items[0].primaryValue': expect.stringContaining('ip_blocklist'),
    });
  });

  it('7.3: takes 50,000 rows and a body of more than a megabyte, names 1,000 errors, and refuses a row more', async () => {
    const id = await create();
    const rows = (count: number): object[] => Array.from({ length: count }, (_, n) => ({ primaryValue: `v${n}` }));
    const many = await bulk(id, {
      items: [...rows(48_500), ...Array.from({ length: 1_500 }, () => ({}))],
      skipValidationErrors: true,
    });
    expect(many.body.data).toMatchObject({ total: 50_000, created: 48_500, errors: 1_500, truncated: true });
    expect(many.body.data.errorDetails).toHaveLength(1_000);
    expect(await bulk(id, { items: rows(50_001) })).toMatchObject({
      status: 400,
      body: { error: { code: 'ITEM_LIMIT_EXCEEDED' } },
    });
    expect((await bulk(id, { items: [] })).status).toBe(400);
    expect(await listOf(id)).toMatchObject({ itemCount: 48_500, revision: 1 });
    const tooLarge = await api.call(`/data-lists/${id}/items`, {
      body: { items: [{ primaryValue: 'x'.repeat(2e6) }] },
    });
    expect(tooLarge.status).toBe(413);
  });

  it('4.12: counts what is on a list', async () => {
    const id = await create({ name: 'Counted' });
    await add(
      id,
      { primaryValue: 'a', category: 'x', severity: 'low' },
      { primaryValue: 'b', category: 'x', severity: 'critical', isActive: false },
      { primaryValue: 'c', category: 'y', expiresAt: '2020-01-01T00:00:00Z' },
      'd',
    );
    const { data } = (await api.call(`/data-lists/${id}/stats`)).body;
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
    const market = await create({ source: 'marketplace' });
    for (const path of ['', '/items', '/stats', '/usage']) {
      expect((await api.call(`/data-lists/${market}${path}`)).status).toBe(403);
    }
  });

  it('7.2: changes a list, but not its type, and says so to nobody when nothing changed', async () => {
    const id = await create({ description: 'd', priority: 7 });
    const patch = (body: unknown) => api.call(`/data-lists/${id}`, { method: 'PATCH', body });
    const text =
      '{"name":"New","description":null,"priority":9,"config":{"apiKey":"k1","n":1e1},"fieldMappings":{"a":"b"}}';
    const changed = await patch(text);
    expect(changed.body.data).toMatchObject({ name: 'New', description: null, priority: 9, fieldMappings: { a: 'b' } });
    expect(changed.text).toContain('"config":{"apiKey":"k1","n":1e1}');
    expect((await patch({ name: 'New' })).body.data).toEqual(changed.body.data);
    expect(await listOf(id)).toEqual(changed.body.data);
    expect(await eventsOf(id)).toMatchObject([{ event: 'data_list.updated', payload: { list: { name: 'New' } } }]);
    expect(await auditOf(id)).toEqual(['data_list_created', 'data_list_updated']);
    expect((await api.call(`/audit/events?resourceId=${id}`)).text).not.toContain('k1');
    for (const body of [{ type: 'pep' }, { status: 'inactive' }, { name: '' }, { priority: 101 }]) {
      expect((await patch(body)).status).toBe(400);
    }
  });

  const statusOf = (id: string, status: string, query = ''): Promise<Answer> =>
    api.call(`/data-lists/${id}/status${query}`, { method: 'PATCH', body: { status } });

  it('7.2: a list that running rules use is not taken from them; usage names the rules', async () => {
    const [read, written] = [await create({ name: 'Read' }), await create({ name: 'Written' })];
    await add(read, 'mail@example.com');
    const adds = `then add origin.externalId to list "${written}"`;
    const reader = await publishRule(api, {
      source: ruleText(`transaction.description in list "${read}"`).replace('then suggest FLAG', adds),
    });
    const usage = async (id: string) => (await api.call(`/data-lists/${id}/usage`)).body.data;
    const rule = { ruleId: reader, status: 'active' };
    expect(await usage(read)).toMatchObject({
      listId: read,
      readBy: [rule],
      writtenBy: [],
      automations: [],
      matches30d: 0,
    });
    expect(await usage(written)).toMatchObject({ readBy: [], writtenBy: [rule] });
    const payment = {
      type: 'PAYMENT',
      amount: 1,
      currency: 'USD',
      description: 'Mail@example.com',
      originExternalId: 'abc',
      externalId: 'listed-1',
    };
    const payer = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'abc' };
    expect((await api.call('/entities', { body: payer })).status).toBe(201);
    expect(await api.call('/transactions', { body: payment })).toMatchObject({ status: 201 });
    expect(await valuesOf(written)).toEqual(['abc']);
    expect((await usage(read)).matches30d).toBe(1);
    expect((await api.call(`/data-lists/${read}/stats`)).body.data).toMatchObject({
      stats: { matches24h: 1, matches30d: 1 },
      performance: { lookups: expect.any(Number), cacheHits: 0, cacheMisses: expect.any(Number) },
    });
    const inUse = { status: 409, body: { error: { code: 'LIST_IN_USE', details: { ruleIds: [reader] } } } };
    expect(await statusOf(read, 'inactive')).toMatchObject(inUse);
    for (const id of [read, written]) {
      expect(await api.call(`/data-lists/${id}`, { method: 'DELETE' })).toMatchObject(inUse);
      expect(await statusOf(id, 'archived', '?force=true')).toMatchObject(inUse);
      expect(await listOf(id)).toMatchObject({ status: 'active' });
    }
    expect((await statusOf(read, 'inactive', '?force=true')).body.data.status).toBe('inactive');
    expect((await statusOf(read, 'active')).body.data.status).toBe('active');
    const rest = await api.call(`/rules/${reader}`, { method: 'PATCH', body: { status: 'inactive', reason: 'test' } });
    expect(rest.status).toBe(200);
    expect((await api.call(`/data-lists/${written}`, { method: 'DELETE' })).body.data.status).toBe('archived');
    expect((await statusOf(read, 'inactive')).status).toBe(200);
  });

  it('2.15: fifty runs that add one value at the same time leave one item', async () => {
    const id = await create();
    const { organizationId } = api.production;
    const addedBy = {
      type: 'rule' as const,
      id: unknownId,
      ruleId: unknownId,
      ruleVersion: 1,
      evaluationId: unknownId,
    };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        inTransaction(api.pool, organizationId, (client) =>
          appendRuleItems(
            client,
            organizationId,
            [{ listId: id, value: n % 2 ? 'Same' : ' same', addedBy }],
            new Date(),
          ),
        ),
      ),
    );
    expect(outcomes.flat().filter((outcome) => outcome === 'added')).toHaveLength(1);
    expect(outcomes.flat().filter((outcome) => outcome === 'duplicate')).toHaveLength(49);
    expect(await listOf(id)).toMatchObject({ itemCount: 1, revision: 1 });
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(['data_list.item_added']);
  });

  it('0: a list and an item of another organization are ones that never were', async () => {
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
      const answer = await api.call(path, { method, body, key: api.stranger.key });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    const theirs = await api.call('/data-lists/custom/check', { body: { value: 'mine' }, key: api.stranger.key });
    expect(theirs.body).toMatchObject({ matched: false });
    const other = await create();
    expect((await patchItem(other, item.id, { category: 'x' })).status).toBe(404);
    expect(await itemsOf(id)).toEqual([item]);
    expect(await listOf(id)).toMatchObject({ revision: 1, status: 'active', name: 'A list' });
  });
});
