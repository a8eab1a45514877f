import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isWhole } from '@tamis/testkit';
import { type HostileFile, hostileFiles } from '@tamis/testkit/hostile-files';

import {
  type FileFormat,
  type FileReadingOptions,
  FileReadings,
  TableFormatError,
  TooManyFilesWait,
} from '../src/index.js';

const options: FileReadingOptions = {
  threads: 2,
  threadsOfOwner: 1,
  waitingOfOwner: 2,
  waitMs: 600_000,
  memoryMb: 96,
  workMs: 600_000,
};

const formats: Readonly<Record<string, FileFormat>> = {
  csv: { kind: 'csv', options: {} },
  xlsx: { kind: 'xlsx', limits: { sharedTextBytes: 50_331_648, rowBytes: 268_435_456 } },
  json: { kind: 'json', array: { member: 'transactions', noun: 'payments' } },
  jsonl: { kind: 'jsonl' },
};
const formatOf = (name: string): FileFormat => formats[/\.(\w+)$/.exec(name)![1]!]!;

// Files of many megabytes, possibly on a busy machine.
jest.setTimeout(600_000);

describe('files read by threads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-table-files-'));
  const open: number[] = [];
  const started: FileReadings[] = [];
  afterAll(async () => {
    await Promise.all(started.map((readings) => readings.stop()));
    for (const fd of open) closeSync(fd);
    rmSync(folder, { recursive: true });
  });

  const readings = (more: Partial<FileReadingOptions> = {}): FileReadings => {
    const made = new FileReadings({ ...options, ...more });
    started.push(made);
    return made;
  };
  const fdOf = (content: Uint8Array | string): number => {
    const path = join(folder, String(open.length));
    writeFileSync(path, content);
    const fd = openSync(path, 'r');
    open.push(fd);
    return fd;
  };
  /** Returns the number of rows, or why the file cannot be read. */
  const outcome = async (rows: AsyncIterable<unknown>): Promise<number | string> => {
    let count = 0;
    try {
      for await (const row of rows) if (row) count += 1;
      return count;
    } catch (error) {
      if (!(error instanceof TableFormatError)) throw error;
      return error.message;
    }
  };

  /** Relative size of the file. Smaller files are equally hostile. */
  const share = isWhole ? 1 : 1 / 32;
  const inTime = hostileFiles.filter(({ isLong, title }) => (isWhole || !isLong) && title !== 'a cell of 100 MB');

  it.each(inTime.map((file): [string, HostileFile] => [file.title, file]))(
    'are harmless: %s',
    async (_, { name, refusal, content }) => {
      const found = await outcome(readings().read('a', fdOf(content(share)), formatOf(name)));
      if (refusal === null) expect(found).toBeGreaterThan(0);
      else expect(found).toContain(refusal);
    },
  );

  it('fail at the memory and time limit of a thread, and the next file is read', async () => {
    const texts = Array.from({ length: 50_000 }, (_, n) => `"${n}-${'x'.repeat(50)}",y`).join('\n');
    const table = fdOf(texts);
    const small = readings({ memoryMb: 16 });
    const shared = hostileFiles.find(({ title }) => title.startsWith('two million texts'))!;
    expect(await outcome(small.read('a', fdOf(shared.content(1 / 4)), formats['xlsx']!))).toBe(
      'takes more than 16 MB of memory to read; send it in parts',
    );
    expect(await outcome(small.read('a', fdOf('a,b\n1,2\n'), formats['csv']!))).toBe(2);
    const hasty = readings({ workMs: 1 });
    expect(await outcome(hasty.read('a', table, formats['csv']!))).toBe(
      'takes more than 0.001 seconds to read; send it in parts',
    );
    expect(await outcome(readings().read('a', table, formats['csv']!))).toBe(50_000);
  });

  it('wait only for files of the same owner, and only a limited number wait', async () => {
    const all = readings();
    const table = fdOf('a\n'.repeat(10_000));
    const take = (owner: string): AsyncGenerator<unknown> => all.read(owner, table, formats['csv']!);
    const first = take('a');
    await first.next();
    const later = [take('a'), take('a')].map((rows) => outcome(rows));
    await expect(take('a').next()).rejects.toThrow(TooManyFilesWait);
    expect(await outcome(take('b'))).toBe(10_000);
    // The rest of the first file is not needed.
    await first.return(undefined);
    expect(await Promise.all(later)).toEqual([10_000, 10_000]);
  });

  it('wait for a limited time', async () => {
    const all = readings({ waitMs: 1 });
    const table = fdOf('a\n'.repeat(10_000));
    const first = all.read('a', table, formats['csv']!);
    await first.next();
    await expect(all.read('a', table, formats['csv']!).next()).rejects.toThrow(TooManyFilesWait);
    await first.return(undefined);
    expect(await outcome(all.read('a', table, formats['csv']!))).toBe(10_000);
  });

  it('are read only as far as their rows are consumed', async () => {
    const rows = readings({ workMs: 60_000 }).read('a', fdOf('a\n'.repeat(300_000)), formats['csv']!);
    expect((await rows.next()).value).toEqual({ line: 1, cells: ['a'] });
    await rows.return(undefined);
    expect(await rows.next()).toEqual({ done: true, value: undefined });
  });
});
