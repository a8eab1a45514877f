import { Module } from '@nestjs/common';
import { ScreeningPool } from '@tamis/screening-pool';

import { AppConfig } from '../../../platform/config/index.js';
import { WatchlistsController } from './http/watchlists.controller.js';
import { ListWatchlists } from './use-cases/list-watchlists.js';
import { WatchlistFetchScheduler } from './use-cases/watchlist-fetch-scheduler.js';
import { Watchlists } from './use-cases/watchlists.js';

/** The worker threads that search lists, also for other code whose work would block the main thread. */
const threads = {
  provide: ScreeningPool,
  inject: [AppConfig],
  useFactory: ({ screeningThreads }: AppConfig) => new ScreeningPool({ threads: screeningThreads }),
};

/** Public lists that parties are screened against. */
@Module({
  controllers: [WatchlistsController],
  providers: [threads, Watchlists, ListWatchlists, WatchlistFetchScheduler],
  exports: [threads, Watchlists],
})
export class WatchlistsModule {}
