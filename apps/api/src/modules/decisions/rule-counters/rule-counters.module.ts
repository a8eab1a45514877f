import { Module } from '@nestjs/common';

import { RuleSetsModule } from '../rule-sets/index.js';
import { CountEvaluations } from './count-evaluations.js';
import { ReadRuleStats } from './read-rule-stats.js';

/** How often rules hit, were unknown and had effects, counted from stored evaluations. */
@Module({
  imports: [RuleSetsModule],
  providers: [CountEvaluations, ReadRuleStats],
  exports: [CountEvaluations, ReadRuleStats],
})
export class RuleCountersModule {}
