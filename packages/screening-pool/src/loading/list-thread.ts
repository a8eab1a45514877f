// Runs in the thread that reads the files of a list: it sends their entries, waits while some have not been taken, and builds the index of
// the list.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

import { IndexBuilder } from '@tamis/screening';
import { allWatchlists, ListFormatError, listLimits, readWatchlist, type WatchlistEntry } from '@tamis/watchlists';

import type { EntryCounts, ListFileOnDisk, LoadingMessage, LoadingTask, ReadEntry } from './list-messages.js';

const entriesOfMessage = 500;
/** Maximum number of messages that wait to be taken. */
const maxAhead = 4;
const mostExamples = 5;
/** Applies only to the thread, which only Linux supports. Threads that requests wait for take precedence. */
const niceness = 10;

const port = parentPort!;
const { code, files } = workerData as LoadingTask;
const tell = (message: LoadingMessage): void => port.postMessage(message);

const opened = ({ path, name, expectedBytes }: ListFileOnDisk) => ({
  name,
  expectedBytes,
  bytes: createReadStream(path, { highWaterMark: listLimits.pieceBytes }) as AsyncIterable<Uint8Array>,
});

class Counts {
  private readonly counts = { schemas: new Map<string, number>(), topics: new Map<string, number>() };

  add({ schema, topics }: WatchlistEntry): void {
    this.increment(this.counts.schemas, schema);
    for (const topic of topics) this.increment(this.counts.topics, topic);
  }

  all(): EntryCounts {
    const { schemas, topics } = this.counts;
    return { schemas: Object.fromEntries(schemas), topics: Object.fromEntries(topics) };
  }

  private increment(of: Map<string, number>, key: string): void {
    of.set(key, (of.get(key) ?? 0) + 1);
  }
}

async function readList(): Promise<void> {
  const source = allWatchlists.find((each) => each.code === code);
  if (!source) throw new Error(`there is no list ${code}`);
  let ahead = 0;
  port.on('message', () => (ahead -= 1));
  const [index, counts, examples] = [new IndexBuilder(), new Counts(), new Array<string>()];
  let entries: ReadEntry[] = [];
  for await (const row of readWatchlist(source, files.map(opened))) {
    if (row.kind === 'unreadable') {
      if (examples.length < mostExamples) examples.push(`${row.at}: ${row.reason}`);
      continue;
    }
    if (row.kind === 'end') {
      tell({ kind: 'entries', entries });
      tell({ kind: 'end', summary: row.summary, counts: counts.all(), examples, block: index.build() });
      return;
    }
    const { entry } = row;
    index.add(entry);
    counts.add(entry);
    const { id, contentHash, referents } = entry;
    entries.push({ id, contentHash, referents, text: JSON.stringify(entry) });
    if (entries.length < entriesOfMessage) continue;
    tell({ kind: 'entries', entries });
    ahead += 1;
    entries = [];
    while (ahead >= maxAhead) await once(port, 'message');
  }
}

if (process.platform === 'linux') setPriority(niceness);
try {
  await readList();
} catch (error) {
  if (!(error instanceof ListFormatError)) throw error;
  tell({ kind: 'refused', reason: error.message });
} finally {
  port.close();
}
