import { Module } from '@nestjs/common';

import { CurrencyRatesModule } from './currency-rates/currency-rates.module.js';
import { DataListsModule } from './data-lists/data-lists.module.js';
import { EnrichmentDataModule } from './enrichment-data/enrichment-data.module.js';
import { RuleCountersModule } from './rule-counters/rule-counters.module.js';

/** Rules in force, what they read, and what became of their runs. */
@Module({ imports: [CurrencyRatesModule, DataListsModule, EnrichmentDataModule, RuleCountersModule] })
export class DecisionsModule {}
