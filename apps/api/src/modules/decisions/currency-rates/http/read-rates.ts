import { asDecimal, parseNumeric } from '@tamis/stdx';

import { invalid } from '../../../../platform/http/index.js';
import { type RateOverride, currencyPairKey } from '../domain/rate-overrides.js';
import type { DatedRate } from '../persistence/rate-store.js';
import type { PairRateBody, RateBody } from '../dto/currency-rates.bodies.js';

const toRateOverride = ({ base, quote, rate }: PairRateBody): RateOverride => ({
  base: base.toUpperCase(),
  quote: quote.toUpperCase(),
  rate: asDecimal(parseNumeric(String(rate))!).toFixed(),
});

/** Converts the rates of a request. Throws 400 for a rate of a currency to itself, and for a duplicate pair and day. */
export function readRates(bodies: readonly RateBody[]): readonly DatedRate[] {
  const rates = bodies.map((body) => ({ ...toRateOverride(body), date: body.date }));
  rejectDuplicates(rates, ({ base, quote, date }) => `${base} ${quote} ${date}`, 'pair and day');
  return rates;
}

/** Does the same for rates without a date. Both directions of a pair count as the same pair. */
export function readPairRates(bodies: readonly PairRateBody[]): readonly RateOverride[] {
  const rates = bodies.map(toRateOverride);
  rejectDuplicates(rates, currencyPairKey, 'pair');
  return rates;
}

function rejectDuplicates<R extends RateOverride>(rates: readonly R[], keyOf: (rate: R) => string, what: string): void {
  const seen = new Map<string, number>();
  const problems = rates.flatMap((rate, index): [string, string][] => {
    const first = seen.get(keyOf(rate));
    seen.set(keyOf(rate), first ?? index);
    if (rate.base === rate.quote) return [[`rates[${index}].quote`, 'must differ from base']];
    return first === undefined ? [] : [[`rates[${index}]`, `has the same ${what} as rates[${first}]`]];
  });
  if (problems.length > 0) throw invalid(Object.fromEntries(problems));
}
