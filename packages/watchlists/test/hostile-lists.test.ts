import { deflateRawSync, gzipSync } from 'node:zlib';

import { zipSync } from 'fflate';

import { type ListFile, ListFormatError, readWatchlist } from '../src/index.js';
import { fixtureBytes, fixtureList, listFile } from './support/fixture-lists.js';

const megabyte = 1_048_576;

/** Returns a file of any size that is generated while it is read, and a count of the bytes generated. */
function madeFile(
  name: string,
  head: string,
  body: string,
  bytes: number,
): { readonly file: ListFile; taken: () => number } {
  let taken = 0;
  const piece = Buffer.from(body.repeat(Math.ceil(65_536 / body.length)));
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head);
    while (taken < bytes) {
      taken += piece.length;
      yield piece;
    }
  }
  return { file: { name, expectedBytes: null, bytes: pieces() }, taken: () => taken };
}

const unHead = '<CONSOLIDATED_LIST dateGenerated="2026-10-03"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>';
const ukHead =
  fixtureBytes('gb_uksl', 'UK-Sanctions-List.csv').toString().split('\r\n').slice(0, 2).join('\r\n') + '\r\n';

/** Returns the message with which a list is rejected. */
async function refusal(title: string, file: ListFile): Promise<string> {
  try {
    for await (const row of readWatchlist(fixtureList(title).source, [file])) if (row.kind === 'end') return 'complete';
    return 'no end';
  } catch (error) {
    if (error instanceof ListFormatError) return error.message;
    throw error;
  }
}

const un = (text: string | Uint8Array): Promise<string> =>
  refusal('un_sc consolidated_xml', listFile('consolidated.xml', Buffer.from(text)));

describe('XML', () => {
  it('does not expand entities or read other files', async () => {
    const laughs = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>';
    const outside = '<!DOCTYPE a SYSTEM "file:///etc/passwd">';
    expect(await un(`${laughs}<CONSOLIDATED_LIST>&c;</CONSOLIDATED_LIST>`)).toContain('declares a document type');
    expect(await un(`${outside}<CONSOLIDATED_LIST/>`)).toContain('declares a document type');
    expect(await un(`${unHead}<FIRST_NAME>&c;</FIRST_NAME>`)).toContain('not readable as XML');
  });

  it.each([
    ['a text of 100 MB', `${unHead}<FIRST_NAME>`, 'x', 'a tag or text has more than'],
    ['an attribute of 100 MB', `${unHead}<FIRST_NAME a="`, 'x', 'a tag or text has more than'],
    ['a comment of 100 MB', `${unHead}<!-- `, 'x', 'a tag or text has more than'],
    [
      'an entry of 100 MB in many texts',
      unHead,
      '<COMMENTS1>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</COMMENTS1>',
      'an entry has more than',
    ],
    ['an entry of a million elements', unHead, '<A/>', 'an entry has more than'],
    ['elements in each other without end', unHead, '<A>', 'nested deeper than'],
  ])('rejects %s before reading 10 MB', async (_, head, body, message) => {
    const { file, taken } = madeFile('consolidated.xml', head, body, 100 * megabyte);
    expect(await refusal('un_sc consolidated_xml', file)).toContain(message);
    expect(taken()).toBeLessThan(10 * megabyte);
  });

  it('reports what a file contains instead', async () => {
    expect(await un('<html><body>Access denied</body></html>')).toBe(
      'consolidated.xml: line 1: begins with `html` in place of `CONSOLIDATED_LIST`',
    );
    expect(await un('')).toBe('consolidated.xml: empty');
    expect(await un('{"error": 1}')).toContain('not readable as XML');
    expect(await un(gzipSync(Buffer.from(unHead)))).toBe('consolidated.xml: packed by gzip; unpack it first');
    expect(await un(Buffer.from(`\ufeff${unHead}`, 'utf16le'))).toContain('UTF-16');
    expect(await un(Buffer.from(`${unHead}<FIRST_NAME>José</FIRST_NAME>`, 'latin1'))).toContain('not UTF-8');
    expect(await un(`${unHead}<FIRST_NAME>a\0b</FIRST_NAME>`)).toContain('a byte of zero');
  });
});

describe('CSV', () => {
  it.each([
    ['a quote that is never closed', `${ukHead}a,"`, 'x'],
    ['a cell without end', `${ukHead}a`, 'x'],
    ['a row of a million columns', ukHead, ','],
    ['lines without anything', ukHead, '\n'],
  ])('rejects %s before reading 10 MB', async (_, head, body) => {
    const { file, taken } = madeFile('UK-Sanctions-List.csv', head, body, 100 * megabyte);
    expect(await refusal('gb_uksl csv', file)).toContain('a row has more than');
    expect(taken()).toBeLessThan(10 * megabyte);
  });

  it('rejects a table with too many columns', async () => {
    const header = Array.from({ length: 600 }, (_, at) => `c${at}`).join(',');
    const file = listFile('UK-Sanctions-List.csv', Buffer.from(`${header}\n`));
    expect(await refusal('gb_uksl csv', file)).toBe('UK-Sanctions-List.csv: has more than 500 columns');
  });

  it('stops when none of the rows can be read', async () => {
    const { file } = madeFile('UK-Sanctions-List.csv', ukHead, 'not,a,row\r\n', 100 * megabyte);
    expect(await refusal('gb_uksl csv', file)).toContain(
      'has 3 cells in place of 58; more than 100000 rows cannot be read',
    );
  });

  it('rejects a table whose character encoding was changed', async () => {
    const text = fixtureBytes('br_pep', '202609_PEP.csv').toString('latin1');
    expect(await refusal('br_pep csv', listFile('202609_PEP.csv', Buffer.from(text)))).toBe(
      '202609_PEP.csv: line 1: has no column `Descrição_Função`; the file has to be ISO-8859-1, as it was published',
    );
    const nul = Buffer.concat([fixtureBytes('br_pep', '202609_PEP.csv'), Buffer.from('"\0"\n')]);
    expect(await refusal('br_pep csv', listFile('202609_PEP.csv', nul))).toContain('a byte of zero');
  });

  it('parses a remark that could cause regex backtracking without delay', async () => {
    const tables = fixtureList('us_ofac csv');
    const remark = `Passport ${'A '.repeat(200_000)}`;
    const sdn = `1,"X, Y","individual",${'-0- ,'.repeat(8)}"${remark}; ${'1 to '.repeat(50_000)}"\n\u001a`;
    const files = [...tables.files].map(([name, bytes]) =>
      listFile(name, name === 'sdn.csv' ? Buffer.from(sdn) : bytes),
    );
    const names: string[] = [];
    for await (const row of readWatchlist(tables.source, files)) if (row.kind === 'entry') names.push(row.entry.id);
    expect(names).toEqual(['sdn-1', 'cons-90002']);
  });
});

describe('ZIP', () => {
  const csv = fixtureBytes('br_pep', '202609_PEP.csv');
  const pep = (zip: Uint8Array): Promise<string> => refusal('br_pep csv', listFile('202609_PEP.zip', zip));

  it('rejects an archive that unpacks to far more than a list', async () => {
    const row = csv.toString('latin1').split('\r\n')[1] ?? '';
    const rows = Buffer.alloc(50 * megabyte, `${row}\r\n`, 'latin1');
    const bomb = zipSync({ 'a.csv': Buffer.concat([csv, rows]) });
    expect(bomb.length).toBeLessThan(megabyte);
    expect(await pep(bomb)).toContain('unpacks to more than 100 times its size');
  });

  it('rejects archives that are damaged, contain several tables, or none', async () => {
    const stored = Buffer.from(zipSync({ 'a.csv': csv }, { level: 0 }));
    stored[stored.indexOf('VEREAD')] = 0x41;
    expect(await pep(stored)).toContain('damaged: its checksum differs');
    expect(await pep(zipSync({ 'a.csv': csv, 'b.csv': csv }))).toContain('has 2 parts of CSV in place of 1');
    expect(await pep(zipSync({ 'a.zip': zipSync({ 'a.csv': csv }) }))).toContain('has 0 parts of CSV in place of 1');
    expect(await pep(deflateRawSync(csv))).toContain('not readable as ZIP');
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}.csv`, csv]));
    expect(await pep(zipSync(many))).toContain('too many parts');
  });
});

describe('JSON lines', () => {
  const ftm = (file: ListFile): Promise<string> => refusal('opensanctions ftm_json', file);

  it('rejects a line without an end before reading 10 MB', async () => {
    const { file, taken } = madeFile('entities.ftm.json', '{"id":"', 'x', 100 * megabyte);
    expect(await ftm(file)).toContain('line 1: has more than');
    expect(taken()).toBeLessThan(10 * megabyte);
  });

  it('treats names of built-in object members as plain values, and removes lone surrogates from text', async () => {
    const entity = (id: string, schema: string): string =>
      JSON.stringify({
        id,
        schema,
        properties: { name: ['a\u0000b \ud800'], topics: ['constructor'], programId: ['toString'] },
      });
    const file = listFile(
      'entities.ftm.json',
      Buffer.from(`${entity('1', 'constructor')}\n${entity('2', '__proto__')}\n`),
    );
    const rows = [];
    for await (const row of readWatchlist(fixtureList('opensanctions ftm_json').source, [file]))
      if (row.kind === 'entry') rows.push([row.entry.schema, row.entry.names[0]?.text, row.entry.topics]);
    expect(rows).toEqual([
      ['other', 'a b \ufffd', ['constructor']],
      ['other', 'a b \ufffd', ['constructor']],
    ]);
  });
});

it('reports two entries with the same id and keeps the first', async () => {
  const twice = '<INDIVIDUAL><DATAID>7</DATAID><FIRST_NAME>A</FIRST_NAME></INDIVIDUAL>'.repeat(2);
  const file = listFile('consolidated.xml', Buffer.from(`<CONSOLIDATED_LIST>${twice}</CONSOLIDATED_LIST>`));
  const rows = [];
  for await (const row of readWatchlist(fixtureList('un_sc consolidated_xml').source, [file])) rows.push(row);
  expect(rows.map((row) => (row.kind === 'unreadable' ? row.reason : row.kind))).toEqual([
    'entry',
    'has the id `7`, which an entry before it has',
    'end',
  ]);
});
