import { Module } from '@nestjs/common';

import { DryRunsModule } from './dry-runs/dry-runs.module.js';
import { RuleMonitoringModule } from './rule-monitoring/rule-monitoring.module.js';
import { RuleRunsModule } from './rule-runs/rule-runs.module.js';

/** What rules did, and would do. */
@Module({ imports: [DryRunsModule, RuleMonitoringModule, RuleRunsModule] })
export class InsightModule {}
