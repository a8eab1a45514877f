import { Module } from '@nestjs/common';
import { OperationFigures } from '../../../platform/operations/index.js';

import { RuleCountersModule } from '../../decisions/rule-counters/index.js';
import { RulesModule, trippedGuardsSql } from '../rules/index.js';
import { GuardsController } from './guards.controller.js';
import { CheckGuards } from './check-guards.js';
import { RuleGuards } from './rule-guards.js';

/** Stops rules that exceed the limits given by their authors. */
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
