import type { SourcedQuote } from './rate-provider.js';
import type { SourcedRates } from './convert-amount.js';

/** A rate that applies to a single evaluation at all times, in both directions, instead of the stored rates of its pair. */
export interface RateOverride {
  readonly base: string;
  readonly quote: string;
  /** Decimal text. */
  readonly rate: string;
}

/** Returns the same key for both directions of a pair. */
export const currencyPairKey = ({ base, quote }: Pick<RateOverride, 'base' | 'quote'>): string =>
  [base, quote].sort().join('/');

/** Returns a rate table with the overrides at each of the requested times. */
export function withRateOverrides(
  rates: SourcedRates,
  given: readonly RateOverride[],
  times: readonly number[],
): SourcedRates {
  if (given.length === 0) return rates;
  const pairs = new Set(given.map(currencyPairKey));
  const isOther = (quote: SourcedQuote): boolean => !pairs.has(currencyPairKey(quote));
  const quotes = [...new Set(times)].flatMap((at) => given.map((rate) => ({ ...rate, at, source: 'request' })));
  const { provided } = rates;
  return {
    ...rates,
    quotes: [...rates.quotes.filter(isOther), ...quotes],
    ...(provided && { provided: { ...provided, quotes: provided.quotes.filter(isOther) } }),
  };
}
