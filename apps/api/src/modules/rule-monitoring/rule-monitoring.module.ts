import { Module } from '@nestjs/common';

import { RuleCountersModule } from '../rule-counters/index.js';
import { RulesModule } from '../rules/index.js';
import { FieldsController } from './http/fields.controller.js';
import { StatisticsController } from './http/statistics.controller.js';
import { ReadFields } from './use-cases/read-fields.js';
import { ReadStatistics } from './use-cases/read-statistics.js';

/** What becomes of rules that run. */
@Module({
  imports: [RuleCountersModule, RulesModule],
  controllers: [FieldsController, StatisticsController],
  providers: [ReadFields, ReadStatistics],
})
export class RuleMonitoringModule {}
