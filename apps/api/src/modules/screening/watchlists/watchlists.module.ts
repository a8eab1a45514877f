import { Module } from '@nestjs/common';

import { WatchlistsController } from './http/watchlists.controller.js';
import { ListWatchlists } from './use-cases/list-watchlists.js';
import { WatchlistFetchScheduler } from './use-cases/watchlist-fetch-scheduler.js';
import { Watchlists } from './use-cases/watchlists.js';

/** Public lists that parties are screened against. */
@Module({
  controllers: [WatchlistsController],
  providers: [Watchlists, ListWatchlists, WatchlistFetchScheduler],
  exports: [Watchlists],
})
export class WatchlistsModule {}
