import { statSync } from 'node:fs';
import path from 'node:path';

import { allWatchlists, type WatchlistSource } from '@tamis/watchlists';

import {
  acceptWatchlist,
  loadWatchlist,
  watchlistFetches,
  watchlistVersions,
} from '../modules/screening/watchlists/index.js';
import type { PgPool } from '../platform/database/index.js';
import { watchlistUsage } from './usage.js';
import { UsageError } from './usage-error.js';

/** Runs `watchlists …` and returns the result to print. The process ends with exit code 1 if files are rejected as implausible. */
export async function runWatchlists(
  pool: PgPool,
  [command, code, ...rest]: readonly string[],
  served: readonly string[],
): Promise<object> {
  if (command === 'status') return { versions: await watchlistVersions(pool), fetches: await watchlistFetches(pool) };
  if (command === 'accept') {
    const [version = ''] = rest;
    if (!/^[1-9]\d{0,8}$/.test(version)) throw new UsageError('VERSION must be a whole number from 1');
    const source = sourceOf(code, served);
    const accepted = await acceptWatchlist(pool, source.code, Number(version));
    if (!accepted.ok) throw new UsageError(accepted.error);
    return { code: source.code, version: Number(version), state: 'current' };
  }
  if (command !== 'load') throw new UsageError(`watchlists what? One of${watchlistUsage}`);
  const source = sourceOf(code, served);
  if (rest.length === 0) throw new UsageError(`which files? ${source.code} needs ${neededFiles(source)}`);
  const loaded = await loadWatchlist(pool, source, rest.map(fileOf));
  if (!loaded.ok) throw new UsageError(loaded.error);
  if (loaded.value.state === 'kept_aside') process.exitCode = 1;
  return loaded.value;
}

function sourceOf(code: string | undefined, served: readonly string[]): WatchlistSource {
  const source = allWatchlists.find((each) => each.code === code);
  if (source === undefined)
    throw new UsageError(`CODE must be one of ${allWatchlists.map(({ code: each }) => each).join(', ')}`);
  if (!served.includes(source.code))
    throw new UsageError(`WATCHLISTS does not contain ${source.code}, so no server would use it: add it there first`);
  return source;
}

const neededFiles = ({ formats }: WatchlistSource): string =>
  formats.map(({ files }) => files.map(({ name }) => name).join(', ')).join('; or ');

function fileOf(file: string): { readonly path: string; readonly name: string; readonly expectedBytes: null } {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`file \`${file}\` does not exist`);
  return { path: file, name: path.basename(file), expectedBytes: null };
}
