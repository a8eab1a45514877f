import { Global, Module } from '@nestjs/common';

import { ListAutomations } from '../../decisions/data-lists/index.js';
import { EvaluationsModule } from '../../decisions/evaluations/index.js';
import { RulesModule } from '../../rules/rules/index.js';
import { AutomationsController } from './http/automations.controller.js';
import { StoredListAutomations } from './persistence/automation-store.js';
import { AutomationEditingController } from './http/automation-editing.controller.js';
import { CheckDefinition } from './use-cases/check-definition.js';
import { Conditions } from './use-cases/conditions.js';
import { ConvertConditions } from './use-cases/convert-conditions.js';
import { ReadAutomations } from './use-cases/read-automations.js';
import { WriteAutomations } from './use-cases/write-automations.js';

/** Defines automations: what is executed automatically, and when. Global for `ListAutomations`, which a lower module requires. */
@Global()
@Module({
  imports: [EvaluationsModule, RulesModule],
  controllers: [AutomationEditingController, AutomationsController],
  providers: [
    CheckDefinition,
    Conditions,
    ConvertConditions,
    ReadAutomations,
    WriteAutomations,
    { provide: ListAutomations, useClass: StoredListAutomations },
  ],
  exports: [Conditions, ListAutomations, ReadAutomations, WriteAutomations],
})
export class DefinitionsModule {}
