import { Module } from '@nestjs/common';

import { EvaluationsModule } from '../../decisions/evaluations/index.js';
import { RulesModule } from '../../rules/rules/index.js';
import { AutomationsController } from './http/automations.controller.js';
import { Conditions } from './use-cases/conditions.js';
import { ReadAutomations } from './use-cases/read-automations.js';
import { WriteAutomations } from './use-cases/write-automations.js';

/** What is to happen by itself, and when. */
@Module({
  imports: [EvaluationsModule, RulesModule],
  controllers: [AutomationsController],
  providers: [Conditions, ReadAutomations, WriteAutomations],
  exports: [Conditions, ReadAutomations, WriteAutomations],
})
export class DefinitionsModule {}
