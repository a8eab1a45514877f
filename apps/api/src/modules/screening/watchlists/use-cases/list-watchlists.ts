import { Injectable } from '@nestjs/common';
import { allWatchlists, type WatchlistSource } from '@tamis/watchlists';

import { AppConfig } from '../../../../platform/config/index.js';
import { InjectPgPool, type PgPool } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { type WatchlistStatus, watchlistStatus } from '../domain/watchlist-state.js';
import { watchlistVersions } from './load-watchlist.js';
import { Watchlists } from './watchlists.js';

export interface ListedWatchlist extends WatchlistStatus {
  readonly source: WatchlistSource;
}

/** Returns the state of the lists of this server. */
@Injectable()
export class ListWatchlists {
  constructor(
    private readonly config: AppConfig,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly watchlists: Watchlists,
  ) {}

  async list(): Promise<readonly ListedWatchlist[]> {
    const versions = await watchlistVersions(this.pool);
    const here = new Set(this.watchlists.loaded().map(({ code }) => code));
    const [now, maxAgeHours] = [new Date(), limits.watchlistStaleHours];
    return allWatchlists
      .filter(({ code }) => this.config.watchlists.includes(code))
      .map((source) => {
        const own = versions.filter(({ code }) => code === source.code);
        return { source, ...watchlistStatus(own, { isLoadedHere: here.has(source.code), maxAgeHours, now }) };
      });
  }
}
