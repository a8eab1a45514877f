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
  /** Default: commas; semicolons, or tabs, where the first line has those and no comma outside quotes. */
  readonly delimiter?: CsvDelimiter | undefined;
  /** Default UTF-8. `latin1` is what Windows calls so, and reads every byte. */
  readonly encoding?: 'utf-8' | 'latin1' | undefined;
}

/** Rows of a CSV file. Those that are empty are left out. Throws `TableFormatError`. */
export async function* csvRows(chunks: Iterable<Uint8Array>, options: CsvOptions = {}): AsyncGenerator<TableRow> {
  const texts = decodedText(chunks, options.encoding ?? 'utf-8');
  const first = firstLine(texts);
  const delimiter = options.delimiter ?? csvDelimiterOf(first);
  for await (const rows of parsedRows(guarded(first, texts, new CsvGuard(delimiter)), delimiter)) yield* rows;
}

/** The rows of each text, all at once: a stream of rows costs more than to parse them. */
async function* parsedRows(texts: Iterable<string>, delimiter: string): AsyncGenerator<readonly TableRow[]> {
  let rows: TableRow[] = [];
  const parser = parse({
    delimiter,
    skip_empty_lines: true,
    relax_column_count: true,
    // What it does not return goes into no stream.
    on_record: (cells: readonly string[], { lines }) => {
      if (cells.some((cell) => cell !== '')) rows.push({ line: lines, cells });
      // A row that is not as long as the first would cost ten times as much, for an error that nobody reads.
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
  // It is thrown by the text that it was met in.
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

/** With one mark for each quoted text: delimiters and ends of lines in those are none. */
const withoutQuoted = (text: string): string => text.replaceAll(/"[^"]*("|$)/g, '"');

/** So much of the texts that they have a line that is not empty, where that is not very long. */
function firstLine(texts: Iterator<string>): string {
  let first = '';
  while (!/[^\r\n]\r?\n/.test(withoutQuoted(first)) && first.length < tableLimits.rowCharacters) {
    const { value, done } = texts.next() as IteratorResult<string, undefined>;
    if (done) break;
    first += value;
  }
  return first;
}

/** What the parser may see. */
function* guarded(first: string, rest: Iterable<string>, guard: CsvGuard): Generator<string> {
  guard.check(first);
  yield first;
  for (const text of rest) {
    guard.check(text);
    yield text;
  }
}

/** By the first line that is not empty. */
export const csvDelimiterOf = (text: string): CsvDelimiter => {
  const head = /[^\r\n]+/.exec(withoutQuoted(text))?.[0] ?? '';
  return csvDelimiters.find((each) => head.includes(each)) ?? ',';
};
