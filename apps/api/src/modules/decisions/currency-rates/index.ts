export { CurrencyRatesModule } from './currency-rates.module.js';
export type { Exchange } from './domain/exchange.js';
export type { GivenRate } from './domain/given-rates.js';
export type { RateProvider, SourcedQuote, WantedRates } from './domain/rate-provider.js';
export { PairRateBody } from './dto/currency-rates.bodies.js';
export { readPairRates } from './http/read-rates.js';
export { CurrencyRates, type Worth } from './use-cases/currency-rates.js';
export { ratesOfPeriod } from './use-cases/provider-of.js';
