import { Module } from '@nestjs/common';

import { DryRunsModule } from '../dry-runs/index.js';
import { RuleCountersModule } from '../rule-counters/index.js';
import { RuleSetsModule } from '../rule-sets/index.js';
import { RulesModule } from '../rules/index.js';
import { CompareController } from './http/compare.controller.js';
import { FieldsController } from './http/fields.controller.js';
import { StatisticsController } from './http/statistics.controller.js';
import { CompareVersions } from './use-cases/compare-versions.js';
import { ReadFields } from './use-cases/read-fields.js';
import { ReadStatistics } from './use-cases/read-statistics.js';

/** What becomes of rules that run. */
@Module({
  imports: [DryRunsModule, RuleCountersModule, RuleSetsModule, RulesModule],
  controllers: [CompareController, FieldsController, StatisticsController],
  providers: [CompareVersions, ReadFields, ReadStatistics],
})
export class RuleMonitoringModule {}
