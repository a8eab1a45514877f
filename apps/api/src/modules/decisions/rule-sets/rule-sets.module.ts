import { Module } from '@nestjs/common';
import { RuleSetsController } from './http/rule-sets.controller.js';
import { RuleEngine, RuleSets } from './use-cases/rule-sets.js';
import { PoolMetrics } from './use-cases/pool-metrics.js';
import { ReadRuleSets } from './use-cases/read-rule-sets.js';

/** Rule sets as values, the active set of each organization, and their evaluation. */
@Module({
  controllers: [RuleSetsController],
  providers: [RuleSets, RuleEngine, PoolMetrics, ReadRuleSets],
  exports: [RuleSets, RuleEngine, ReadRuleSets],
})
export class RuleSetsModule {}
