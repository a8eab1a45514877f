import { Module } from '@nestjs/common';

import { CurrencyRatesController } from './http/currency-rates.controller.js';
import { CurrencyRates } from './use-cases/currency-rates.js';
import { LoadRates } from './use-cases/load-rates.js';
import { RateFetchScheduler } from './use-cases/rate-fetch-scheduler.js';

/** Exchange rates between currencies, by day. */
@Module({
  controllers: [CurrencyRatesController],
  providers: [CurrencyRates, LoadRates, RateFetchScheduler],
  exports: [CurrencyRates],
})
export class CurrencyRatesModule {}
