import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  allWatchlists,
  type ListFile,
  type ListSummary,
  readWatchlist,
  type UnreadableRow,
  type WatchlistEntry,
  type WatchlistFormat,
  type WatchlistSource,
} from '../../src/index.js';

const folder = join(__dirname, '..', '..', 'fixtures');

/** The handwritten files of one format, as bytes by name. */
export interface FixtureList {
  readonly title: string;
  readonly source: WatchlistSource;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Returns a file whose bytes arrive in pieces, as over a network connection. */
export const listFile = (name: string, bytes: Uint8Array, expectedBytes: number | null = null): ListFile => ({
  name,
  expectedBytes,
  bytes: piecesOf(bytes, 1_000),
});

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Each format of each list, read only from its own files. */
export const fixtureLists: readonly FixtureList[] = allWatchlists.flatMap((source) =>
  source.formats.map((format) => ({
    title: `${source.code} ${format.code}`,
    source: { ...source, formats: [format] },
    files: fixtureFiles(source.code, format),
  })),
);

function fixtureFiles(code: string, format: WatchlistFormat): ReadonlyMap<string, Buffer> {
  const names = readdirSync(join(folder, code)).filter((name) =>
    format.files.some(({ pattern }) => pattern.test(name)),
  );
  return new Map(names.map((name) => [name, readFileSync(join(folder, code, name))]));
}

export const fixtureBytes = (code: string, name: string): Buffer => readFileSync(join(folder, code, name));

export function fixtureList(title: string): FixtureList {
  const found = fixtureLists.find((list) => list.title === title);
  if (!found) throw new Error(`no list ${title}`);
  return found;
}

export interface ReadList {
  readonly entries: readonly WatchlistEntry[];
  readonly unreadable: readonly UnreadableRow[];
  readonly summary: ListSummary;
}

export async function readList(source: WatchlistSource, files: readonly ListFile[]): Promise<ReadList> {
  const entries: WatchlistEntry[] = [];
  const unreadable: UnreadableRow[] = [];
  for await (const row of readWatchlist(source, files)) {
    if (row.kind === 'entry') entries.push(row.entry);
    else if (row.kind === 'unreadable') unreadable.push(row);
    else return { entries, unreadable, summary: row.summary };
  }
  throw new Error('ended without a summary');
}

/** Reads a fixture as it is, or with changed files. */
export const readFixture = (
  { source, files }: FixtureList,
  change: (name: string, bytes: Buffer) => ListFile = (name, bytes) => listFile(name, bytes),
): Promise<ReadList> =>
  readList(
    source,
    [...files].map(([name, bytes]) => change(name, bytes)),
  );
