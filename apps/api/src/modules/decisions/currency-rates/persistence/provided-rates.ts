import { newId, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import { effectiveFrom } from '../domain/next-fetch.js';
import type { RateProvider, SourcedQuote, RateQuery } from '../domain/rate-provider.js';
import type { PublishedRate, RateSource } from '../domain/rate-source.js';

type SourceIdentity = Pick<RateSource, 'name' | 'base'>;

/** Provides the rates fetched from a source, read through a database connection. */
export class ProvidedRates implements RateProvider {
  readonly referenceCurrency: string;

  constructor(
    private readonly client: Queryable,
    private readonly source: SourceIdentity,
  ) {
    this.referenceCurrency = source.base;
  }

  async quotes({ currencies, days, maxAgeDays }: RateQuery): Promise<readonly SourcedQuote[]> {
    const { name, base } = this.source;
    // A rate may be effective for the rest of the day after its own.
    const { rows } = await this.client.query<{ quote: string; rate: string; at: Date }>({
      name: 'provided-quotes',
      text: `select quote, rate::text as rate, holds_from as at from provided_rates
        where source = $1 and base = $2 and ($3::text[] is null or quote = any($3)) and date between $4::date - $5::int - 2 and $6::date
        order by date, quote`,
      values: [name, base, currencies, days[0], maxAgeDays, days.at(-1)],
    });
    return rows.map(({ quote, rate, at }) => ({ base, quote, rate, at: at.getTime(), source: name }));
  }
}

/** Returns the stored rates of a source from a day on. */
export async function findPublished(
  client: Queryable,
  { name, base }: SourceIdentity,
  from: string,
): Promise<readonly PublishedRate[]> {
  const { rows } = await client.query<PublishedRate>(
    `select date::text as date, quote as currency, rate::text as rate from provided_rates
     where source = $1 and base = $2 and date >= $3::date`,
    [name, base, from],
  );
  return rows;
}

/** Stores new rates. Existing ones remain unchanged. */
export async function storePublished(
  client: Queryable,
  { name, base }: SourceIdentity,
  rates: readonly PublishedRate[],
  now: Date,
): Promise<void> {
  await client.query(
    `insert into provided_rates (id, source, base, quote, date, rate, holds_from, loaded_at)
     select id, $1, $2, quote, date, rate, holds_from, $3
     from unnest($4::uuid[], $5::text[], $6::date[], $7::numeric[], $8::timestamptz[]) as r (id, quote, date, rate, holds_from)
     on conflict (source, base, quote, date) do nothing`,
    [
      name,
      base,
      now,
      rates.map(() => newId(now.getTime())),
      rates.map(({ currency }) => currency),
      rates.map(({ date }) => date),
      rates.map(({ rate }) => rate),
      rates.map(({ date }) => effectiveFrom(date, now)),
    ],
  );
}

/** A lease for querying a source. Times are those of the database. */
export interface FetchLease {
  readonly now: Date;
  readonly failures: number;
  /** Time of its last successful response. */
  readonly fetchedAt: Date | null;
}

/** Gives the lease to the first caller once a query is due. No other caller gets it for `leaseSeconds`. */
export async function claimFetchLease(
  client: Queryable,
  source: string,
  leaseSeconds: number,
): Promise<FetchLease | null> {
  await client.query(`insert into rate_fetches (source, next_at) values ($1, '-infinity') on conflict do nothing`, [
    source,
  ]);
  const { rows } = await client.query<FetchLease>(
    `update rate_fetches set next_at = now() + make_interval(secs => $2) where source = $1 and next_at <= now()
     returning now() as now, failures, fetched_at as "fetchedAt"`,
    [source, leaseSeconds],
  );
  return rows[0] ?? null;
}

/** Stores the result of a query. `newest` is the newest day with known rates. `problem` says why no rates were received. */
export async function completeFetch(
  client: Transaction,
  source: string,
  settled: { readonly nextAt: Date } & (
    | { readonly fetchedAt: Date; readonly newest: string }
    | { readonly failures: number; readonly problem: string }
  ),
): Promise<void> {
  const { nextAt } = settled;
  if ('problem' in settled)
    await client.query('update rate_fetches set next_at = $2, failures = $3, problem = $4 where source = $1', [
      source,
      nextAt,
      settled.failures,
      settled.problem,
    ]);
  else
    await client.query(
      `update rate_fetches set next_at = $2, failures = 0, problem = null, fetched_at = $3, newest = $4 where source = $1`,
      [source, nextAt, settled.fetchedAt, settled.newest],
    );
}

/** Returns the time from which the newest rates are effective; `null` if there are none. */
export async function findNewestEffectiveFrom(client: Queryable, source: string): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    'select max(holds_from) as at from provided_rates where source = $1',
    [source],
  );
  return rows[0]?.at ?? null;
}
