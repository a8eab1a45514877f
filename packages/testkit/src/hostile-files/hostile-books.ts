import { seededRandom } from '@tamis/stdx';

import { type HostileFile, long } from './hostile-file.js';
import { packZip, type ZipPart } from './pack-zip.js';

const head = ['externalId', 'type', 'amount', 'currency'];
const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (cells: string): string => `<row>${cells}</row>`;
const rows = row(head.map(cell).join('')) + row(['book-1', 'FEE', '1', 'USD'].map(cell).join(''));
const sheetOf = (content: string): string => `<worksheet><sheetData>${content}</sheetData></worksheet>`;

const book = (sheet: string | Buffer, more: readonly ZipPart[] = []): Buffer =>
  packZip([
    part('xl/workbook.xml', '<workbook><sheets><sheet id="r1"/></sheets></workbook>'),
    part('xl/_rels/workbook.xml.rels', '<R><Relationship Id="r1" Target="s.xml"/></R>'),
    part('xl/s.xml', sheet),
    ...more,
  ]);

const part = (name: string, content: string | Buffer): ZipPart => ({ name, content: Buffer.from(content) });

const file = (title: string, refusal: string, content: HostileFile['content']): HostileFile => ({
  title,
  name: 'book.xlsx',
  refusal,
  content,
});

/** Returns `length` numbers from a seed, so that they do not compress well. */
function texts(length: number): string {
  const random = seededRandom(7);
  return Array.from({ length }, () => `<si><t>${Math.floor(random() * 2 ** 52).toString(36)}</t></si>`).join('');
}

/** Spreadsheets that cost far more to read than to send. */
export const hostileBooks: readonly HostileFile[] = [
  file('tags that are never closed, 30 MB unpacked', 'nested deeper', (share) =>
    book(Buffer.alloc(30_000_000 * share, '<a>')),
  ),
  long(
    file('tags that are never closed, 300 MB unpacked', 'larger than', () => book(Buffer.alloc(300_000_000, '<a>'))),
  ),
  file('rows that are never closed, 250 MB unpacked', 'nested deeper', (share) =>
    book(Buffer.alloc(250_000_000 * share, '<row>')),
  ),
  file('a zip bomb of cells, 1:1000', 'times its size', (share) =>
    book(`<worksheet><sheetData><row>${'<c/>'.repeat(50_000_000 * share)}`),
  ),
  file('a packed file within', 'not XLSX', (share) => book(book(Buffer.alloc(200_000_000 * share, ' ')))),
  file('parts that stand in the same bytes', 'stand in the same bytes', (share) =>
    book(sheetOf(rows), [
      part('xl/sharedStrings.xml', Buffer.alloc(40_000_000 * share, ' ')),
      ...Array.from({ length: 1_000 }, (_, n) => ({ ...part(`xl/p${n}.xml`, ''), isSamePlace: true })),
    ]),
  ),
  file('a part that unpacks to more than it says', 'not XLSX', (share) =>
    packZip([
      part('xl/workbook.xml', '<workbook><sheets><sheet id="r1"/></sheets></workbook>'),
      part('xl/_rels/workbook.xml.rels', '<R><Relationship Id="r1" Target="s.xml"/></R>'),
      { ...part('xl/s.xml', Buffer.alloc(100_000_000 * share, '<c/>')), saidBytes: 100 },
    ]),
  ),
  long(
    file('two million texts that cells share', 'share more than', (share) =>
      book(sheetOf(rows), [part('xl/sharedStrings.xml', `<sst>${texts(1_900_000 * share)}</sst>`)]),
    ),
  ),
  file('one text of 40 MB that cells share', 'characters', (share) =>
    book(sheetOf(rows), [part('xl/sharedStrings.xml', `<sst><si><t>${'x'.repeat(40_000_000 * share)}</t></si></sst>`)]),
  ),
  file('a large text that each cell repeats', 'has more than 1048576 characters', (share) =>
    book(sheetOf(rows + row('<c t="s"><v>0</v></c>'.repeat(100)).repeat(10_000 * share)), [
      part('xl/sharedStrings.xml', `<sst><si><t>${'x'.repeat(900_000)}</t></si></sst>`),
    ]),
  ),
  file('a cell in the last column of the last row', 'columns', () =>
    book(sheetOf(`${rows}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`)),
  ),
  file('a row of a number that no sheet has', 'a row', () =>
    book(sheetOf(`${rows}<row r="99999999"><c><v>1</v></c></row>`)),
  ),
  file('a tag with a million attributes', 'tag or text', (share) =>
    book(`<worksheet ${Array.from({ length: 5_000_000 * share }, (_, n) => `a${n}=""`).join(' ')}>`),
  ),
  file('a tag that never ends', 'tag or text', (share) => book(`<worksheet a="${'x'.repeat(200_000_000 * share)}`)),
  file('entities within entities', 'document type', () =>
    book(
      `<!DOCTYPE a [<!ENTITY a0 "x">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`).join('')}]><a>&a30;</a>`,
    ),
  ),
  file('parts beyond counting', 'too many parts', () =>
    packZip(Array.from({ length: 20_000 }, (_, n) => part(`p${n}`, ''))),
  ),
];
