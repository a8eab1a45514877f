import { pipeline, Readable } from 'node:stream';

import { CsvError, parse } from 'csv-parse';

import { CsvGuard } from './csv/csv-guard.js';
import { decodedText } from './decoded-text.js';
import { tableLimits } from './table-limits.js';
import { type TableRow, TableFormatError } from './table-row.js';

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

export const csvDelimiters = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

export interface CsvOptions {
  /** Default: commas; semicolons, or tabs, where the first line has those and no comma. */
  readonly delimiter?: CsvDelimiter | undefined;
  /** Default UTF-8. `latin1` is what Windows calls so, and reads every byte. */
  readonly encoding?: 'utf-8' | 'latin1' | undefined;
}

/** Rows of a CSV file. Those that are empty are left out. Throws `TableFormatError`. */
export async function* csvRows(chunks: Iterable<Uint8Array>, options: CsvOptions = {}): AsyncGenerator<TableRow> {
  const texts = decodedText(chunks, options.encoding ?? 'utf-8');
  const first = firstLine(texts);
  const delimiter = options.delimiter ?? delimiterOf(first);
  const rows = parse({
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter,
  });
  // What is wrong with the texts is thrown by the rows.
  pipeline(Readable.from(guarded(first, texts, new CsvGuard(delimiter))), rows, () => undefined);
  try {
    for await (const { record, info } of rows as AsyncIterable<Parsed>)
      if (record.some((cell) => cell !== '')) yield { line: info.lines, cells: record };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TableFormatError(`not CSV: ${error.message}`);
  }
}

/** So much of the texts that they have a line, where that is not very long. */
function firstLine(texts: Iterator<string>): string {
  let first = '';
  while (!first.includes('\n') && first.length < tableLimits.rowCharacters) {
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

const delimiterOf = (text: string): string => {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  return csvDelimiters.find((each) => head.includes(each)) ?? ',';
};
