import { pipeline, Readable } from 'node:stream';

import { CsvError, parse } from 'csv-parse';

import { type TableRow, TableFormatError } from './table-row.js';

/** Characters of a row: a quote that is never closed would make the rest of the file one cell. */
const rowCharacters = 1_048_576;

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

/** Rows of a CSV file. Those that are empty are left out. Throws `UnreadableTable`. */
export async function* csvRows(chunks: Iterable<Uint8Array>, options: CsvOptions = {}): AsyncGenerator<TableRow> {
  const texts = decoded(chunks, options.encoding ?? 'utf-8');
  const first = firstLine(texts);
  const rows = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: rowCharacters,
    delimiter: options.delimiter ?? delimiterOf(first),
  });
  // What is wrong with the texts is thrown by the rows.
  pipeline(Readable.from(both(first, texts)), rows, () => undefined);
  try {
    for await (const { record, info } of rows as AsyncIterable<Parsed>)
      if (record.some((cell) => cell !== '')) yield { line: info.lines, cells: record };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TableFormatError(`not CSV: ${error.message}`);
  }
}

function* decoded(chunks: Iterable<Uint8Array>, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  try {
    for (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch {
    throw new TableFormatError('not UTF-8; its `encoding` may be `latin1`');
  }
}

/** So much of the texts that they have a line, where that is not very long. */
function firstLine(texts: Iterator<string>): string {
  let first = '';
  while (!first.includes('\n') && first.length < rowCharacters) {
    const { value, done } = texts.next() as IteratorResult<string, undefined>;
    if (done) break;
    first += value;
  }
  return first;
}

function* both(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}

const delimiterOf = (text: string): string => {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  return csvDelimiters.find((each) => head.includes(each)) ?? ',';
};
