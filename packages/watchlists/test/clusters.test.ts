import { propertyRuns } from '@tamis/testkit/arbitraries';
import { array, assert, constantFrom, property, record, shuffledSubarray, uniqueArray } from 'fast-check';

import { clusterEntries, entryKey, type WatchlistEntry } from '../src/index.js';
import { fixtureList, readFixture } from './support/fixture-lists.js';

type Clustered = Pick<WatchlistEntry, 'dataset' | 'id' | 'referents'>;

it('clusters one person on four lists together, and nobody else', async () => {
  const titles = [
    'un_sc consolidated_xml',
    'eu_fsf full_list_xml',
    'gb_uksl csv',
    'opensanctions ftm_json',
    'us_ofac csv',
  ];
  const lists = await Promise.all(titles.map((title) => readFixture(fixtureList(title))));
  const clusters = clusterEntries(lists.flatMap(({ entries }) => entries));
  const members = new Map<string, string[]>();
  for (const [key, cluster] of clusters) members.set(cluster, [...(members.get(cluster) ?? []), key]);
  expect([...members.values()].filter((keys) => keys.length > 1)).toEqual([
    ['un_sc/9000001', 'eu_fsf/EU.9001.1', 'gb_uksl/AQD9001', 'opensanctions/NK-9001'],
    ['gb_uksl/RUS9003', 'opensanctions/NK-9003'],
    ['us_ofac/sdn-90002', 'us_ofac/cons-90002'],
  ]);
  expect(clusters.get('un_sc/9000001')).toBe('eu_fsf/EU.9001.1');
});

/** Joins entries that share a referent, repeatedly until nothing changes. */
function plainClusters(entries: readonly Clustered[]): ReadonlyMap<string, string> {
  const least = new Map(entries.map((entry) => [entryKey(entry), entryKey(entry)]));
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const one of entries)
      for (const other of entries) {
        if (!one.referents.some((referent) => other.referents.includes(referent))) continue;
        const [mine, theirs] = [least.get(entryKey(one)) ?? '', least.get(entryKey(other)) ?? ''];
        if (mine <= theirs) continue;
        least.set(entryKey(one), theirs);
        hasChanged = true;
      }
  }
  return least;
}

it('finds the same clusters as repeated joining, in any order of entries', () => {
  const entry = record<Clustered>({
    dataset: constantFrom('un_sc', 'eu_fsf', 'gb_uksl'),
    id: constantFrom('1', '2', '3', '4', '5'),
    referents: array(constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 3 }),
  });
  const entries = uniqueArray(entry, { selector: entryKey, maxLength: 12 });
  const orders = entries.chain((some) =>
    shuffledSubarray([...some], { minLength: some.length }).map((other) => ({ some, other })),
  );
  assert(
    property(orders, ({ some, other }) => {
      const bySome = [...clusterEntries(some)].sort();
      expect(bySome).toEqual([...plainClusters(some)].sort());
      expect([...clusterEntries(other)].sort()).toEqual(bySome);
    }),
    propertyRuns(1_000),
  );
});
