import {
  generateEntries,
  type ListWriter,
  writeEuXml,
  writeFtmLines,
  writeOfacCsv,
  writeUkCsv,
  writeUnXml,
} from '@tamis/testkit/watchlists';

import { type ListFile, type WatchlistEntry } from '../src/index.js';
import { fixtureList, readList } from './support/fixture-lists.js';

const count = 1_500;

const filesOf = (write: ListWriter): readonly ListFile[] =>
  [...write(() => generateEntries(26, count))].map(([name, pieces]) => ({
    name,
    expectedBytes: null,
    bytes: bytesOf(pieces()),
  }));

async function* bytesOf(pieces: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
}

/** What every format contains; not all of them have documents of companies and ships. */
const comparable = (entry: WatchlistEntry) => ({
  names: entry.names.map(({ kind, text }) => `${kind}: ${text}`).sort(),
  births: entry.births,
  countries: [...entry.countries].sort(),
  gender: entry.gender,
  identifiers: entry.schema === 'person' ? entry.identifiers : [],
  programs: entry.programs,
});

it.each([
  ['un_sc consolidated_xml', writeUnXml],
  ['eu_fsf full_list_xml', writeEuXml],
  ['gb_uksl csv', writeUkCsv],
  ['us_ofac csv', writeOfacCsv],
  ['opensanctions ftm_json', writeFtmLines],
])('reads back from %s what was written in that format', async (title, write) => {
  const { entries, unreadable, summary } = await readList(fixtureList(title).source, filesOf(write));
  expect(unreadable).toEqual([]);
  expect(summary.unreadable).toBe(0);
  const byId = new Map(entries.map((entry) => [entry.id.replace(/^sdn-/, ''), entry]));
  for (const entry of generateEntries(26, count)) {
    const read = byId.get(entry.id);
    expect(read && comparable(read)).toEqual(comparable(entry));
  }
  expect(byId.size).toBe(title === 'us_ofac csv' ? count + 1 : count);
});

it('generates equal entries for equal seeds, different ones otherwise, and a stable prefix', () => {
  const hashes = (seed: number, many: number): readonly string[] =>
    [...generateEntries(seed, many)].map(({ contentHash }) => contentHash);
  expect(hashes(1, 50)).toEqual(hashes(1, 100).slice(0, 50));
  expect(hashes(1, 50).filter((hash, at) => hash === hashes(2, 50)[at])).toEqual([]);
});

it('generates names with a few very common words and mostly rare ones', () => {
  const counts = new Map<string, number>();
  let names = 0;
  for (const entry of generateEntries(3, 5_000)) {
    names += 1;
    for (const word of new Set(entry.names[0]?.text.toLowerCase().split(' ')))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const sorted = [...counts.values()].sort((one, other) => other - one);
  expect(sorted[0]).toBeGreaterThan(names * 0.03);
  expect(sorted.length).toBeGreaterThan(2_500);
  expect(sorted.filter((times) => times <= 2).length).toBeGreaterThan(sorted.length / 3);
});
