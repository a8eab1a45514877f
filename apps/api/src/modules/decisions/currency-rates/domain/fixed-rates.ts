import type { RateProvider, SourcedQuote, RateQuery } from './rate-provider.js';
import { referenceCurrency } from './reference-currency.js';

/** Value of one US dollar on every day. Round figures, so that nobody mistakes them for market rates. */
const perDollar: Readonly<Record<string, string>> = {
  ARS: '1000',
  BRL: '5',
  CLP: '900',
  COP: '4000',
  EUR: '0.9',
  GBP: '0.8',
  MXN: '20',
  USDC: '1',
  USDT: '1',
};

/** The rates of sandboxes, which are the same on every day. */
export class FixedRates implements RateProvider {
  readonly referenceCurrency = referenceCurrency;

  quotes({ currencies, days }: RateQuery): Promise<readonly SourcedQuote[]> {
    const known = Object.entries(perDollar).flatMap(([quote, rate]) =>
      currencies === null || currencies.includes(quote) ? [{ quote, rate }] : [],
    );
    const quotes = days.flatMap((day) =>
      known.map(({ quote, rate }) => ({ base: referenceCurrency, quote, rate, at: Date.parse(day), source: 'fixed' })),
    );
    return Promise.resolve(quotes);
  }
}
