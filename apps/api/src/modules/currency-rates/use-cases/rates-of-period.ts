import type { Queryable } from '../../../platform/database/index.js';
import type { SourcedRates } from '../domain/exchange.js';
import { FixedRates, fixedCurrencies } from '../domain/fixed-rates.js';
import { ratesToUse, referenceCurrency } from '../domain/rates-to-use.js';
import { findAllQuotes, findCurrencySettings } from '../persistence/rate-store.js';

const dayMs = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Every rate that can be asked for about a period, both ends included, as it is loaded now. On a connection of the organization. */
export async function ratesOfPeriod(
  client: Queryable,
  organizationId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<SourcedRates> {
  const { environment, rateMaxAgeDays: maxAgeDays } = await findCurrencySettings(client, organizationId);
  const first = from.getTime() - maxAgeDays * dayMs;
  const own = await findAllQuotes(client, organizationId, { from: dayOf(first), to: dayOf(to.getTime()) });
  if (environment !== 'sandbox') return { referenceCurrency, maxAgeDays, quotes: own };
  const days: string[] = [];
  for (let day = from.getTime(); day < to.getTime() + dayMs; day += dayMs) days.push(dayOf(day));
  const provided = await new FixedRates().quotes({ currencies: fixedCurrencies, days });
  return { referenceCurrency, maxAgeDays, quotes: ratesToUse(own, provided) };
}
