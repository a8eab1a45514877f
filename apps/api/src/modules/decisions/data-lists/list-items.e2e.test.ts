import { appendRuleItems, ListReader } from './index.js';
import { inTransaction } from '../../../platform/database/index.js';
import { useLists } from '../../../../test/support/use-lists.js';
import { completeListItem } from '../../../../test/support/complete-list-item.js';

const unknownId = '0190a0f0-0000-7000-8000-000000000000';

describe('platform 2.9, shapes 3.10, 7: operations on list items', () => {
  const { api, create, add, itemsOf, valuesOf, listOf, patchItem, eventsOf, auditOf } = useLists();

  /** Returns whether a value was on a list at a revision, when read at the given time. */
  const membershipAt = async (
    organizationId: string,
    { id, value, revision }: { readonly id: string; readonly value: string; readonly revision: number },
    at = new Date().toISOString(),
  ): Promise<string> => {
    const asked = { at: new Date(at), revisions: new Map([[id, revision]]) };
    const reading = new ListReader(api().pool, organizationId, asked);
    const [answer] = await reading.resolve([{ kind: 'listed', listId: id, value, isAddress: false }]);
    if (answer === undefined || 'cause' in answer) return 'unavailable';
    expect(answer.lists).toEqual([{ listId: id, revision }]);
    return answer.value === true ? 'listed' : 'not_listed';
  };

  it('2.9: keeps every field of an item, changes each one alone, and clears it with null', async () => {
    const id = await create();
    await add(id, completeListItem);
    const [item] = await itemsOf(id);
    expect(item).toMatchObject(completeListItem);
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
    expect(Object.keys(others)).toEqual(Object.keys(completeListItem));
    let expected: object = item;
    for (const [field, value] of Object.entries(others)) {
      const changed = await patchItem(id, item.id, { [field]: value });
      expected = { ...expected, [field]: value, updatedAt: changed.body.data.updatedAt };
      expect([field, changed.status, changed.body.data]).toEqual([field, 200, expected]);
    }
    const optional = ['secondaryValue', 'category', 'riskScore', 'severity', 'reason', 'sourceReference', 'expiresAt'];
    const nulls = Object.fromEntries(optional.map((field) => [field, null]));
    const emptied = await patchItem(id, item.id, { ...nulls, searchKeys: [] });
    expect(emptied.body.data).toMatchObject({ ...nulls, searchKeys: [], isActive: true, primaryValue: 'Other' });
    const exact = await patchItem(id, item.id, '{"itemData":{"z":1e1,"a":0.10}}');
    expect(exact.text).toContain('"itemData":{"z":1e1,"a":0.10}');
  });

  it('7.1: creates a revision for each item change only, publishes an event and records it', async () => {
    const id = await create();
    await add(id, 'a', 'b');
    const [a, b] = await itemsOf(id);
    await add(id, 'a');
    await patchItem(id, a.id, { primaryValue: 'a', category: null });
    await patchItem(id, a.id, { category: 'c' });
    const removed = await api().call(`/data-lists/${id}/items/${b.id}`, { method: 'DELETE' });
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

  it('3.10: reads a list as of any revision, with removed items and earlier values', async () => {
    const id = await create();
    await add(id, { primaryValue: 'a', searchKeys: ['alias'], category: 'old' }, 'b');
    const [a, b] = await itemsOf(id);
    await patchItem(id, a.id, { category: 'new', searchKeys: [] });
    await api().call(`/data-lists/${id}/items/${b.id}`, { method: 'DELETE' });
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
    expect((await api().call(`/data-lists/${id}/items?revision=1&limit=1&page=2`)).body).toMatchObject({
      items: [{ primaryValue: 'b' }],
      total: 2,
      totalPages: 2,
    });
    const future = await api().call(`/data-lists/${id}/items?revision=6`);
    expect(future).toMatchObject({ status: 400, body: { error: { details: { revision: expect.any(String) } } } });
    const expected: Record<string, string[]> = {
      a: ['not_listed', 'listed', 'listed', 'listed', 'listed', 'not_listed', 'unavailable'],
      alias: ['not_listed', 'listed', 'not_listed', 'not_listed', 'not_listed', 'not_listed', 'unavailable'],
      b: ['not_listed', 'listed', 'listed', 'not_listed', 'listed', 'listed', 'unavailable'],
    };
    const ask = (organizationId: string): Promise<string[]> =>
      Promise.all(
        Object.entries(expected).flatMap(([value, answers]) =>
          answers.map((_, revision) => membershipAt(organizationId, { id, value, revision })),
        ),
      );
    expect(await ask(api().production.organizationId)).toEqual(Object.values(expected).flat());
    expect(new Set(await ask(api().stranger.organizationId))).toEqual(new Set(['unavailable']));
  });

  it('3.10: includes an item in the list before its expiry', async () => {
    const id = await create();
    await add(id, { primaryValue: 'a', expiresAt: '2026-01-01T00:00:00Z' });
    const at = (time: string): Promise<string> =>
      membershipAt(api().production.organizationId, { id, value: 'a', revision: 1 }, time);
    expect([await at('2025-12-31T00:00:00Z'), await at('2026-01-01T00:00:00Z')]).toEqual(['listed', 'not_listed']);
  });

  const wrongPatches: [string, unknown, number, string][] = [
    ['a value that is none', { primaryValue: ' ' }, 400, 'VALIDATION_ERROR'],
    ['a value that its type does not allow', { primaryValue: 'ten' }, 400, 'INVALID_VALUE_FOR_LIST_TYPE'],
    ['the value of another item', { primaryValue: '10.0.0.2' }, 409, 'DUPLICATE_ITEM'],
    ['an unknown field', { colour: 'red' }, 400, 'VALIDATION_ERROR'],
    ['a risk score of 101', { riskScore: 101 }, 400, 'VALIDATION_ERROR'],
  ];
  it.each(['items', 'items/bulk'])('2.9: adds a value anew whose item has expired: %s', async (path) => {
    const id = await create();
    await add(
      id,
      { primaryValue: 'Back', expiresAt: '2020-01-01T00:00:00Z' },
      { primaryValue: 'Off', isActive: false },
    );
    const body = { items: [{ primaryValue: 'back', reason: 'again' }, { primaryValue: 'off' }] };
    const { data } = (await api().call(`/data-lists/${id}/${path}`, { body })).body;
    expect(data).toMatchObject({ created: 1, duplicates: 1 });
    const check = async (value: string): Promise<boolean> =>
      (await api().call('/data-lists/bulk-check', { body: { checks: [{ listId: id, value }] } })).body.results[0]
        .matched;
    expect([await check('back'), await check('off')]).toEqual([true, false]);
    expect(await itemsOf(id)).toMatchObject([
      { primaryValue: 'back', reason: 'again', expiresAt: null },
      { primaryValue: 'Off' },
    ]);
    expect((await listOf(id)).itemCount).toBe(2);
  });

  it('7.2: rejects an invalid item change and leaves the item unchanged', async () => {
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

  it('restores a removed item unchanged with the same id, in a revision of its own', async () => {
    const id = await create();
    await add(id, { ...completeListItem, isActive: true }, 'another');
    const { organizationId } = api().production;
    const item = (await itemsOf(id)).find(({ primaryValue }) => primaryValue === completeListItem.primaryValue)!;
    const path = `/data-lists/${id}/items/${item.id}`;
    const restore = (key?: string) => api().call(`${path}/restore`, { body: {}, ...(key !== undefined && { key }) });
    const isOn = (revision: number) =>
      membershipAt(organizationId, { id, value: completeListItem.primaryValue, revision });
    expect((await restore()).body.data).toEqual(item);
    expect(await listOf(id)).toMatchObject({ revision: 1, itemCount: 2 });

    await api().call(path, { method: 'DELETE' });
    expect((await restore(api().stranger.key)).status).toBe(404);
    expect((await api().call(`/data-lists/${id}/items/${unknownId}/restore`, { body: {} })).status).toBe(404);
    await add(id, completeListItem.primaryValue);
    const taken = await restore();
    expect([taken.status, taken.body.error.code]).toEqual([409, 'DUPLICATE_ITEM']);
    const usurper = (await itemsOf(id)).find(({ primaryValue }) => primaryValue === completeListItem.primaryValue)!;
    await api().call(`/data-lists/${id}/items/${usurper.id}`, { method: 'DELETE' });

    const answers = await Promise.all([restore(), restore(), restore()]);
    expect(answers.map(({ status, body }) => [status, body.data])).toEqual([0, 1, 2].map(() => [200, item]));
    expect(await listOf(id)).toMatchObject({ revision: 5, itemCount: 2 });
    expect([await isOn(1), await isOn(2), await isOn(4), await isOn(5)]).toEqual([
      ...['listed', 'not_listed', 'not_listed', 'listed'],
    ]);
    expect((await auditOf(id)).at(-1)).toBe('data_list_updated');
  });

  it('2.15: keeps one item when fifty evaluations add the same value at the same time', async () => {
    const id = await create();
    const { organizationId } = api().production;
    const addedBy = {
      type: 'rule' as const,
      id: unknownId,
      ruleId: unknownId,
      ruleVersion: 1,
      evaluationId: unknownId,
    };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        inTransaction(api().pool, organizationId, (client) =>
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
});
