import { allWatchlists, formatOf, watchlistTopics } from '../src/index.js';
import { fixtureLists, listFile, readFixture, readList } from './support/fixture-lists.js';

const named = (...names: readonly string[]) => names.map((name) => listFile(name, new Uint8Array()));

describe.each(allWatchlists.map((source) => [source.code, source] as const))('%s', (_, source) => {
  it('describes itself, its origin and its plausible size', () => {
    expect(source.code).toMatch(/^[a-z]+(_[a-z]+)?$/);
    expect(source.addressSetting).toBe(`WATCHLIST_${source.code.toUpperCase()}_URL`);
    expect(source.minimumEntries).toBeGreaterThan(0);
    expect(source.topics.filter((topic) => !watchlistTopics.includes(topic))).toEqual([]);
    const addresses = source.formats.flatMap(({ files }) => files.map(({ address }) => address));
    // Fetched files have addresses; files that an operator loads do not.
    expect(addresses.every((address) => (address !== null) === (source.refreshHours !== null))).toBe(true);
  });

  it('recognizes each of its formats by the published file names', () => {
    for (const format of source.formats) {
      const files = named(...format.files.map(({ name }) => name));
      expect(formatOf(source, files)?.format.code).toBe(format.code);
      expect([...(formatOf(source, files)?.files.entries() ?? [])].map(([name, file]) => [name, file.name])).toEqual(
        format.files.map(({ name }) => [name, name]),
      );
    }
  });
});

it('has a unique code for every list', () => {
  expect(new Set(allWatchlists.map(({ code }) => code)).size).toBe(allWatchlists.length);
  expect(allWatchlists.filter(({ needsLicence }) => needsLicence).map(({ code }) => code)).toEqual(['opensanctions']);
});

it('prefers the best format, falls back to the other, and accepts dates and capitals in file names', () => {
  const [ofac] = allWatchlists;
  if (!ofac) throw new Error('no list');
  const tables = ofac.formats[1]?.files.map(({ name }) => `2026-10-01_${name.toUpperCase()}`) ?? [];
  expect(formatOf(ofac, named(...tables, 'SDN_ADVANCED.XML', 'CONS_ADVANCED.XML'))?.format.code).toBe('advanced_xml');
  const found = formatOf(ofac, named(...tables, 'SDN_ADVANCED.XML'));
  expect(found?.format.code).toBe('csv');
  expect(found?.files.get('add.csv')?.name).toBe('2026-10-01_ADD.CSV');
  expect(found?.files.get('cons_add.csv')?.name).toBe('2026-10-01_CONS_ADD.CSV');
  expect(formatOf(ofac, named(...tables.slice(1)))).toBeNull();
});

it('names the required files when some are missing', async () => {
  const [ofac] = allWatchlists;
  if (!ofac) throw new Error('no list');
  await expect(readList(ofac, named('sdn.csv'))).rejects.toThrow(
    'us_ofac: needs `sdn_advanced.xml`, `cons_advanced.xml`; or `sdn.csv`, `alt.csv`',
  );
});

it('has a handwritten fixture for each format, using only declared topics', async () => {
  for (const list of fixtureLists) {
    const { entries } = await readFixture(list);
    expect(entries.length).toBeGreaterThan(0);
    const declared = new Set<string>([...list.source.topics, 'crime.terror']);
    expect(entries.flatMap(({ topics }) => topics.filter((topic) => !declared.has(topic)))).toEqual([]);
  }
});
