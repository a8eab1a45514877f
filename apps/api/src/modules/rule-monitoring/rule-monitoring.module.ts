import { Module } from '@nestjs/common';

import { RuleCountersModule } from '../rule-counters/index.js';
import { RulesModule } from '../rules/index.js';
import { StatisticsController } from './http/statistics.controller.js';
import { ReadStatistics } from './use-cases/read-statistics.js';

/** What becomes of rules that run. */
@Module({
  imports: [RuleCountersModule, RulesModule],
  controllers: [StatisticsController],
  providers: [ReadStatistics],
})
export class RuleMonitoringModule {}
