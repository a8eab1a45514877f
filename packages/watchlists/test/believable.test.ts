import { disbeliefs, type ListSummary } from '../src/index.js';
import { fixtureList, listFile, readFixture, readList } from './support/fixture-lists.js';

const source = { minimumEntries: 100 };
const summary = (changes: Partial<ListSummary> = {}): ListSummary => ({
  format: 'xml',
  entries: 1_000,
  unreadable: 0,
  generatedOn: '2026-10-02',
  isEndMarked: true,
  ...changes,
});

it.each<readonly [title: string, next: ListSummary | null, current: ListSummary | null, reasons: readonly string[]]>([
  ['the first version', summary(), null, []],
  ['the same again', summary(), summary(), []],
  ['exactly a tenth less', summary({ entries: 900 }), summary(), []],
  [
    'more than a tenth less',
    summary({ entries: 899 }),
    summary(),
    ['has 899 entries after 1000; more than 10 % are missing'],
  ],
  ['ten times as many', summary({ entries: 10_000 }), summary(), []],
  ['as few as a list has', summary({ entries: 100 }), null, []],
  ['fewer than any version has', summary({ entries: 99 }), null, ['has 99 entries; the list has at least 100']],
  ['none at all', summary({ entries: 0 }), null, ['has 0 entries; the list has at least 100']],
  ['5 % unreadable', summary({ entries: 950, unreadable: 50 }), summary(), []],
  [
    'more than 5 % unreadable',
    summary({ entries: 950, unreadable: 51 }),
    summary(),
    ['51 of 1001 rows cannot be read; at most 5 % may be so'],
  ],
  [
    'an older one',
    summary({ generatedOn: '2026-10-01' }),
    summary(),
    ['was made on 2026-10-01, before the current one of 2026-10-02'],
  ],
  ['one that does not say when it was made', summary({ generatedOn: null }), summary(), []],
  ['another format without a mark', summary({ format: 'csv', isEndMarked: false }), summary(), []],
  [
    'a mark that is gone',
    summary({ isEndMarked: false }),
    summary(),
    ['does not end with the mark that the current one ends with'],
  ],
  ['files that end too early', null, summary(), ['its files could not be read to their end']],
])('%s', (_, next, current, reasons) => {
  expect(disbeliefs(source, next, current)).toEqual(reasons);
});

it('rejects a list of 100 entries that lost 11, and accepts one that lost 10', async () => {
  const list = fixtureList('un_sc consolidated_xml');
  const of = async (count: number): Promise<ListSummary> => {
    const people = Array.from(
      { length: count },
      (_, at) => `<INDIVIDUAL><DATAID>${at}</DATAID><FIRST_NAME>P</FIRST_NAME></INDIVIDUAL>`,
    );
    const text = `<CONSOLIDATED_LIST>${people.join('')}</CONSOLIDATED_LIST>`;
    return (await readList(list.source, [listFile('consolidated.xml', Buffer.from(text))])).summary;
  };
  expect(disbeliefs({ minimumEntries: 1 }, await of(89), await of(100))).toHaveLength(1);
  expect(disbeliefs({ minimumEntries: 1 }, await of(90), await of(100))).toEqual([]);
});

it('rejects OFAC tables without an end mark when the current ones had it', async () => {
  const tables = fixtureList('us_ofac csv');
  const current = (await readFixture(tables)).summary;
  const next = await readFixture(tables, (name, bytes) =>
    listFile(name, name === 'alt.csv' ? bytes.subarray(0, bytes.indexOf('90003')) : bytes),
  );
  expect(disbeliefs({ minimumEntries: 1 }, next.summary, { ...current, unreadable: 0 })).toContain(
    'does not end with the mark that the current one ends with',
  );
});
