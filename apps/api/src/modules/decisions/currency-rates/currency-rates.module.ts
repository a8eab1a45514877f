import { Module } from '@nestjs/common';

import { CurrencyRatesController } from './http/currency-rates.controller.js';
import { CurrencyRates } from './use-cases/currency-rates.js';
import { LoadRates } from './use-cases/load-rates.js';
import { RateFetchScheduler } from './use-cases/rate-fetch-scheduler.js';

/** What currencies are worth in others, day by day. */
@Module({
  controllers: [CurrencyRatesController],
  providers: [CurrencyRates, LoadRates, RateFetchScheduler],
  exports: [CurrencyRates],
})
export class CurrencyRatesModule {}
