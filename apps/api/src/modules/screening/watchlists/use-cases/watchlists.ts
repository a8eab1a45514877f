import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { buildIndex, type ScreenedParty, type ScreeningOptions } from '@tamis/screening';
import { type LoadedList, ScreeningPool, type ScreeningRequest, type ScreeningResult } from '@tamis/screening-pool';
import { allWatchlists, sandboxList, type WatchlistEntry } from '@tamis/watchlists';

import { AppConfig } from '../../../../platform/config/index.js';
import { InjectPgPool, inTransaction, Notifications, type PgPool } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { Metrics } from '../../../../platform/metrics/index.js';
import { PeriodicTask } from '../../../../platform/periodic-task.js';
import type { LoadedWatchlist } from '../domain/loaded-watchlist.js';
import { type OwnList, ownList } from '../domain/own-list.js';
import type { EntryKeyOfList, StoredEntry } from '../domain/stored-entry.js';
import {
  type CurrentIndex,
  findChangedIds,
  findCurrentIndexes,
  findEntries,
  readIndex,
} from '../persistence/loaded-versions.js';

export { ListNotLoadedError } from '@tamis/screening-pool';

const changesName = 'changes';
const titles = new Map(allWatchlists.map(({ code, title }) => [code, title]));

/** The public lists loaded by this process: current versions, in memory shared by its threads. They do not belong to an organization. */
@Injectable()
export class Watchlists implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('watchlists');
  private readonly lists = new Map<string, LoadedWatchlist>();
  /** Entries that parties are compared with in addition to the lists: those of a newer version. */
  private changes: { readonly entries: readonly WatchlistEntry[]; readonly loaded: Promise<void> } | null = null;
  private changesVersion = 0;
  /** Search indexes of own lists by version: those requested most recently. */
  private readonly ownLists = new LRUCache<string, Promise<SharedArrayBuffer>>({ max: limits.ownListsKept });
  /** The check in progress, and whether another one was requested meanwhile. */
  private looking: Promise<void> | null = null;
  private readonly task = new PeriodicTask('watchlists', 'loading lists failed', limits.watchlistLookMs, () =>
    this.refresh(),
  );

  constructor(
    private readonly config: AppConfig,
    @InjectPgPool() private readonly pool: PgPool,
    notifications: Notifications,
    private readonly metrics: Metrics,
    private readonly threads: ScreeningPool,
  ) {
    notifications.on('tamis_watchlists', () => void this.refresh().catch(() => undefined));
  }

  /** The lists are loaded soon after; screenings before that wait for them. */
  onApplicationBootstrap(): void {
    this.metrics.addGauge({
      name: 'tamis_watchlist_age_seconds',
      help: 'Time since the source of each loaded list was last checked for a newer version',
      label: 'list',
      read: () =>
        Object.fromEntries(
          this.loaded().map(({ code, checkedAt }) => [code, (Date.now() - checkedAt.getTime()) / 1_000]),
        ),
    });
    if (this.config.watchlists.length === 0) return;
    this.task.start();
    this.task.runNow();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
    await this.looking?.catch(() => undefined);
    await this.threads.close();
  }

  /** Returns the lists whose current version this process has loaded. */
  loaded(): readonly LoadedWatchlist[] {
    return [...this.lists.values()];
  }

  /** Returns their search indexes, which other threads may read as well. */
  blocks(): readonly LoadedList[] {
    this.loadSandboxList();
    return this.threads.loaded;
  }

  /** The sandbox list is part of the server, and is built on first use. */
  private loadSandboxList(): void {
    const { code, version, entries } = sandboxList;
    if (!this.threads.loaded.some(({ list }) => list === code)) this.threads.load(code, version, buildIndex(entries));
  }

  /**
   * Screens in worker threads, optionally also against an organization's own list. Throws `ListNotLoadedError` for a list that is not
   * loaded.
   */
  async screen(request: Omit<ScreeningRequest, 'own'>, own: OwnList | null = null): Promise<ScreeningResult> {
    if (request.lists.includes(sandboxList.code)) this.loadSandboxList();
    else if (!request.lists.every((list) => list === ownList.code || this.lists.has(list)))
      await this.looking?.catch(() => undefined);
    return this.threads.screen({ ...request, own: own ? [await this.openOwn(own)] : [] });
  }

  private async openOwn({ version, entries }: OwnList): Promise<LoadedList> {
    const known = this.ownLists.get(version);
    const building = known ?? this.threads.build(entries);
    if (!known) {
      this.ownLists.set(version, building);
      // The next request tries again.
      building.catch(() => this.ownLists.delete(version));
    }
    return { list: ownList.code, version, block: await building };
  }

  /** Returns entries of public lists, in the given versions or otherwise the current ones. Those that do not exist are left out. */
  async entries(
    keys: readonly EntryKeyOfList[],
    versions: Readonly<Record<string, string>> = {},
    own: OwnList | null = null,
  ): Promise<readonly StoredEntry[]> {
    if (keys.length === 0) return [];
    return inTransaction(this.pool, null, (client) => findEntries(client, keys, versions, own));
  }

  /** Returns ids of entries that differ between two versions of a list, or `null` if there are more than `most`. */
  changedIds(code: string, from: string, to: string, most: number): Promise<ReadonlySet<string> | null> {
    return inTransaction(this.pool, null, (client) => findChangedIds(client, { code, from, to, most }));
  }

  /** Returns for each party whether one of the entries matches it. The loaded lists are not searched. */
  async matchesAny(
    entries: readonly WatchlistEntry[],
    parties: readonly ScreenedParty[],
    options: ScreeningOptions,
  ): Promise<readonly boolean[]> {
    if (this.changes?.entries !== entries) {
      this.changesVersion += 1;
      const version = String(this.changesVersion);
      const loaded = this.threads.build(entries).then((block) => this.threads.load(changesName, version, block));
      this.changes = { entries, loaded };
      // The next request tries again.
      loaded.catch(() => (this.changes = null));
    }
    await this.changes.loaded;
    const { matches } = await this.threads.screen({ parties, lists: [changesName], options, explain: false });
    return matches.map((found) => found.length > 0);
  }

  /** Loads what others have stored since. A caller during a check in progress gets one that begins after it. */
  async refresh(): Promise<void> {
    await this.looking?.catch(() => undefined);
    this.looking ??= this.look().finally(() => (this.looking = null));
    return this.looking;
  }

  private async look(): Promise<void> {
    const current = await inTransaction(this.pool, null, (client) =>
      findCurrentIndexes(client, this.config.watchlists),
    );
    for (const each of current) await this.take(each);
    for (const code of this.lists.keys())
      if (!current.some((each) => each.code === code)) {
        this.lists.delete(code);
        this.threads.unload(code);
      }
  }

  /** Requests in progress finish with the previous version, whose memory is freed with the last of them. */
  private async take(current: CurrentIndex): Promise<void> {
    const { code, entries, publishedOn, loadedAt, checkedAt } = current;
    const version = String(current.version);
    if (this.lists.get(code)?.version !== version) {
      const block = await inTransaction(this.pool, null, (client) => readIndex(client, current));
      if (block === null) return;
      this.threads.load(code, version, block);
      this.logger.log(`${code}: version ${version} is loaded, ${entries} entries`);
    }
    this.lists.set(code, { code, name: titles.get(code) ?? code, version, entries, publishedOn, loadedAt, checkedAt });
  }
}
