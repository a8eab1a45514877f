export { CurrencyRatesModule } from './currency-rates.module.js';
export type { Exchange } from './domain/exchange.js';
export type { RateProvider, SourcedQuote, WantedRates } from './domain/rate-provider.js';
export { CurrencyRates, type Worth } from './use-cases/currency-rates.js';
export { ratesOfPeriod } from './use-cases/rates-of-period.js';
