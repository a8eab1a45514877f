import { Global, Module } from '@nestjs/common';

import { ListUsage } from '../../decisions/data-lists/index.js';
import { RecordSamplesModule } from '../../decisions/record-samples/index.js';
import { RuleCountersModule } from '../../decisions/rule-counters/index.js';
import { RuleSetsModule } from '../../decisions/rule-sets/index.js';
import { RuleCatalogueController } from './http/rule-catalogue.controller.js';
import { RuleSetActivationController } from './http/rule-set-activation.controller.js';
import { RuleApprovalsController } from './http/rule-approvals.controller.js';
import { RulesController } from './http/rules.controller.js';
import { RuleFilesController } from './http/rule-files.controller.js';
import { LibraryNamesController } from './http/library-names.controller.js';
import { UnsavedRulesController } from './http/unsaved-rules.controller.js';
import { RulePublication } from '../../tenancy/organizations/index.js';
import { StoredListUsage } from './persistence/list-uses.js';
import { ActivationComparisons } from './use-cases/activation-comparisons.js';
import { ApplyPlan } from './use-cases/apply-plan.js';
import { ExportRules } from './use-cases/export-rules.js';
import { PlanRules } from './use-cases/plan-rules.js';
import { ActivateRuleSet } from './use-cases/activate-rule-set.js';
import { ChangeRule } from './use-cases/change-rule.js';
import { ChangeRules } from './use-cases/change-rules.js';
import { ChangeLibraryNames } from './use-cases/change-library-names.js';
import { ConvertRules } from './use-cases/convert-rules.js';
import { CreateRule } from './use-cases/create-rule.js';
import { GuardReferences } from './use-cases/guard-references.js';
import { GetRule } from './use-cases/get-rule.js';
import { ListRules } from './use-cases/list-rules.js';
import { StoredRulePublication } from './use-cases/publish-rules.js';
import { ReadLibraryNames } from './use-cases/read-library-names.js';
import { ReadGates } from './use-cases/read-gates.js';
import { ReviewRules } from './use-cases/review-rules.js';
import { RuleCandidates } from './use-cases/rule-candidates.js';
import { RuleApprovals } from './use-cases/rule-approvals.js';
import { RuleCosts } from './use-cases/rule-costs.js';
import { SecondPerson } from './use-cases/second-person.js';
import { ShowRule } from './use-cases/show-rule.js';
import { RuleVersions } from './use-cases/rule-versions.js';
import { TestRules } from './use-cases/test-rules.js';
import { ReadUnsavedForm } from './use-cases/read-unsaved-form.js';
import { ValidateRules } from './use-cases/validate-rules.js';

/**
 * Rules in text and in JSON: storing, changing and publishing them, and the catalogue of what they can express. The module is global
 * because of `RulePublication` and `ListUsage`, which lower modules need.
 */
@Global()
@Module({
  imports: [RecordSamplesModule, RuleCountersModule, RuleSetsModule],
  controllers: [
    RuleCatalogueController,
    RuleApprovalsController,
    RuleFilesController,
    RuleSetActivationController,
    LibraryNamesController,
    UnsavedRulesController,
    RulesController,
  ],
  providers: [
    ActivateRuleSet,
    ActivationComparisons,
    ExportRules,
    PlanRules,
    ApplyPlan,
    CreateRule,
    ChangeRule,
    ChangeRules,
    GetRule,
    GuardReferences,
    ListRules,
    ChangeLibraryNames,
    ReadLibraryNames,
    ReadGates,
    ReviewRules,
    RuleCandidates,
    RuleCosts,
    RuleApprovals,
    SecondPerson,
    ShowRule,
    RuleVersions,
    ValidateRules,
    ConvertRules,
    TestRules,
    ReadUnsavedForm,
    { provide: RulePublication, useClass: StoredRulePublication },
    { provide: ListUsage, useClass: StoredListUsage },
  ],
  exports: [
    ConvertRules,
    ListUsage,
    RulePublication,
    GetRule,
    GuardReferences,
    ListRules,
    RuleCandidates,
    RuleCosts,
    RuleVersions,
    SecondPerson,
    ReadUnsavedForm,
  ],
})
export class RulesModule {}
