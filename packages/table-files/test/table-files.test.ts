import { strToU8, zipSync } from 'fflate';

import { csvRows, type TableRow, TableFormatError, xlsxRows } from '../src/index.js';

const all = async (rows: AsyncIterable<TableRow>): Promise<readonly TableRow[]> => {
  const found: TableRow[] = [];
  for await (const row of rows) found.push(row);
  return found;
};

/** One byte at a time: the result must not depend on how the file arrives. */
const bytesOf = (text: string): readonly Uint8Array[] => Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte));

describe('CSV rows', () => {
  const checkCsv = async (text: string, rows: readonly (readonly string[])[]): Promise<void> => {
    expect((await all(csvRows([Buffer.from(text)]))).map(({ cells }) => cells)).toEqual(rows);
    expect((await all(csvRows(bytesOf(text)))).map(({ cells }) => cells)).toEqual(rows);
  };

  it.each([
    ['a,b\n1,2\n', [['a', 'b'], ['1', '2']]],
    ['\ufeffa,b\r\n"x ""y"", z",é', [['a', 'b'], ['x "y", z', 'é']]],
    ['a;b\n1,5;2', [['a', 'b'], ['1,5', '2']]],
    ['a;"b,c"\n1;2', [['a', 'b,c'], ['1', '2']]],
    ['\n\na;b\n1,5;2', [['a', 'b'], ['1,5', '2']]],
    ['"a\nb";c\n1,5;2', [['a\nb', 'c'], ['1,5', '2']]],
    ['"a"\n"b;c"\nd;e,f', [['a'], ['b;c'], ['d;e', 'f']]],
    ['a\tb\n1\t2', [['a', 'b'], ['1', '2']]],
    ['a,b\n\n,\n1,2,3\n4\n', [['a', 'b'], ['1', '2', '3'], ['4']]],
    ['', []],
  ])('are parsed from %j', async (text, rows) => checkCsv(text, rows)); // prettier-ignore

  it('use the named delimiter and encoding', async () => {
    const cells = async (bytes: Uint8Array, options: Parameters<typeof csvRows>[1]): Promise<unknown> =>
      (await all(csvRows([bytes], options))).map((row) => row.cells);
    expect(await cells(Buffer.from('a,b;c'), { delimiter: ';' })).toEqual([['a,b', 'c']]);
    expect(await cells(Buffer.from('\xe9\x80', 'latin1'), { encoding: 'latin1' })).toEqual([['é€']]);
  });

  it('report the line they end at', async () => {
    const rows = await all(csvRows([Buffer.from('a\n"x\ny"\n\nz')]));
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it.each([
    ['a quote that is not closed', Buffer.from('a\n"x'), 'not CSV'],
    ['a quote in a cell', Buffer.from('a\nx"y'), 'not CSV'],
    ['other bytes than UTF-8', Buffer.from('a\n\xe9', 'latin1'), 'not UTF-8; its `encoding` may be `latin1`'],
    [
      'a character that ends too early',
      Buffer.from('a\né').subarray(0, 3),
      'not UTF-8; its `encoding` may be `latin1`',
    ],
    ['a row without an end', Buffer.from(`a\n"${'x'.repeat(2_000_000)}`), 'not CSV'],
  ])('are rejected: %s', async (_, file, message) => {
    const refusal = await all(csvRows([file])).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TableFormatError);
    expect((refusal as Error).message).toContain(message);
  });
});

const limits = { sharedTextBytes: 100_000, rowBytes: 100_000 };
const xml = (text: string): Uint8Array => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`);

const bookOf = (sheet: string, more: Readonly<Record<string, Uint8Array>> = {}): Record<string, Uint8Array> => ({
  'xl/workbook.xml': xml(
    '<workbook xmlns:r="r"><sheets><sheet name="one" r:id="rId2"/><sheet name="two" r:id="rId1"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': xml(
    '<Relationships><Relationship Id="rId1" Target="worksheets/other.xml"/><Relationship Id="rId2" Target="worksheets/s.xml"/></Relationships>',
  ),
  'xl/sharedStrings.xml': xml(
    '<sst><si><t>id</t></si><si><r><t>amo</t></r><r><t xml:space="preserve">unt </t></r><rPh><t>kana</t></rPh></si></sst>',
  ),
  'xl/styles.xml': xml(
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot;d&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
  ),
  'xl/worksheets/s.xml': xml(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
  ...more,
});
const packed = (files: Record<string, Uint8Array>): Buffer => Buffer.from(zipSync(files));

describe('XLSX rows', () => {
  it('come from the first sheet, as texts', async () => {
    const sheet = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>',
      '<row r="2"/>',
      '<row r="4"><c r="A4" t="inlineStr"><is><t>a&amp;b</t></is></c><c><v>1.1000000000000001</v></c><c><v>1.5E-7</v></c></row>',
      '<row r="5"><c t="b"><v>1</v></c><c s="1"><v>46082.418055555557</v></c><c s="2"><v>46082</v></c><c s="3"><v>2.5</v></c></row>',
      '<row r="6"><c t="str"><f>A1</f><v>x</v></c><c t="e"><v>#N/A</v></c><c><v>123456789012</v></c><c><v>1e22</v></c></row>',
      '<row r="7"><c><v>12345678901234567</v></c><c><v>-9007199254740993</v></c><c><v>007</v></c><c><v>123456789012345.67</v></c></row>',
    ].join('');
    expect(await all(xlsxRows(packed(bookOf(sheet)), limits))).toEqual([
      { line: 1, cells: ['id', '', 'amount '] },
      { line: 4, cells: ['a&b', '1.1', '0.00000015'] },
      { line: 5, cells: ['true', '2026-03-01T10:02:00.000Z', '2026-03-01T00:00:00.000Z', '2.5'] },
      { line: 6, cells: ['x', '#N/A', '123456789012', '10000000000000000000000'] },
      { line: 7, cells: ['12345678901234567', '-9007199254740993', '7', '123456789012346'] },
    ]);
  });

  const of = (files: Record<string, Uint8Array>): Buffer => packed({ ...bookOf(''), ...files });
  it.each([
    ['no packed file', Buffer.from('id,amount'), 'not XLSX'],
    ['half a file', packed(bookOf('')).subarray(0, 300), 'not XLSX'],
    ['a packed file of something else', packed({ 'a.txt': strToU8('a') }), 'it has no sheet'],
    ['a sheet that is not there', of({ 'xl/_rels/workbook.xml.rels': xml('<Relationships/>') }), 'it has no sheet'],
    ['XML that is none', of({ 'xl/worksheets/s.xml': strToU8('<worksheet><row>') }), 'not XLSX'],
    ['a part that unpacks to too much', of({ 'xl/worksheets/s.xml': new Uint8Array(200_000) }), 'is larger than'],
    ['entities', of({ 'xl/sharedStrings.xml': strToU8('<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>') }), 'document type'],
    ['a cell far away', packed(bookOf('<row r="1"><c r="XFD1"><v>1</v></c></row>')), 'columns'],
  ])('are rejected: %s', async (_, file, message) => {
    const refusal = await all(xlsxRows(file, limits)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TableFormatError);
    expect((refusal as Error).message).toContain(message);
  });
});
