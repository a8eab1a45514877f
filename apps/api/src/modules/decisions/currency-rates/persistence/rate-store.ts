import { newId, organizationsSql, type Queryable, SqlConditions } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { SourcedQuote } from '../domain/rate-provider.js';

/**
 * Counts rates that were loaded or replaced after a point in time. Of the public ones, counts only those that were effective before they
 * were loaded.
 */
export async function countRatesSince(client: Queryable, organizationId: string, since: Date): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*) from currency_rates where organization_id = $1 and loaded_at > $2)::int
      + (select count(*) from provided_rates p, organizations o
         where o.id = $1 and o.environment = 'production' and p.loaded_at > $2 and p.holds_from < p.loaded_at)::int as count`,
    [organizationId, since],
  );
  return rows[0]!.count;
}

/** A rate for one day. */
export interface DatedRate {
  readonly base: string;
  readonly quote: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Decimal text. */
  readonly rate: string;
}

export interface StoredRate extends DatedRate {
  readonly source: string;
}

/** Currency settings of an organization. */
export interface CurrencySettings {
  readonly environment: 'production' | 'sandbox';
  readonly reportingCurrencies: readonly string[];
  readonly rateMaxAgeDays: number;
  /** Whether any rate may be known: the organization has loaded some, or public rates are available. */
  readonly hasRates: boolean;
}

export async function findCurrencySettings(client: Queryable, organizationId: string): Promise<CurrencySettings> {
  const { rows } = await client.query<CurrencySettings>({
    name: 'currency-settings',
    text: `select environment, reporting_currencies as "reportingCurrencies", rate_max_age_days as "rateMaxAgeDays",
        environment = 'sandbox' or exists (select 1 from currency_rates where organization_id = $1)
          or exists (select 1 from provided_rates) as "hasRates"
      from ${organizationsSql} o where id = $1`,
    values: [organizationId],
  });
  return rows[0]!;
}

/** The days on which the rates may apply, both ends included. */
export interface RateSpan {
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly to: string;
  readonly maxAgeDays: number;
}

/** Returns the organization's own rates between certain currencies. */
export async function findQuotes(
  client: Queryable,
  organizationId: string,
  currencies: readonly string[],
  { from, to, maxAgeDays }: RateSpan,
): Promise<readonly SourcedQuote[]> {
  const { rows } = await client.query<StoredRate>({
    name: 'currency-quotes',
    text: `select base, quote, date::text as date, rate::text as rate, source from currency_rates
      where organization_id = $1 and base = any($2) and quote = any($2) and date between $3::date - $5::int and $4::date
      order by date, base, quote`,
    values: [organizationId, currencies, from, to, maxAgeDays],
  });
  return rows.map(({ date, ...quote }) => ({ ...quote, at: Date.parse(date) }));
}

/** Returns all rates loaded by the organization. */
export async function findAllQuotes(
  client: Queryable,
  organizationId: string,
  { from, to, maxAgeDays }: RateSpan,
): Promise<readonly SourcedQuote[]> {
  const { rows } = await client.query<StoredRate>(
    `select base, quote, date::text as date, rate::text as rate, source from currency_rates
     where organization_id = $1 and date between $2::date - $4::int and $3::date order by date, base, quote`,
    [organizationId, from, to, maxAgeDays],
  );
  return rows.map(({ date, ...quote }) => ({ ...quote, at: Date.parse(date) }));
}

/**
 * Stores rates of distinct pairs or days, replacing existing ones, and tells all processes about it. Returns how many were new or changed.
 */
export async function storeRates(
  client: Queryable,
  organizationId: string,
  rates: readonly DatedRate[],
  now: Date,
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'currency-rates-store',
    text: `insert into currency_rates (organization_id, id, base, quote, date, rate, source, loaded_at)
      select $1, id, base, quote, date, rate, 'organization', $7
      from unnest($2::uuid[], $3::text[], $4::text[], $5::date[], $6::numeric[]) as r (id, base, quote, date, rate)
      on conflict (organization_id, base, quote, date)
        do update set rate = excluded.rate, source = excluded.source, loaded_at = excluded.loaded_at
        where (currency_rates.rate, currency_rates.source) is distinct from (excluded.rate, excluded.source)`,
    values: [
      organizationId,
      rates.map(() => newId(now.getTime())),
      rates.map(({ base }) => base),
      rates.map(({ quote }) => quote),
      rates.map(({ date }) => date),
      rates.map(({ rate }) => rate),
      now,
    ],
  });
  if (rowCount) await client.query(`select pg_notify('tamis_currencies', $1)`, [organizationId]);
  return rowCount ?? 0;
}

export interface RateFilter extends PageQuery {
  readonly base?: string;
  readonly quote?: string;
  /** Days, both ends included. */
  readonly from?: string;
  readonly to?: string;
}

/** The rates of an organization, and the public ones for all except sandboxes, as rows of the organization. */
const ownAndProvided = `(
  select organization_id, id, base, quote, date, rate, source from currency_rates
  union all
  select o.id, p.id, p.base, p.quote, p.date, p.rate, p.source from provided_rates p, ${organizationsSql} o where o.environment = 'production'
) as rates`;

/** Returns the rates, newest first. */
export function listRates(client: Queryable, organizationId: string, query: RateFilter): Promise<Page<StoredRate>> {
  return selectPage<StoredRate>(client, {
    list: 'currency_rates',
    columns: 'base, quote, date::text as date, rate::text as rate, source',
    from: ownAndProvided,
    conditions: new SqlConditions(organizationId)
      .add('base = upper(?)', query.base)
      .add('quote = upper(?)', query.quote)
      .add('date >= ?::date', query.from)
      .add('date <= ?::date', query.to),
    query,
    sortBy: { column: 'rates.date', type: 'date' },
    descending: true,
  });
}
