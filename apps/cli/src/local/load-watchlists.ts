import { IndexBuilder, IndexSearch, WatchlistIndex } from '@tamis/screening';
import { failure, ok, type Result } from '@tamis/stdx';
import {
  allWatchlists,
  disbeliefs,
  formatOf,
  type ListFile,
  ListFormatError,
  type ListSummary,
  readWatchlist,
  type WatchlistEntry,
  type WatchlistSource,
} from '@tamis/watchlists';
import { createReadStream, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { failureReason } from '../input/find-files.js';
import { plural } from '../output/plural.js';
import { ProgressLine } from '../output/progress-line.js';
import type { ReadLists } from '../output/screened-names.js';
import { failureProblem, type Problem, usageProblem } from '../problem.js';

/** Lists that were read from their files and are ready to be searched. */
export interface LoadedLists extends ReadLists {
  readonly search: IndexSearch;
}

/** Maximum number of unreadable rows of a list that are reported. */
const toldRows = 3;

/** Reads the lists that these files belong to, and reports what is missing or implausible in them. */
export async function loadWatchlists(names: readonly string[], io: CliIo): Promise<Result<LoadedLists, Problem>> {
  const files = names.map((name) => ({ name, path: resolve(io.cwd, name), file: basename(name) }));
  const sources = allWatchlists.filter((source) => files.some(({ file }) => isOf(source, file)));
  const stranger = files.find(({ file }) => !sources.some((source) => isOf(source, file)));
  if (stranger)
    return failure(
      usageProblem(
        `${stranger.name}: unknown list file; \`tamis screen --help\` lists the names under which lists are published`,
      ),
    );
  const double = sources.flatMap((source) =>
    twiceGiven(
      source,
      files.map(({ file }) => file),
    ),
  )[0];
  if (double) return failure(usageProblem(`${double.join(' and ')} are the same file of a list: name one of them`));
  const builder = new IndexBuilder();
  const [lists, entries]: [LoadedLists['lists'][number][], WatchlistEntry[]] = [[], []];
  const progress = new ProgressLine('entries', io);
  let [readBytes, allBytes] = [0, 0];
  try {
    const opened = files.map(({ file, path }): ListFile => {
      const { size } = statSync(path);
      allBytes += size;
      return { name: file, expectedBytes: size, bytes: bytesOf(path, (bytes) => (readBytes += bytes)) };
    });
    for (const source of sources) {
      const own = opened.filter(({ name }) => isOf(source, name));
      const summary = await readList(source, own, io, (entry) => {
        builder.add(entry);
        entries.push(entry);
        progress.show(readBytes, allBytes, entries.length);
      });
      lists.push({ code: source.code, ...summary });
    }
  } catch (error) {
    if (error instanceof ListFormatError) return failure(failureProblem(error.message));
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return failure(failureProblem(`${(error as NodeJS.ErrnoException).path ?? 'lists'}: ${failureReason(error)}`));
  } finally {
    progress.end();
  }
  return ok({ lists, entries, search: new IndexSearch(new WatchlistIndex(builder.build())) });
}

const isOf = ({ formats }: WatchlistSource, file: string): boolean =>
  formats.some((format) => format.files.some(({ pattern }) => pattern.test(file)));

/** Returns files of which only one can be used, such as two months of the same list. */
const twiceGiven = ({ formats }: WatchlistSource, files: readonly string[]): readonly (readonly string[])[] =>
  formats
    .flatMap((format) => format.files.map(({ pattern }) => files.filter((file) => pattern.test(file))))
    .filter((same) => same.length > 1);

async function* bytesOf(path: string, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    onRead(chunk.length);
    yield chunk;
  }
}

async function readList(
  source: WatchlistSource,
  files: readonly ListFile[],
  io: CliIo,
  add: (entry: WatchlistEntry) => void,
): Promise<ListSummary> {
  const format = formatOf(source, files);
  let summary: ListSummary | null = null;
  let unreadable = 0;
  for await (const row of readWatchlist(source, format ? [...format.files.values()] : files)) {
    if (row.kind === 'entry') add(row.entry);
    else if (row.kind === 'end') summary = row.summary;
    else if ((unreadable += 1) <= toldRows) io.err(`tamis: ${source.code}: ${row.at}: ${row.reason}\n`);
  }
  if (unreadable > toldRows)
    io.err(`tamis: ${source.code}: ${plural(unreadable - toldRows, 'more row')} cannot be read\n`);
  for (const reason of disbeliefs(source, summary, null))
    io.err(`tamis: ${source.code}: is probably incomplete: ${reason}\n`);
  if (summary === null) throw new ListFormatError(source.code, 'could not be read to its end; load it again');
  return summary;
}
