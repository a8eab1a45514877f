import { Module } from '@nestjs/common';

import { DryRunsModule } from './dry-runs/dry-runs.module.js';
import { RuleMonitoringModule } from './rule-monitoring/rule-monitoring.module.js';
import { RuleRunsModule } from './rule-runs/rule-runs.module.js';
import { SearchModule } from './search/search.module.js';

/** What rules did, and would do, and records of every room by what is known of them. */
@Module({ imports: [DryRunsModule, RuleMonitoringModule, RuleRunsModule, SearchModule] })
export class InsightModule {}
