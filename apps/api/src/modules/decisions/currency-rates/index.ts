export { CurrencyRatesModule } from './currency-rates.module.js';
export type { CurrencyConversion } from './domain/convert-amount.js';
export type { RateOverride } from './domain/rate-overrides.js';
export { PairRateBody } from './dto/currency-rates.bodies.js';
export { readPairRates } from './http/read-rates.js';
export { CurrencyRates, type ConvertedAmounts } from './use-cases/currency-rates.js';
export { ratesOfPeriod } from './use-cases/select-rate-provider.js';
export { countRatesSince } from './persistence/rate-store.js';
