import { Module } from '@nestjs/common';

import { RuleCatalogueController } from './http/rule-catalogue.controller.js';
import { RulesController } from './http/rules.controller.js';
import { ChangeRule } from './use-cases/change-rule.js';
import { CreateRule } from './use-cases/create-rule.js';
import { GetRule } from './use-cases/get-rule.js';
import { ListRules } from './use-cases/list-rules.js';

/** Rules, in text and in JSON: storing, changing, putting in force; and the catalogue of what they can say. */
@Module({
  controllers: [RuleCatalogueController, RulesController],
  providers: [CreateRule, ChangeRule, GetRule, ListRules],
})
export class RulesModule {}
