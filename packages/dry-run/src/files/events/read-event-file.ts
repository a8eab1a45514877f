import { createReadStream, type ReadStream } from 'node:fs';
import { extname } from 'node:path';
import { readCsv } from './read-csv.js';
import { readJsonLines, type EventBatch } from '../../events/read-json-lines.js';
import { readParquet } from './read-parquet.js';

const chunkBytes = 1 << 18;

export interface EventFileListener {
  /** Called with the stream, if the file is read as a stream. */
  readonly onOpen?: (stream: ReadStream) => void;
  /** Called with the names of the columns, if there are any. */
  readonly onColumns?: (columns: readonly string[]) => void;
}

/**
 * Returns the events of a file according to its extension: `.csv`, `.parquet`, otherwise one JSON document per line. Rejects if it cannot
 * be read, or if its bytes are not UTF-8.
 */
export function readEventFile(
  path: string,
  timezone: string,
  { onOpen, onColumns }: EventFileListener = {},
): AsyncGenerator<EventBatch> {
  const extension = extname(path).toLowerCase();
  if (extension === '.parquet') return readParquet(path, timezone, onColumns);
  const stream = createReadStream(path, { highWaterMark: chunkBytes });
  onOpen?.(stream);
  return extension === '.csv' ? readCsv(stream, timezone, onColumns) : readJsonLines(stream, timezone);
}
