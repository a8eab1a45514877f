import { Injectable } from '@nestjs/common';
import { allWatchlists } from '@tamis/watchlists';

import { AppConfig } from '../../../../platform/config/index.js';
import { InjectPgPool, type PgPool } from '../../../../platform/database/index.js';
import { Egress } from '../../../../platform/egress/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { FetchWatchlist } from './fetch-watchlist.js';

/** Fetches newer files of public lists as configured, beginning when the server starts. */
@Injectable()
export class WatchlistFetchScheduler extends PeriodicJob {
  private readonly fetches: readonly FetchWatchlist[];
  /** Fetching may be configured for some processes only. */
  protected override readonly isOfProcess = true;
  protected readonly task = new PeriodicTask('watchlists', 'fetching lists failed', limits.watchlistLookMs, () =>
    this.fetchIfDue(),
  );

  constructor(config: AppConfig, @InjectPgPool() pool: PgPool, egress: Egress) {
    super();
    const wanted = allWatchlists.filter(({ code }) => config.watchlistsFetch && config.watchlists.includes(code));
    this.fetches = wanted.flatMap((source) => {
      const mirror = config.watchlistMirrors[source.code] ?? null;
      if (source.refreshHours === null && mirror === null) return [];
      const token = source.needsLicence ? config.openSanctionsToken : null;
      return [new FetchWatchlist(pool, { source, mirror, token }, (asked) => egress.download(asked))];
    });
  }

  /** One after another, since each requires the memory for a list. */
  private async fetchIfDue(): Promise<void> {
    for (const fetch of this.fetches) if (!this.task.isStopped) await fetch.fetchIfDue();
  }
}
