import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';

import { CsvError, parse } from 'csv-parse';

import { CsvGuard } from './csv/csv-guard.js';
import { decodedText } from './decoded-text.js';
import { tableLimits } from './table-limits.js';
import { type TableRow, TableFormatError } from './table-row.js';

export const csvDelimiters = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

export interface CsvOptions {
  /** By default commas, or semicolons or tabs if the first line contains these and no comma outside of quotes. */
  readonly delimiter?: CsvDelimiter | undefined;
  /** UTF-8 by default. `latin1` is what Windows calls by this name, and can decode every byte. */
  readonly encoding?: 'utf-8' | 'latin1' | undefined;
}

/** Reads the rows of a CSV file and skips empty ones. Throws `TableFormatError`. */
export async function* csvRows(chunks: Iterable<Uint8Array>, options: CsvOptions = {}): AsyncGenerator<TableRow> {
  const texts = decodedText(chunks, options.encoding ?? 'utf-8');
  const first = firstLine(texts);
  const delimiter = options.delimiter ?? csvDelimiterOf(first);
  for await (const rows of parsedRows(guarded(first, texts, new CsvGuard(delimiter)), delimiter)) yield* rows;
}

/** Yields all rows of each text at once, because a stream of single rows costs more than parsing them. */
async function* parsedRows(texts: Iterable<string>, delimiter: string): AsyncGenerator<readonly TableRow[]> {
  let rows: TableRow[] = [];
  const parser = parse({
    delimiter,
    skip_empty_lines: true,
    relax_column_count: true,
    // Rows that are not returned do not go into a stream.
    on_record: (cells: readonly string[], { lines }) => {
      if (cells.some((cell) => cell !== '')) rows.push({ line: lines, cells });
      // Otherwise a row with another length than the first would cost ten times as much, for an error that nobody reads.
      counts.records = 0;
      return null;
    },
  });
  const counts: { records: number } = parser.info;
  const takeRows = (): readonly TableRow[] => {
    const taken = rows;
    rows = [];
    return taken;
  };
  // The error is thrown by the write call in which it occurred.
  parser.on('error', () => undefined);
  try {
    for (const text of texts) {
      await promisify<string, void>(parser.write.bind(parser))(text);
      yield takeRows();
    }
    parser.end();
    await finished(parser.resume());
    yield takeRows();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TableFormatError(`not CSV: ${error.message}`);
  }
}

/** Replaces each quoted text with one mark, because delimiters and line breaks inside of quotes do not count. */
const withoutQuoted = (text: string): string => text.replaceAll(/"[^"]*("|$)/g, '"');

/** Returns as much of the texts as is needed for one line that is not empty, unless the line is very long. */
function firstLine(texts: Iterator<string>): string {
  let first = '';
  while (!/[^\r\n]\r?\n/.test(withoutQuoted(first)) && first.length < tableLimits.rowCharacters) {
    const { value, done } = texts.next() as IteratorResult<string, undefined>;
    if (done) break;
    first += value;
  }
  return first;
}

/** Yields the texts that have passed the checks before parsing. */
function* guarded(first: string, rest: Iterable<string>, guard: CsvGuard): Generator<string> {
  guard.check(first);
  yield first;
  for (const text of rest) {
    guard.check(text);
    yield text;
  }
}

/** Determines the delimiter from the first line that is not empty. */
export const csvDelimiterOf = (text: string): CsvDelimiter => {
  const head = /[^\r\n]+/.exec(withoutQuoted(text))?.[0] ?? '';
  return csvDelimiters.find((each) => head.includes(each)) ?? ',';
};
