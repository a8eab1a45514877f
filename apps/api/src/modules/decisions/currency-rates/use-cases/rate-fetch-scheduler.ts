import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

import { AppConfig } from '../../../../platform/config/index.js';
import { InjectPgPool, type PgPool } from '../../../../platform/database/index.js';
import { Egress } from '../../../../platform/egress/index.js';
import { limits } from '../../../../platform/limits.js';
import { Metrics } from '../../../../platform/metrics/index.js';
import { PeriodicTask } from '../../../../platform/periodic-task.js';
import { EcbRates } from './ecb-rates.js';
import { FetchRates } from './fetch-rates.js';

/** Fetches rates from server startup on, if the settings name a source. */
@Injectable()
export class RateFetchScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly fetchRates: FetchRates | null;
  private readonly task = new PeriodicTask(
    'currency rates',
    'fetching currency rates failed',
    limits.rateFetchLookMs,
    () => this.fetchIfDue(),
  );

  constructor(
    { ratesProvider, ratesUrl }: AppConfig,
    @InjectPgPool() pool: PgPool,
    egress: Egress,
    private readonly metrics: Metrics,
  ) {
    const source = new EcbRates(ratesUrl, (request) => egress.sendAsServer(request));
    this.fetchRates = ratesProvider === 'off' ? null : new FetchRates(pool, source);
  }

  onApplicationBootstrap(): void {
    if (!this.fetchRates) return;
    this.registerMetrics(this.fetchRates);
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Returns whether a query was sent. */
  async fetchIfDue(): Promise<boolean> {
    return (await this.fetchRates?.fetchIfDue()) ?? false;
  }

  private registerMetrics(fetching: FetchRates): void {
    this.metrics.addCounter({
      name: 'tamis_currency_rate_fetches_total',
      help: 'Fetches of currency rates, by result',
      label: 'result',
      read: () => ({ ...fetching.counts }),
    });
    this.metrics.addCounter({
      name: 'tamis_currency_rates_disbelieved_total',
      help: 'Fetched currency rates that were left out because they differ too much from the previous ones',
      read: () => fetching.implausible,
    });
    this.metrics.addGauge({
      name: 'tamis_currency_rates_age_seconds',
      help: 'Age of the newest fetched currency rates; absent if there are none',
      label: 'source',
      read: (): Readonly<Record<string, number>> => {
        const since = fetching.newestSince?.getTime();
        return since === undefined ? {} : { [EcbRates.identity.name]: (Date.now() - since) / 1_000 };
      },
    });
  }
}
