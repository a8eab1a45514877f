import { Logger } from '@nestjs/common';

import { inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { filterPlausibleRates, type ImplausibleRate } from '../domain/filter-plausible-rates.js';
import { nextFetchAt, retryBackoffMs } from '../domain/next-fetch.js';
import type { FailedFetch, PublishedRate, RateFailure, RateSource } from '../domain/rate-source.js';
import {
  claimFetchLease,
  type FetchLease,
  findPublished,
  findNewestEffectiveFrom,
  completeFetch,
  storePublished,
} from '../persistence/provided-rates.js';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** If the last response is older than this, a day may have been missed. */
const missedAfterMs = 25 * hourMs;
/** Days before the fetched ones whose rates are used for comparison. */
const comparisonDays = 10;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Results of the queries that this process sent to a source. */
export type FetchCounts = Record<'stored' | 'unchanged' | RateFailure, number>;

/** Queries a source for its rates when due, and stores the new ones. All processes together send one query. */
export class FetchRates {
  private readonly logger = new Logger('currency rates');
  readonly counts: FetchCounts = {
    stored: 0,
    unchanged: 0,
    'not-allowed': 0,
    unreachable: 0,
    refused: 0,
    unreadable: 0,
  };
  /** Number of rates rejected because they differ too much from the previous ones. */
  implausible = 0;
  /** Time from which the newest rates are effective; `null` if there are none. */
  newestSince: Date | null = null;

  constructor(
    private readonly pool: PgPool,
    private readonly source: RateSource,
  ) {}

  /** Returns whether this process had the lease and sent the query. */
  async fetchIfDue(): Promise<boolean> {
    const { name } = this.source;
    const turn = await inTransaction(this.pool, null, (client) =>
      claimFetchLease(client, name, limits.rateFetchLeaseSeconds),
    );
    if (turn) await this.fetchFromSource(turn);
    this.newestSince = await inTransaction(this.pool, null, (client) => findNewestEffectiveFrom(client, name));
    return turn !== null;
  }

  private async fetchFromSource(turn: FetchLease): Promise<void> {
    const { now, fetchedAt } = turn;
    const isNext = fetchedAt !== null && now.getTime() - fetchedAt.getTime() < missedAfterMs;
    const fetched = await this.source.fetch(isNext ? 'newest' : 'recent');
    if (fetched.ok) await this.storeNewRates(turn, fetched.value);
    else await this.postpone(turn, fetched.error);
  }

  private async storeNewRates({ now }: FetchLease, published: readonly PublishedRate[]): Promise<void> {
    const { name } = this.source;
    const days = published.map(({ date }) => date).sort();
    const from = dayOf(Date.parse(days[0]!) - comparisonDays * dayMs);
    const { believed, disbelieved, newest } = await inTransaction(this.pool, null, async (client) => {
      const known = await findPublished(client, this.source, from);
      const judged = filterPlausibleRates(published, known, dayOf(now.getTime()));
      const newestDay =
        [...known, ...judged.believed]
          .map(({ date }) => date)
          .sort()
          .at(-1) ?? from;
      await storePublished(client, this.source, judged.believed, now);
      const nextAt = nextFetchAt(now, newestDay);
      await completeFetch(client, name, { nextAt, fetchedAt: now, newest: newestDay });
      return { ...judged, newest: newestDay };
    });
    this.counts[believed.length > 0 ? 'stored' : 'unchanged'] += 1;
    this.implausible += disbelieved.length;
    if (disbelieved.length > 0) this.logger.error(`${name}: ${implausibleRatesMessage(disbelieved)}`);
    if (believed.length > 0) this.logger.log(`${name}: ${believed.length} new rates, the newest of ${newest}`);
  }

  /** Known rates remain effective until they are too old. */
  private async postpone({ now, failures: before }: FetchLease, { failure, problem }: FailedFetch): Promise<void> {
    const { name } = this.source;
    this.counts[failure] += 1;
    const failures = before + 1;
    const nextAt = new Date(now.getTime() + retryBackoffMs(failures));
    const since = await inTransaction(this.pool, null, async (client) => {
      await completeFetch(client, name, { nextAt, failures, problem });
      return findNewestEffectiveFrom(client, name);
    });
    const isStale = since === null || now.getTime() - since.getTime() > limits.rateStaleDays * dayMs;
    const newest = since === null ? 'there are none' : `the newest are of ${since.toISOString()}`;
    this.logger[isStale ? 'error' : 'warn'](
      `${name}: no new rates, ${newest}: ${problem}; next attempt at ${nextAt.toISOString()}`,
    );
  }
}

const maxLoggedRates = 10;

function implausibleRatesMessage(disbelieved: readonly ImplausibleRate[]): string {
  const each = disbelieved
    .slice(0, maxLoggedRates)
    .map(
      ({ currency, date, rate, previous: before }) =>
        `${currency} ${rate} on ${date} after ${before.rate} on ${before.date}`,
    );
  return `${disbelieved.length} implausible rates were left out: ${each.join(', ')}`;
}
