import { dateText } from '@tamis/stdx';

import type { Queryable } from '../../../../platform/database/index.js';
import type { SourcedRates } from '../domain/convert-amount.js';
import { FixedRates } from '../domain/fixed-rates.js';
import type { RateProvider, SourcedQuote } from '../domain/rate-provider.js';
import { ProvidedRates } from '../persistence/provided-rates.js';
import { EcbRates } from './ecb-rates.js';
import { referenceCurrency } from '../domain/reference-currency.js';
import { findAllQuotes, findCurrencySettings } from '../persistence/rate-store.js';

/** Returns the provider of rates that an organization did not load. Fetched rates remain available even if fetching is disabled. */
export const selectRateProvider = (environment: 'production' | 'sandbox', client: Queryable): RateProvider =>
  environment === 'sandbox' ? new FixedRates() : new ProvidedRates(client, EcbRates.identity);

/** Returns the provided part of a rate table; nothing if there are no rates. */
export const toProvidedRates = (
  { referenceCurrency }: RateProvider,
  quotes: readonly SourcedQuote[],
): Pick<SourcedRates, 'provided'> => (quotes.length === 0 ? {} : { provided: { referenceCurrency, quotes } });

const dayMs = 86_400_000;
const firstDayMs = Date.parse('0001-01-01');

/** Limits the day to the years that the database supports. */
const dayOf = (at: number): string => dateText(Math.max(at, firstDayMs));

/** Returns every rate, as loaded now, that may be needed for a period, both ends included. Uses a connection of the organization. */
export async function ratesOfPeriod(
  client: Queryable,
  organizationId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<SourcedRates> {
  const { environment, rateMaxAgeDays: maxAgeDays } = await findCurrencySettings(client, organizationId);
  const span = { from: dayOf(from.getTime()), to: dayOf(to.getTime()), maxAgeDays };
  const quotes = await findAllQuotes(client, organizationId, span);
  const days: string[] = [];
  for (let day = from.getTime(); day < to.getTime() + dayMs; day += dayMs) days.push(dayOf(day));
  const provider = selectRateProvider(environment, client);
  const provided = await provider.quotes({ currencies: null, days, maxAgeDays });
  return { referenceCurrency, maxAgeDays, quotes, ...toProvidedRates(provider, provided) };
}
