import { Logger } from '@nestjs/common';
import { indexFormat } from '@tamis/screening';
import { failure, ok, type Result } from '@tamis/stdx';
import type { WatchlistFormat, WatchlistSource } from '@tamis/watchlists';

import { inTransaction, type PgPool } from '../../../../platform/database/index.js';
import type { Download, DownloadedFile, DownloadRequest } from '../../../../platform/egress/index.js';
import { limits } from '../../../../platform/limits.js';
import { whileRenewed } from '../../../../platform/while-renewed.js';
import {
  claimFetch,
  completeFetch,
  type FetchTurn,
  type MarksOfFiles,
  findFetches,
  type FetchState,
  postponeFetch,
  renewFetch,
} from '../persistence/fetch-store.js';
import { confirmCurrent, isIndexCurrent } from '../persistence/version-store.js';
import { loadWatchlist } from './load-watchlist.js';

/** A list as fetched by this server. */
export interface FetchedSource {
  readonly source: WatchlistSource;
  /** A folder with its files; `null` to use the URLs of its publisher. */
  readonly mirror: string | null;
  /** Token required by its publisher. */
  readonly token: string | null;
}

type FetchLease = Readonly<Record<keyof typeof limits.watchlistFetchLease, number>>;
type SendDownload = (asked: DownloadRequest) => Promise<Result<Download, string>>;
type FilesByName = ReadonlyMap<string, DownloadedFile>;

/** Requests newer files from the source of a list when it is due, and loads them. All processes together do so only once. */
export class FetchWatchlist {
  private readonly logger = new Logger('watchlists');

  constructor(
    private readonly pool: PgPool,
    private readonly fetched: FetchedSource,
    private readonly send: SendDownload,
    private readonly lease: FetchLease = limits.watchlistFetchLease,
  ) {}

  /** Returns whether it was this process's turn. A failing source never ends the process, and the loaded version stays in use. */
  async fetchIfDue(): Promise<boolean> {
    const { code } = this.fetched.source;
    const { leaseMs, renewMs: everyMs } = this.lease;
    const turn = await inTransaction(this.pool, null, (client) => claimFetch(client, code, leaseMs));
    if (turn === null) return false;
    const renew = () => inTransaction(this.pool, null, (client) => renewFetch(client, turn, leaseMs));
    const renewal = { what: code, everyMs, renew, logger: this.logger };
    const problem = await whileRenewed(renewal, () => this.fetch(turn)).catch((error: unknown) => String(error));
    if (problem !== null) await this.postpone(turn, problem);
    return true;
  }

  /** Returns what went wrong, or `null` if nothing did. */
  private async fetch(turn: FetchTurn): Promise<string | null> {
    const problems: string[] = [];
    const { code } = this.fetched.source;
    // Unchanged files are requested again if this build cannot search what was created from them.
    const isReadable = await inTransaction(this.pool, null, (client) => isIndexCurrent(client, code, indexFormat));
    const marks = isReadable ? turn.marks : {};
    for (const format of this.fetched.source.formats) {
      if (this.addressesOf(format) === null) continue;
      const files = await this.download(format, marks);
      if (!files.ok) problems.push(files.error);
      else if (files.value === null) return this.confirm(turn);
      else return this.load(turn, files.value);
    }
    return problems.join('; ') || 'none of its formats has an address';
  }

  private addressesOf({ files }: WatchlistFormat): ReadonlyMap<string, string> | null {
    const { mirror } = this.fetched;
    const folder = mirror?.replace(/\/*$/, '/');
    const addresses = files.map(({ name, address }) => [name, folder ? folder + name : address] as const);
    return addresses.every((pair): pair is [string, string] => pair[1] !== null) ? new Map(addresses) : null;
  }

  /** Downloads all files of a format; the value is `null` if none of them has changed. */
  private async download(format: WatchlistFormat, marks: MarksOfFiles): Promise<Result<FilesByName | null, string>> {
    const addresses = this.addressesOf(format)!;
    const isKnown = [...addresses.keys()].every((name) => marks[name] !== undefined);
    const files = new Map<string, DownloadedFile>();
    const unchanged: string[] = [];
    for (const [name, url] of addresses) {
      const download = await this.send({ ...this.requestFor(url), ...(isKnown && { marks: marks[name] }) });
      const problem = problemOf(download);
      if (problem !== null) return this.giveUp(files, `${name}: ${problem}`);
      if (download.ok && download.value.kind === 'file') files.set(name, download.value);
      else unchanged.push(name);
    }
    if (files.size === 0) return ok(null);
    // A version is created from all files, so unchanged ones are requested again.
    for (const name of unchanged) {
      const download = await this.send(this.requestFor(addresses.get(name)!));
      if (!download.ok || download.value.kind !== 'file')
        return this.giveUp(files, `${name}: ${problemOf(download) ?? 'was not received again'}`);
      files.set(name, download.value);
    }
    return ok(files);
  }

  private requestFor(url: string): DownloadRequest {
    const { source, token, mirror } = this.fetched;
    const most = source.needsLicence ? limits.largeWatchlistDownload : limits.watchlistDownload;
    const isAuthorized = token !== null && mirror === null;
    return { url, ...most, ...(isAuthorized && { headers: { authorization: `Token ${token}` } }) };
  }

  private async giveUp(files: FilesByName, problem: string): Promise<Result<never, string>> {
    await Promise.all([...files.values()].map((file) => file.remove()));
    return failure(problem);
  }

  private async load(turn: FetchTurn, files: FilesByName): Promise<string | null> {
    const { source } = this.fetched;
    try {
      const onDisk = [...files].map(([name, { path, expectedBytes }]) => ({ name, path, expectedBytes }));
      const loaded = await loadWatchlist(this.pool, source, onDisk);
      if (!loaded.ok) return loaded.error;
      const { state, version, doubts } = loaded.value;
      const isRefused = state === 'kept_aside';
      if (isRefused) this.logger.error(`${source.code}: version ${version} is quarantined: ${doubts.join('; ')}`);
      else this.logger.log(`${source.code}: version ${version} is ${state}`);
      const marks = isRefused ? null : Object.fromEntries([...files].map(([name, file]) => [name, file.marks]));
      const nextAt = nextFetchAt(turn.now, source.refreshHours);
      await inTransaction(this.pool, null, (client) => completeFetch(client, turn, { nextAt, marks }));
      return null;
    } finally {
      await Promise.all([...files.values()].map((file) => file.remove()));
    }
  }

  private async confirm(turn: FetchTurn): Promise<null> {
    const { code, refreshHours } = this.fetched.source;
    const { now, marks } = turn;
    await inTransaction(this.pool, null, async (client) => {
      await confirmCurrent(client, code, null);
      await completeFetch(client, turn, { nextAt: nextFetchAt(now, refreshHours), marks });
    });
    return null;
  }

  private async postpone(turn: FetchTurn, problem: string): Promise<void> {
    const { code, now, failures } = turn;
    const next = { nextAt: retryAt(now, failures + 1), failures: failures + 1, problem };
    await inTransaction(this.pool, null, (client) => postponeFetch(client, turn, next));
    this.logger.warn(`${code}: no newer version: ${problem}; next attempt at ${next.nextAt.toISOString()}`);
  }
}

function problemOf(download: Result<Download, string>): string | null {
  if (!download.ok) return `no file was received (${download.error})`;
  return download.value.kind === 'refused' ? `its address responds with ${download.value.status}` : null;
}

/** Returns the results of the last requests to the sources of all lists. */
export const watchlistFetches = (pool: PgPool): Promise<readonly FetchState[]> =>
  inTransaction(pool, null, (client) => findFetches(client));

const hourMs = 3_600_000;
const firstRetryMs = 60_000;
const longestRetryMs = 6 * hourMs;

/** Returns when a source is requested again after a success. A source that publishes no interval is a mirror of rarely changing data. */
const nextFetchAt = (now: Date, refreshHours: number | null): Date =>
  new Date(now.getTime() + (refreshHours ?? 24) * hourMs);

/**
 * Returns when a source is requested again after consecutive failures: the delay doubles each time, since some do not respond for hours.
 */
const retryAt = (now: Date, failures: number): Date =>
  new Date(now.getTime() + Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 12), longestRetryMs));
