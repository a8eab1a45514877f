import { createReadStream, type ReadStream } from 'node:fs';
import { extname } from 'node:path';
import { readCsv } from './read-csv.js';
import { readJsonLines, type EventBatch } from '../../events/read-json-lines.js';
import { readParquet } from './read-parquet.js';

const chunkBytes = 1 << 18;

export interface EventFileListener {
  /** Told of the stream, where the file is read as one. */
  readonly onOpen?: (stream: ReadStream) => void;
  /** Told of the names of its columns, where it has some. */
  readonly onColumns?: (columns: readonly string[]) => void;
}

/**
 * Events of a file by its extension: `.csv`, `.parquet`, else one JSON document per line. Rejects when it cannot be read, or its
 * bytes are not UTF-8.
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
