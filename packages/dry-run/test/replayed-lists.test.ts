import type { DataList, DataRead, ListItem } from '@tamis/lang';
import { lookUpInTables } from '@tamis/library';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { ReplayedLists } from '../src/facts/replayed-lists.js';

const types = ['custom', 'ip_blocklist', 'company_blocklist'] as const;
const listIds = ['a', 'b', 'c', 'd'] as const;
const texts = ['Ana', ' ANA', 'a-n a', '', '10.0.0.1', '10.0.0.0/8', '::ffff:10.0.0.1', '2001:db8::/32', '2001:db8::1'];

const item: fc.Arbitrary<ListItem> = fc.record(
  {
    id: fc.constantFrom('1', '2', '3', '4'),
    primaryValue: fc.constantFrom(...texts),
    searchKeys: fc.array(fc.constantFrom(...texts), { maxLength: 2 }),
    riskScore: fc.nat(3),
  },
  { requiredKeys: ['id', 'primaryValue'] },
);

const change = fc.record({
  listId: fc.constantFrom(...listIds),
  add: fc.array(item, { maxLength: 3 }),
  remove: fc.array(fc.constantFrom('1', '2', '3', '4'), { maxLength: 2 }),
});

/** All possible reads about the values. */
const reads: readonly Extract<DataRead, { readonly listId: string } | { readonly listType: string }>[] = [
  ...listIds.flatMap((listId) => [
    { kind: 'listSize', listId } as const,
    { kind: 'listItems', listId } as const,
    ...texts.flatMap((value) =>
      [true, false].flatMap((isAddress) => [
        { kind: 'listed', listId, value, isAddress } as const,
        { kind: 'listItem', listId, value, isAddress } as const,
      ]),
    ),
  ]),
  ...types.flatMap((listType) =>
    texts.flatMap((value) =>
      [true, false].map((isAddress) => ({ kind: 'listedInType', listType, value, isAddress }) as const),
    ),
  ),
];

describe('replayed lists', () => {
  it('answer like lists scanned item by item, after every change', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 6 }),
        fc.array(fc.constantFrom(...types), { minLength: 4 }),
        (changes, of) => {
          const lists = new ReplayedLists();
          const plain: Record<string, DataList> = {};
          for (const { listId, add, remove } of changes) {
            const type = of[listIds.indexOf(listId)] ?? 'custom';
            lists.applyChange({ kind: 'list', listId, type, add, remove });
            const items = new Map((plain[listId]?.items ?? []).map((each) => [each.id, each]));
            for (const id of remove) items.delete(id);
            for (const each of add) items.set(each.id, each);
            plain[listId] = { type, items: [...items.values()] };
            const answer = lookUpInTables({ lists: plain }, 0);
            expect(reads.map((read) => lists.lookUp(read, 0))).toEqual(reads.map(answer));
          }
        },
      ),
      propertyRuns(25),
    );
  });

  it.each([
    ['ip_blocklist', '10.1.2.3', true],
    ['custom', 'v7', false],
  ] as const)('examine few items of a large list of type %s, looked up by id or by type', (type, value, isAddress) => {
    let looked = 0;
    const items = Array.from({ length: 2_000 }, (_, at) => ({
      id: `i${at}`,
      get primaryValue() {
        looked += 1;
        return type === 'custom' ? `v${at}` : `10.${at >> 8}.${at & 255}.0/24`;
      },
    }));
    const lists = new ReplayedLists({ large: { type, items } });
    looked = 0;
    expect(lists.lookUp({ kind: 'listed', listId: 'large', value, isAddress }, 0)).toEqual({ value: true });
    expect(lists.lookUp({ kind: 'listedInType', listType: type, value, isAddress }, 0)).toEqual({ value: true });
    expect(looked).toBeLessThan(10);
  });
});
