import { randomInt } from 'node:crypto';

import { type TestResponse, type Body } from '../../../../test/support/start-test-api.js';
import { useLists } from '../../../../test/support/use-lists.js';
import { completeListItem } from '../../../../test/support/complete-list-item.js';

const unknownId = '0190a0f0-0000-7000-8000-000000000000';

describe('shapes 7: importing, finding and checking list items', () => {
  const { api, create, add, itemsOf, valuesOf, listOf } = useLists();

  const refused: [type: string, good: string[], bad: string[]][] = [
    ['ip_blocklist', ['10.0.0.1', '10.0.0.0/8', '2001:db8::/32'], ['ten', '10.0.0.0/33', '']],
    ['email_blocklist', ['Ana@Example.com', 'example.com', '@spam.example'], ['ana', 'a b@c.d', 'ana@']],
    ['phone_blocklist', ['+55 (11) 91234-5678', '190 190', '5551234'], ['call me', '12', 'x@y.z']],
    ['company_blocklist', ['12.345.678/0001-95'], ['--', '/']],
    ['account_blocklist', ['GB33 BUKB 2020 1555 5555 55'], ['  ']],
  ];
  it.each(refused)('7.3: a %s accepts what its type allows', async (type, good, bad) => {
    const id = await create({ type });
    const items = [...good, ...bad].map((primaryValue) => ({ primaryValue }));
    const answer = await api().call(`/data-lists/${id}/items/bulk`, { body: { items, skipValidationErrors: true } });
    expect(answer.body.data).toMatchObject({ created: good.length, errors: bad.length });
    expect((await valuesOf(id)).sort()).toEqual([...good].sort());
  });

  it('7.2: finds items as rules do, or by part of their text', async () => {
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
      const answer = await api().call(`/data-lists/${list}/items/find`, { body });
      expect([body, answer.body.items.map(({ primaryValue }: Body) => primaryValue)]).toEqual([body, found]);
      expect(answer.body.total).toBe(found.length);
    }
    const limited = await api().call(`/data-lists/${id}/items/find`, {
      body: { value: 'a', matchMode: 'contains', limit: 1 },
    });
    expect(limited.body).toMatchObject({ items: [{ primaryValue: 'Alpha' }], total: 2 });
  });

  it('7.2: checks single values and batches against the active items of active lists', async () => {
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
    await api().call(`/data-lists/${off}/status`, { method: 'PATCH', body: { status: 'inactive' } });
    const check = async (value: string): Promise<Body> =>
      (await api().call('/data-lists/merchant_blocklist/check', { body: { value } })).body;
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
    const many = await api().call('/data-lists/bulk-check', { body: { checks } });
    expect(many.body.results.map(({ index, matched, matches }: Body) => [index, matched, matches.length])).toEqual([
      [0, true, 2],
      [1, true, 1],
      [2, false, 0],
      [3, false, 0],
    ]);
    const foreign = await create({}, api().stranger.key);
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
      const answer = await api().call('/data-lists/bulk-check', { body: { checks: sent } });
      expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([status, [field]]);
    }
    expect((await api().call('/data-lists/vip/check', { body: { value: 'x' } })).status).toBe(404);
  });

  const bulk = (id: string, body: object): Promise<TestResponse> =>
    api().call(`/data-lists/${id}/items/bulk`, { body });
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
  it.each(badRows)('7.3: rejects the import for a row with %s, or skips the row on request', async (_, row, field) => {
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

  it('7.3: imports every field, puts unknown ones into itemData, and overwrites only on request', async () => {
    const id = await create({ type: 'ip_blocklist' });
    const row = { ...completeListItem, primaryValue: '10.0.0.1', country: 'BR', a: 'not taken' };
    const items = [row, { primaryValue: '10.0.0.1/32' }, { primaryValue: 'ten' }];
    const first = await bulk(id, { items, skipValidationErrors: true });
    expect(first.body.success).toBe(true);
    expect(first.body.data).toMatchObject({
      total: 3,
      successful: 1,
      duplicates: 1,
      errors: 1,
      errorDetails: [{ row: 3, primaryValue: 'ten', code: 'INVALID_VALUE_FOR_LIST_TYPE' }],
    });
    const addedBy = { type: 'import', id: api().production.apiKeyId };
    expect(await itemsOf(id)).toMatchObject([
      { ...completeListItem, primaryValue: '10.0.0.1', itemData: { a: 1, country: 'BR' }, addedBy },
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

  it('2.9: accepts the longest category in any script, and rejects a longer one without losing the other rows', async () => {
    const id = await create();
    // Characters of three bytes that no compression makes shorter.
    const category = (characters: number): string =>
      String.fromCodePoint(...Array.from({ length: characters }, () => randomInt(0x3400, 0x9fff)));
    const items = [
      { primaryValue: 'longest', category: category(255) },
      { primaryValue: 'longer', category: category(1_000) },
    ];
    const bulk = await api().call(`/data-lists/${id}/items/bulk`, { body: { items, skipValidationErrors: true } });
    expect(bulk.body.data).toMatchObject({
      created: 1,
      errors: 1,
      errorDetails: [{ row: 2, code: 'VALIDATION_ERROR' }],
    });
    const [longest] = await itemsOf(id);
    expect(longest).toMatchObject(items[0]!);
    expect((await add(id, items[1]!)).status).toBe(400);
    const changed = await api().call(`/data-lists/${id}/items/${longest!.id}`, { method: 'PATCH', body: items[1]! });
    expect([changed.status, changed.body.error.details]).toEqual([400, { category: expect.any(String) }]);
  });

  it('7.3: accepts 50,000 rows and over a megabyte, reports 1,000 errors, and rejects one row more', async () => {
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
    const tooLarge = await api().call(`/data-lists/${id}/items`, {
      body: { items: [{ primaryValue: 'x'.repeat(2e6) }] },
    });
    expect(tooLarge.status).toBe(413);
  });
});
