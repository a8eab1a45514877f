import { zipSync } from 'fflate';

import type { WatchlistEntry } from '../src/index.js';
import { fixtureBytes, fixtureList, listFile, readFixture, type ReadList } from './support/fixture-lists.js';

const read = (title: string): Promise<ReadList> => readFixture(fixtureList(title));

function entryOf(list: ReadList, id: string): WatchlistEntry {
  const entry = list.entries.find((each) => each.id === id);
  if (!entry) throw new Error(`no entry ${id} among ${list.entries.map((each) => each.id).join(', ')}`);
  return entry;
}

const names = (entry: WatchlistEntry): readonly string[] => entry.names.map(({ kind, text }) => `${kind}: ${text}`);
const births = (entry: WatchlistEntry): readonly string[] =>
  entry.births.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
const numbers = (entry: WatchlistEntry): readonly string[] =>
  entry.identifiers.map(({ scheme, value }) => `${scheme} ${value}`);

describe('OFAC, advanced XML', () => {
  it('assembles a person from references, places, documents and listings', async () => {
    const entry = entryOf(await read('us_ofac advanced_xml'), 'sdn-90001');
    expect(names(entry)).toEqual([
      'primary: Samir Nabil HADDAD',
      'alias: Sameer EL-HADAD',
      'original_script: سمير حداد',
      'weak_alias: THE ENGINEER',
    ]);
    expect(births(entry)).toEqual(['1970-05-31', '1971-01-01 to 1972-12-31']);
    expect(numbers(entry)).toEqual(['crypto_address 0XINVENTED0001', 'passport A0077']);
    expect(entry).toMatchObject({
      schema: 'person',
      gender: 'male',
      countries: ['EG', 'IR'],
      programs: ['IFSR', 'SDGT'],
      listedOn: '2018-03-04',
      topics: ['sanction'],
      referents: ['ofac-90001'],
    });
  });

  it('keeps the two lists separate, also for an entry on both', async () => {
    const list = await read('us_ofac advanced_xml');
    expect(list.entries.map(({ id, schema, topics }) => [id, schema, ...topics])).toEqual([
      ['sdn-90001', 'person', 'sanction'],
      ['sdn-90002', 'company', 'sanction'],
      ['sdn-90003', 'vessel', 'sanction'],
      ['cons-90002', 'company', 'sanction.non_sdn'],
    ]);
    expect(entryOf(list, 'cons-90002').referents).toEqual(entryOf(list, 'sdn-90002').referents);
    expect(numbers(entryOf(list, 'sdn-90003'))).toEqual(['imo 9000023']);
    expect(list.unreadable).toEqual([
      { kind: 'unreadable', at: 'sdn_advanced.xml line 59', reason: 'has no Profile with an ID' },
    ]);
    expect(list.summary).toEqual({
      format: 'advanced_xml',
      entries: 4,
      unreadable: 1,
      generatedOn: '2026-10-01',
      isEndMarked: true,
    });
  });
});

describe('OFAC, tables', () => {
  it('reads details found only in the remarks: births, weak aliases, nationalities, documents', async () => {
    const list = await read('us_ofac csv');
    const entry = entryOf(list, 'sdn-90001');
    expect(names(entry)).toEqual(['primary: Samir Nabil HADDAD', 'alias: Sameer EL-HADAD', 'weak_alias: THE ENGINEER']);
    expect(births(entry)).toEqual(['1970-05-31', '1971-01-01 to 1972-12-31']);
    expect(numbers(entry)).toEqual(['passport A0077']);
    expect(entry).toMatchObject({ gender: 'male', countries: ['EG', 'IR'], programs: ['IFSR', 'SDGT'] });
    const fromComments = entryOf(list, 'sdn-90005');
    expect(fromComments).toMatchObject({ gender: 'female', countries: ['PK'] });
    expect(births(fromComments)).toEqual(['1978-01-01 to 1982-12-31']);
    expect(numbers(entryOf(list, 'sdn-90003'))).toEqual(['imo 9000023', 'mmsi 371000000']);
  });

  it('reads -0- as empty, keeps company names in word order, and reports an unknown type', async () => {
    const list = await read('us_ofac csv');
    expect(entryOf(list, 'sdn-90002')).toMatchObject({
      schema: 'company',
      names: [{ text: 'BLUE ANCHOR TRADING, S.A.', kind: 'primary' }],
      countries: ['PA'],
      programs: ['CUBA'],
      births: [],
    });
    expect(list.unreadable.map(({ at }) => at)).toEqual(['sdn.csv line 4']);
    expect(list.summary.isEndMarked).toBe(true);
  });

  it('yields the same ids as the XML, so that a change of format adds and removes nobody', async () => {
    const [xml, tables] = [await read('us_ofac advanced_xml'), await read('us_ofac csv')];
    const ids = new Set(tables.entries.map(({ id }) => id));
    expect(xml.entries.filter(({ id }) => !ids.has(id))).toEqual([]);
  });

  it('rejects rows after the end mark', async () => {
    const list = fixtureList('us_ofac csv');
    const longer = readFixture(list, (name, bytes) =>
      listFile(name, name === 'alt.csv' ? Buffer.concat([bytes, bytes]) : bytes),
    );
    await expect(longer).rejects.toThrow('alt.csv: line 4: goes on after its end');
  });
});

describe('UN', () => {
  it('reads four-part names, alias qualities, years and empty elements', async () => {
    const list = await read('un_sc consolidated_xml');
    const entry = entryOf(list, '9000001');
    expect(names(entry)).toEqual([
      'primary: TARIQ YUNUS AL-BARRANI',
      'alias: Tarek Younes',
      'alias: Tareq Unis',
      'original_script: طارق يونس البراني',
      'weak_alias: Abu Rami',
    ]);
    expect(births(entry)).toEqual(['1973-12-25', '1973-01-01 to 1977-12-31']);
    expect(births(entryOf(list, '9000002'))).toEqual(['1960-01-01 to 1963-12-31']);
    expect(entry).toMatchObject({ countries: ['JO', 'SY', 'TR'], listedOn: '2012-11-12', gender: 'male' });
    expect(numbers(entry)).toEqual(['passport N004512']);
    expect(entryOf(list, '9000003')).toMatchObject({ schema: 'company', countries: ['AF'], programs: ['Taliban'] });
    expect(list.summary).toMatchObject({ generatedOn: '2026-10-03', isEndMarked: true, entries: 3, unreadable: 1 });
  });
});

describe('EU', () => {
  it('reads languages, weak names, circa dates, year ranges and an invalid country', async () => {
    const list = await read('eu_fsf full_list_xml');
    const entry = entryOf(list, 'EU.9001.1');
    expect(entry.names).toEqual([
      { text: 'Tariq Yunus AL-BARRANI', kind: 'primary', language: null },
      { text: 'Tarek Younès', kind: 'alias', language: 'fr' },
      { text: 'Тарик Юнус аль-Баррани', kind: 'original_script', language: 'bg' },
      { text: 'Rami', kind: 'weak_alias', language: null },
      { text: 'Abu Rami', kind: 'weak_alias', language: null },
    ]);
    expect(births(entry)).toEqual(['1973-12-25', '1978-01-01 to 1982-12-31', '1953-01-01 to 1958-12-31']);
    expect(entry).toMatchObject({ countries: ['JO', 'SY'], gender: 'male', listedOn: '2012-11-21' });
    expect(entryOf(list, '92')).toMatchObject({ schema: 'company', listedOn: '2022-03-01', programs: ['UKR'] });
    expect(list.unreadable.map(({ reason }) => reason)).toEqual(['has no name']);
  });
});

describe('UK', () => {
  it('merges non-adjacent rows into one entry', async () => {
    const list = await read('gb_uksl csv');
    const entry = entryOf(list, 'AQD9001');
    expect(names(entry)).toEqual([
      'primary: Tariq Yunus AL-BARRANI',
      'alias: Tarek AL-BARRANI',
      'alias: Tareq UNIS',
      'original_script: طارق يونس البراني',
      'weak_alias: ABU RAMI',
    ]);
    // `dd/mm/1970` and `00/05/1971` are a year and a month.
    expect(births(entry)).toEqual(['1970-01-01 to 1970-12-31', '1973-12-25', '1971-05-01 to 1971-05-31', '1975-12-31']);
    expect(entry).toMatchObject({ countries: ['JO', 'SY'], gender: 'male', listedOn: '2012-11-12' });
    expect(entry.referents).toEqual(['gb-fcdo-aqd9001', 'gb-hmt-99001', 'un:QDI.901']);
    expect(numbers(entryOf(list, 'RUS9002'))).toEqual(['registration 1025100000000', 'registration 991']);
    expect(entryOf(list, 'RUS9003')).toMatchObject({ schema: 'vessel', countries: ['GA'] });
    expect(list.summary).toMatchObject({ entries: 3, unreadable: 1, generatedOn: '2026-10-02', isEndMarked: false });
  });
});

describe('Brazil', () => {
  it('reads ISO-8859-1, merges the offices of a person, and separates namesakes with the same masked number', async () => {
    const { entries, unreadable } = await read('br_pep csv');
    expect(entries.map((entry) => [entry.names[0]?.text, entry.listedOn, ...numbers(entry)])).toEqual([
      ['JOÃO CONCEIÇÃO DE ARAÚJO', '2013-02-02', 'cpf_masked ***456789**'],
      ['MARIA DA GLÓRIA MAGALHÃES', '2023-03-15', 'cpf_masked ***111222**'],
      ['OUTRA PESSOA', '2021-01-01', 'cpf_masked ***456789**'],
    ]);
    expect(entries[0]?.programs).toEqual([
      'SECRETÁRIO MUNICIPAL, MUNICÍPIO DE SÃO LUÍS-MA',
      'VEREADOR, MUNICÍPIO DE SÃO LUÍS-MA',
    ]);
    expect(unreadable).toEqual([{ kind: 'unreadable', at: 'line 6', reason: 'has no name' }]);
    expect(JSON.stringify(entries.map(({ id }) => id))).not.toMatch(/456|JO/);
  });

  it('reads companies and people of CEIS, each once regardless of the number of sanctions', async () => {
    const { entries } = await read('br_ceis csv');
    expect(entries.map((entry) => [entry.schema, entry.listedOn, ...numbers(entry)])).toEqual([
      ['company', '2021-02-01', 'cnpj 12345678000195'],
      ['person', '2024-01-10', 'cpf_masked ***456789**'],
    ]);
    expect(entries.map(names)[0]).toEqual(['primary: CONSTRUTORA INVENTADA LTDA', 'alias: OBRAS JÁ']);
  });

  it('reads a zipped file like the file in it, and detects its end', async () => {
    const list = fixtureList('br_pep csv');
    const csv = fixtureBytes('br_pep', '202609_PEP.csv');
    const zip = zipSync({ '202609_PEP.csv': csv });
    const packed = await readFixture({ ...list, files: new Map([['202609_PEP.zip', Buffer.from(zip)]]) });
    expect(packed.entries).toEqual((await readFixture(list)).entries);
    expect(packed.summary.isEndMarked).toBe(true);
  });
});

describe('OpenSanctions', () => {
  it('reads targets with their topics, referents and weak aliases', async () => {
    const list = await read('opensanctions ftm_json');
    const entry = entryOf(list, 'NK-9001');
    expect(names(entry)).toEqual([
      'primary: Tariq Yunus al-Barrani',
      'alias: Tarek Younes',
      'original_script: طارق يونس البراني',
      'weak_alias: Abu Rami',
    ]);
    expect(entry).toMatchObject({
      topics: ['crime.terror', 'sanction'],
      referents: ['NK-9001', 'eu-fsf-eu-9001-1', 'unsc-9000001'],
      gender: 'male',
    });
    expect(entryOf(list, 'Q900002').topics).toEqual(['pep']);
    expect(list.unreadable).toEqual([{ kind: 'unreadable', at: 'line 5', reason: 'has no properties' }]);
  });

  it('reads the simple CSV table', async () => {
    const list = await read('opensanctions simple_csv');
    expect(list.entries.map(({ id, schema, topics }) => [id, schema, ...topics])).toEqual([
      ['NK-9001', 'person', 'sanction'],
      ['Q900002', 'person', 'poi'],
      ['NK-9003', 'vessel', 'sanction'],
    ]);
    expect(births(entryOf(list, 'NK-9001'))).toEqual(['1973-12-25', '1971-05-01 to 1971-05-31']);
  });
});
