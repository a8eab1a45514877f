// Runs in the thread that reads a file: it sends the rows, and waits while some have not been taken.
import { once } from 'node:events';
import { readSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

import { TableFormatError } from '../table-row.js';
import type { AnyRow, FileMessage, FileTask } from './file-task.js';

const chunkBytes = 65_536;
/** Characters of the rows of one message: few, because the recipient processes a message in one turn. */
const messageCharacters = 65_536;
const messageRows = 200;
/** Maximum number of messages that wait to be taken. */
const maxAhead = 4;
/** Applies only to the thread, which only Linux supports. Threads that requests wait for take precedence. */
const niceness = 10;

const port = parentPort!;
const { fd, format } = workerData as FileTask;

function* chunksOf(file: number): Generator<Uint8Array> {
  let at = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const bytes = readSync(file, chunk, 0, chunkBytes, at);
    if (bytes === 0) return;
    at += bytes;
    yield chunk.subarray(0, bytes);
  }
}

/** Loads only what the format needs, because loading takes most of the time for a small file. */
async function openRows(): Promise<AsyncIterable<AnyRow> | Iterable<AnyRow>> {
  switch (format.kind) {
    case 'csv':
      return (await import('../csv-rows.js')).csvRows(chunksOf(fd), format.options);
    case 'xlsx':
      return (await import('../xlsx-rows.js')).xlsxRows(fd, format.limits);
    case 'json':
      return (await import('../json-rows.js')).jsonRows(chunksOf(fd), format.array);
    case 'body':
      return (await import('../json-rows.js')).bodyRows(chunksOf(fd), format.array);
    case 'jsonl':
      return (await import('../json-line-rows.js')).jsonLineRows(chunksOf(fd));
  }
}

const charactersOf = (row: AnyRow): number =>
  'text' in row ? row.text.length : row.cells.reduce((sum, cell) => sum + cell.length + 8, 0);

const tell = (message: FileMessage): void => port.postMessage(message);

async function tellRows(): Promise<void> {
  let ahead = 0;
  port.on('message', () => (ahead -= 1));
  let rows: AnyRow[] = [];
  let characters = 0;
  for await (const row of await openRows()) {
    rows.push(row);
    characters += charactersOf(row);
    if (characters < messageCharacters && rows.length < messageRows) continue;
    tell({ kind: 'rows', rows });
    ahead += 1;
    rows = [];
    characters = 0;
    while (ahead >= maxAhead) await once(port, 'message');
  }
  tell({ kind: 'rows', rows });
}

if (process.platform === 'linux') setPriority(niceness);
try {
  await tellRows();
  tell({ kind: 'end' });
} catch (error) {
  if (!(error instanceof TableFormatError)) throw error;
  tell({ kind: 'refused', message: error.message });
}
