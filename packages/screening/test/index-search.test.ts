import {
  buildIndex,
  IndexSearch,
  type ListedEntry,
  matchEntry,
  readParty,
  type ScreenedParty,
  type ScreeningOptions,
  WatchlistIndex,
} from '@tamis/screening';
import { seededRandom } from '@tamis/stdx';

import { below, madeEntry, madeParty, pick, type Random, vary } from './support/made-names.js';

/** Small ones find counterexamples, larger ones produce frequent words. */
const worlds = [
  { lists: 30, entries: 12, parties: 15 },
  { lists: 2, entries: 500, parties: 25 },
  { lists: 1, entries: 3_000, parties: 15 },
];

/** Frequent words that are similar to each other, several of them in one name, and occasionally more of them than a record can hold. */
const alike =
  'Mohammad Mohamed Mohammadi Ahmed Ahmad Ahmadi Hamid Ali Aly Hossein Hosseni Hosseini Ahed Mahmod Noor Nour Trading General M. A. bin'.split(
    ' ',
  );
const nameOfAlike = (random: Random): string =>
  Array.from({ length: random() < 0.1 ? 8 + below(6, random) : 1 + below(4, random) }, () => pick(alike, random)).join(
    ' ',
  );

/** Checks that search and scan find the same matches, and returns their number. */
function compareWithScan(
  search: IndexSearch,
  list: readonly ListedEntry[],
  party: ScreenedParty,
  options: ScreeningOptions,
): number {
  const read = readParty(party);
  const scanned = list.flatMap((entry, number) => {
    const match = matchEntry(read, entry, options);
    return match ? [{ ...match, entry: number, id: entry.id, dataset: entry.dataset }] : [];
  });
  const matches = search.search(party, options);
  expect({ party, options, matches: matches.toSorted((a, b) => a.entry - b.entry) }).toEqual({
    ...{ party, options },
    matches: scanned,
  });
  return matches.length;
}

const text = (block: SharedArrayBuffer): string => Buffer.from(new Uint8Array(block)).toString('base64');

describe('watchlist index', () => {
  it.each(worlds)('finds exactly what a scan of all $entries entries finds', ({ lists, entries, parties }) => {
    let found = 0;
    for (let seed = 1; seed <= lists; seed += 1) {
      const random = seededRandom(seed);
      const list = Array.from({ length: entries }, (_, number) => madeEntry(number, random));
      const search = new IndexSearch(new WatchlistIndex(buildIndex(list)));
      for (let each = 0; each < parties; each += 1) {
        const party = madeParty(list, random);
        const options = { threshold: pick([7_000, 8_200, 9_000], random), weakAliases: random() < 0.3 };
        found += compareWithScan(search, list, party, options);
      }
    }
    expect(found).toBeGreaterThan(lists * parties * 0.3);
  });

  it('finds what a scan finds when words are frequent and similar', () => {
    let found = 0;
    for (let seed = 1; seed <= 4; seed += 1) {
      const random = seededRandom(100 + seed);
      const list = Array.from({ length: 600 }, (_, number) => ({
        ...madeEntry(number, random),
        names: [{ text: nameOfAlike(random), kind: 'primary', language: null } as const],
      }));
      const search = new IndexSearch(new WatchlistIndex(buildIndex(list)));
      for (let each = 0; each < 40; each += 1) {
        const party = { ...madeParty(list, random), names: [vary(nameOfAlike(random), random)] };
        const options = { threshold: pick([7_000, 8_200, 9_000], random), weakAliases: false };
        found += compareWithScan(search, list, party, options);
      }
    }
    expect(found).toBeGreaterThan(500);
  });

  it('returns each entry as given', () => {
    const random = seededRandom(4);
    const list = Array.from({ length: 200 }, (_, number) => madeEntry(number, random));
    const index = new WatchlistIndex(buildIndex(list));
    expect(index.entries).toBe(list.length);
    expect(list.map((_, number) => index.entry(number))).toEqual(list);
  });

  it('has identical bytes for the same entries, and survives serialization', () => {
    const random = seededRandom(5);
    const list = Array.from({ length: 50 }, (_, number) => madeEntry(number, random));
    const block = buildIndex(list);
    expect(text(buildIndex(list))).toBe(text(block));
    const kept = WatchlistIndex.fromBytes(Uint8Array.from(new Uint8Array(block)));
    const party = madeParty(list, random);
    const options = { threshold: 7_000, weakAliases: true };
    expect(new IndexSearch(kept).search(party, options)).toEqual(
      new IndexSearch(new WatchlistIndex(block)).search(party, options),
    );
  });

  it('finds nothing without entries', () => {
    const search = new IndexSearch(new WatchlistIndex(buildIndex([])));
    expect(
      search.search(madeParty([madeEntry(1, seededRandom(1))], seededRandom(2)), { threshold: 1, weakAliases: true }),
    ).toEqual([]);
  });

  it('rejects truncated or foreign bytes', () => {
    const bytes = new WatchlistIndex(buildIndex([madeEntry(1, seededRandom(1))])).bytes.slice();
    for (const wrong of [bytes.slice(0, bytes.length - 8), bytes.slice(8), new Uint8Array(0), new Uint8Array(4_096)])
      expect(() => WatchlistIndex.fromBytes(wrong)).toThrow(
        'These bytes are not an index of names, are truncated, or were written by another version:',
      );
  });
});
