import { publishRule } from '../../../../test/support/publish-rule.js';
import { nextNumber, unknownId } from '../../../../test/support/rule-samples.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('POST /data-lists/{id}/impact', () => {
  const api = useTestApi();
  let list: string;
  let typed: string;
  const paid: Record<string, string[]> = {};

  const impact = (id: string, values: readonly string[], more: object = {}): Promise<TestResponse> =>
    api().call(`/data-lists/${id}/impact`, { body: { values, ...more } });
  const item = async (id: string, value: string): Promise<Body> => (await impact(id, [value])).body.data.items[0];
  const newList = async (name: string, type: string, value: string): Promise<string> => {
    const { data } = (await api().call('/data-lists', { body: { name, type, source: 'internal' } })).body;
    await api().call(`/data-lists/${data.id}/items`, { body: { items: [{ primaryValue: value }] } });
    return data.id;
  };

  beforeAll(async () => {
    list = await newList('impact', 'custom', 'known');
    typed = await newList('firms', 'company_blocklist', 'Known Ltd');
    await publishRule(api(), {
      source: `rule asks "Asks" {
  on transaction (created)
  when transaction.category in list "impact" and transaction.amount >= 100 USD
  then suggest BLOCK
       alert HIGH "asked"
}`,
    });
    await publishRule(api(), {
      source: `rule firms "Firms" {
  on transaction (created)
  when transaction.description in lists of type "company_blocklist"
  then suggest FLAG
}`,
    });
    for (const [category, amount] of [
      ['one', 500],
      ['one', 50],
      [' ONE', 500],
      ['two', 500],
      ['known', 500],
    ] as const) {
      const body = {
        type: 'PAYMENT',
        currency: 'USD',
        externalId: `i-${nextNumber()}`,
        category,
        amount,
        description: 'Acme, S.A.',
      };
      const { transaction } = (await api().call('/transactions', { body })).body;
      (paid[category.trim().toLowerCase()] ??= []).unshift(transaction.id);
    }
  });

  it('reports how records that looked up a value, in any spelling, would have been decided', async () => {
    const [low, first] = [paid['one']![1], paid['one']![2]];
    expect(await item(list, 'One')).toEqual({
      value: 'One',
      alreadyListed: false,
      records: 3,
      decisionsChanged: [{ from: 'APPROVE', to: 'REJECT', count: 2 }],
      alertsAdded: 2,
      sample: [paid['one']![0], first],
    });
    expect(low).not.toBe(first);
    expect(await item(list, 'known')).toMatchObject({
      alreadyListed: true,
      records: 1,
      decisionsChanged: [],
      alertsAdded: 0,
    });
    expect(await item(list, 'nowhere')).toMatchObject({ alreadyListed: false, records: 0, sample: [] });
  });

  it('includes rules that look up all lists of a type, with the normalization of that type', async () => {
    expect(await item(typed, 'acme sa')).toMatchObject({
      records: 5,
      decisionsChanged: [{ from: 'APPROVE', to: 'REVIEW_REQUIRED', count: 4 }],
    });
  });

  it('stores nothing and changes no list', async () => {
    const counted = `select (select count(*) from evaluations)::int as runs, (select count(*) from alerts)::int as alerts,
      (select sum(revision) from data_lists)::int as revisions`;
    const before = (await api().pool.query(counted)).rows;
    const { data } = (await impact(list, ['one', 'two'], { days: 1 })).body;
    expect(data).toMatchObject({ runs: 5, isTruncated: false });
    expect((await api().pool.query(counted)).rows).toEqual(before);
  });

  it.each([
    ['no values', [], {}, 400],
    ['21 values', Array.from({ length: 21 }, String), {}, 400],
    ['91 days', ['x'], { days: 91 }, 400],
  ])('rejects %s', async (_what, values, more, status) => {
    expect((await impact(list, values, more)).status).toBe(status);
  });

  it('responds 404 for an unknown list', async () => {
    expect((await impact(unknownId, ['x'])).status).toBe(404);
  });
});
