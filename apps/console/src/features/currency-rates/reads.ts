import type { components } from '@tamis/client';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import { rowsOfPage } from '../../data/paging.js';
import type { Rate } from './model/rate-csv.js';
import type { RatesSearch } from './model/rates-search.js';

export type ListedRate = components['schemas']['CurrencyRateDto'];

export const ratesQuery = (organizationId: string, { page, ...filter }: RatesSearch) =>
  queryOptions({
    queryKey: [organizationId, 'currency-rates', filter, page ?? 1],
    queryFn: ({ signal }) => {
      const query = { ...rowsOfPage(page), ...filter };
      return answerOf(clientOf(organizationId).GET('/currency-rates', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** Returns the rate that the organization itself loaded for a pair and day, if there is one. */
export async function readOwnRate(organizationId: string, { base, quote, date }: Rate): Promise<Rate | null> {
  const query = { base, quote, from: date, to: date, limit: 100 };
  const { rates } = await answerOf(clientOf(organizationId).GET('/currency-rates', { params: { query } }));
  const own = rates.find((each) => each.source === 'organization' && each.base === base && each.quote === quote);
  return own ? { base, quote, date, rate: Number(own.rate) } : null;
}

export function useRatesChanged(organizationId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: [organizationId, 'currency-rates'] });
    await queries.invalidateQueries({ queryKey: [organizationId, 'audit'] });
  };
}
