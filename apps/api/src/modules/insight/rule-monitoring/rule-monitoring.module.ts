import { Module } from '@nestjs/common';
import { OperationFigures } from '../../../platform/operations/index.js';

import { DryRunsModule } from '../dry-runs/index.js';
import { RecordSamplesModule } from '../../decisions/record-samples/index.js';
import { RuleCountersModule } from '../../decisions/rule-counters/index.js';
import { RuleSetsModule } from '../../decisions/rule-sets/index.js';
import { RulesModule } from '../../rules/rules/index.js';
import { CompareController } from './http/compare.controller.js';
import { FieldsController } from './http/fields.controller.js';
import { StatisticsController } from './http/statistics.controller.js';
import { CompareVersions } from './use-cases/compare-versions.js';
import { MeasureDrift } from './use-cases/measure-drift.js';
import { ReadFields } from './use-cases/read-fields.js';
import { ReadStatistics } from './use-cases/read-statistics.js';
import { WatchDrift } from './use-cases/watch-drift.js';

/** Monitoring of rules in force. */
@Module({
  imports: [DryRunsModule, RecordSamplesModule, RuleCountersModule, RuleSetsModule, RulesModule],
  controllers: [CompareController, FieldsController, StatisticsController],
  providers: [CompareVersions, MeasureDrift, ReadFields, ReadStatistics, WatchDrift],
})
export class RuleMonitoringModule {
  constructor(figures: OperationFigures) {
    figures.addCount(
      'rulesDrifted',
      `select count(*) from rule_drifts where organization_id = $1 and status = 'drifted'`,
    );
  }
}
