import { Module } from '@nestjs/common';

import { RuleSetsModule } from '../rule-sets/index.js';
import { RuleCatalogueController } from './http/rule-catalogue.controller.js';
import { RulesController } from './http/rules.controller.js';
import { SharedNamesController } from './http/shared-names.controller.js';
import { UnsavedRulesController } from './http/unsaved-rules.controller.js';
import { ChangeRule } from './use-cases/change-rule.js';
import { ChangeSharedNames } from './use-cases/change-shared-names.js';
import { ConvertRules } from './use-cases/convert-rules.js';
import { CreateRule } from './use-cases/create-rule.js';
import { GetRule } from './use-cases/get-rule.js';
import { ListRules } from './use-cases/list-rules.js';
import { ReadSharedNames } from './use-cases/read-shared-names.js';
import { ReviewRules } from './use-cases/review-rules.js';
import { RuleVersions } from './use-cases/rule-versions.js';
import { UnsavedParts } from './use-cases/unsaved-parts.js';
import { ValidateRules } from './use-cases/validate-rules.js';

/** Rules, in text and in JSON: storing, changing, putting in force; and the catalogue of what they can say. */
@Module({
  imports: [RuleSetsModule],
  controllers: [RuleCatalogueController, SharedNamesController, UnsavedRulesController, RulesController],
  providers: [
    CreateRule,
    ChangeRule,
    GetRule,
    ListRules,
    ChangeSharedNames,
    ReadSharedNames,
    ReviewRules,
    RuleVersions,
    ValidateRules,
    ConvertRules,
    UnsavedParts,
  ],
})
export class RulesModule {}
