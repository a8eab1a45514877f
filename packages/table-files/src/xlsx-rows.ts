import { rowReader } from './xlsx/row-reader.js';
import { bookReader, type Book } from './xlsx/book-reader.js';
import { textTableReader } from './xlsx/text-table-reader.js';
import { dateStyleReader } from './xlsx/date-style-reader.js';
import { readXml } from './xlsx/read-xml.js';
import { openZip, type PackedFile, type ZipEntries } from './xlsx/open-zip.js';
import { type TableRow, TableFormatError } from './table-row.js';

/** Limits of a file after unpacking: texts that cells share are kept, rows are not. */
export interface XlsxLimits {
  readonly sharedTextBytes: number;
  readonly rowBytes: number;
}

/**
 * Reads the rows of the first sheet of an XLSX file. Numbers have the 15 digits that spreadsheets keep, integers all of their digits. Times
 * are converted to ISO 8601 as if they were in UTC. Empty rows are skipped. Throws `TableFormatError`.
 */
export async function* xlsxRows(file: PackedFile, limits: XlsxLimits): AsyncGenerator<TableRow> {
  const parts = await openZip(file);
  try {
    const book = await bookOf(parts, limits);
    const sharedTexts = textTableReader();
    await readAll(parts, 'xl/sharedStrings.xml', limits.sharedTextBytes, sharedTexts.handle);
    const dates = dateStyleReader();
    await readAll(parts, 'xl/styles.xml', limits.sharedTextBytes, dates.handle);
    const reader = rowReader({ texts: sharedTexts.texts, dateStyles: dates.styles, is1904: book.is1904 });
    const sheet = await parts.readText(book.firstSheet, limits.rowBytes);
    if (sheet === null) throw new TableFormatError('not XLSX: its first sheet is missing');
    for await (const rows of readXml(sheet, reader.handle, () => reader.take())) yield* rows;
  } finally {
    parts.close();
  }
}

async function bookOf(parts: ZipEntries, { sharedTextBytes }: XlsxLimits): Promise<Book> {
  const reader = bookReader();
  await readAll(parts, 'xl/workbook.xml', sharedTextBytes, reader.handle);
  await readAll(parts, 'xl/_rels/workbook.xml.rels', sharedTextBytes, reader.handle);
  const book = reader.book();
  if (!book) throw new TableFormatError('not XLSX: it has no sheet');
  return book;
}

/** Does nothing if the part does not exist. */
async function readAll(
  parts: ZipEntries,
  name: string,
  bytes: number,
  handle: Parameters<typeof readXml>[1],
): Promise<void> {
  const text = await parts.readText(name, bytes);
  if (text === null) return;
  for await (const nothing of readXml(text, handle, () => null)) void nothing;
}
