import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';

import { CsvError, parse } from 'csv-parse';

import { ListFormatError } from './list-format-error.js';
import { listLimits } from '../list-limits.js';

export interface CsvRow {
  /** Line of the file, from 1, on which the row ends. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly name: string;
  readonly delimiter: ',' | ';';
  /** Whether it is certain that no byte is missing, so that the last row may lack its line ending. */
  readonly isWhole: boolean;
}

/** Yields rows in the groups in which they are read, without empty ones. Throws `ListFormatError`, also if the last row has no end. */
export async function* csvRows(texts: AsyncIterable<string>, file: CsvFile): AsyncGenerator<readonly CsvRow[]> {
  let rows: CsvRow[] = [];
  let sinceRow = 0;
  const parser = parse({
    delimiter: file.delimiter,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // Only returned records enter the stream, so returning `null` keeps it empty.
    on_record: (cells: readonly string[], { lines }) => {
      sinceRow = 0;
      if (cells.some((cell) => cell !== '')) rows.push({ line: lines, cells });
      // A row with a different length than the first would cost ten times as much, for an error that is never read.
      counts.records = 0;
      return null;
    },
  });
  const counts: { records: number } = parser.info;
  const takeRows = (): readonly CsvRow[] => {
    const taken = rows;
    rows = [];
    return taken;
  };
  // The error is thrown by the write during which it occurs.
  parser.on('error', () => undefined);
  const write = promisify<string, void>(parser.write.bind(parser));
  let last = '';
  try {
    for await (const text of texts) {
      sinceRow += text.length;
      await write(text);
      if (sinceRow > listLimits.rowCharacters)
        throw new ListFormatError(file.name, `a row has more than ${listLimits.rowCharacters} characters`);
      last = text === '' ? last : text;
      yield takeRows();
    }
    if (!file.isWhole && !'\r\n\u001a'.includes(last.at(-1) ?? ' '))
      throw new ListFormatError(file.name, 'ends within a row; load it again');
    parser.end();
    await finished(parser.resume());
    yield takeRows();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ListFormatError(file.name, `not readable as CSV: ${error.message}`);
  }
}
