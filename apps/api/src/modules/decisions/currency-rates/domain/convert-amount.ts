import type { RateTable } from '@tamis/lang';
import { rateConverter, appliedQuotes } from '@tamis/library';
import { asDecimal, money, parseNumeric } from '@tamis/stdx';

import type { SourcedQuote } from './rate-provider.js';

/** An amount in another currency. Numbers are decimal texts. */
export interface CurrencyConversion {
  readonly currency: string;
  /** Value of one unit of the original currency. */
  readonly exchangeRate: string;
  readonly value: string;
  /** Date of the oldest rate used, `YYYY-MM-DD`. */
  readonly rateDate: string;
  /** Sources of the rates, without duplicates. */
  readonly source: string;
}

/** Rates with their sources. */
export interface SourcedRates extends RateTable {
  readonly quotes: readonly SourcedQuote[];
  readonly provided?: { readonly referenceCurrency: string; readonly quotes: readonly SourcedQuote[] };
}

export interface AmountToConvert {
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Converts the amount to another currency at the rate of its time. Returns `null` if no rate is known. */
export function convertAmount(
  { amount, currency: from, at }: AmountToConvert,
  to: string,
  rates: SourcedRates,
): CurrencyConversion | null {
  const convert = rateConverter(rates);
  const inOther = (text: string): string | null => {
    const found = convert(money(parseNumeric(text)!, from), to, at);
    return 'amount' in found ? asDecimal(found.amount).toFixed() : null;
  };
  const [value, exchangeRate] = [inOther(amount), inOther('1')];
  const behind = appliedQuotes(rates, from, to, at) as readonly SourcedQuote[] | null;
  if (value === null || exchangeRate === null || behind === null) return null;
  const rateDate = dayOf(Math.min(at, ...behind.map((quote) => quote.at)));
  const source = [...new Set(behind.map((quote) => quote.source))].join(', ') || 'same currency';
  return { currency: to, exchangeRate, value, rateDate, source };
}
