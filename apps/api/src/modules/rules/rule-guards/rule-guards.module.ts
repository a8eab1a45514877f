import { Module } from '@nestjs/common';
import { OperationFigures } from '../../../platform/operations/index.js';

import { RuleCountersModule } from '../../decisions/rule-counters/index.js';
import { RulesModule, trippedGuardsSql } from '../rules/index.js';
import { GuardsController } from './guards.controller.js';
import { CheckGuards } from './check-guards.js';
import { RuleGuards } from './rule-guards.js';

/** Rules that leave the limits their authors gave them are stopped. */
@Module({
  imports: [RuleCountersModule, RulesModule],
  controllers: [GuardsController],
  providers: [CheckGuards, RuleGuards],
})
export class RuleGuardsModule {
  constructor(figures: OperationFigures) {
    figures.addCount('guardsTripped', trippedGuardsSql);
  }
}
