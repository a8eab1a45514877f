import type { Queryable } from '../../../platform/database/index.js';
import type { SourcedRates } from '../domain/exchange.js';
import { FixedRates } from '../domain/fixed-rates.js';
import type { RateProvider, SourcedQuote } from '../domain/rate-provider.js';
import { ProvidedRates } from '../persistence/provided-rates.js';
import { EcbRates } from './ecb-rates.js';

/** Who gives the rates that an organization did not load. What was once fetched holds on, also when nothing is fetched any more. */
export const providerOf = (environment: 'production' | 'sandbox', client: Queryable): RateProvider =>
  environment === 'sandbox' ? new FixedRates() : new ProvidedRates(client, EcbRates.identity);

/** As they stand in a table of rates: not at all where there are none. */
export const providedBy = (
  { referenceCurrency }: RateProvider,
  quotes: readonly SourcedQuote[],
): Pick<SourcedRates, 'provided'> => (quotes.length === 0 ? {} : { provided: { referenceCurrency, quotes } });
