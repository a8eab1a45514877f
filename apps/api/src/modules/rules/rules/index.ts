export { GuardDto, GuardStateDto } from './dto/rule-record.dto.js';
export { RulesModule } from './rules.module.js';
export {
  countRulesOfMatrices,
  findRulesOfMatrix,
  type RuleCounts,
  type RuleSummary,
  sumCosts,
} from './persistence/matrix-rules.js';
export { type ActivationComparison, DryRunPort } from './domain/dry-run-port.js';
export { assertCanPublish } from './use-cases/assert-can-publish.js';
export { assertKeyNotShared, assertSharedKeyFree } from './use-cases/matrix-keys.js';
export { publishRules, publishRulesAs } from './use-cases/publish-rules.js';
export { replaceMatrixRules } from './use-cases/replace-matrix-rules.js';
export { ruleStatuses, isPublished } from './domain/rule-status.js';
export { exampleSource } from './dto/example-rules.js';
export { UnsavedRulesBody } from './dto/validate-rules.body.js';

export { type ConvertedRules, ConvertRules } from './use-cases/convert-rules.js';
export { type Candidate, RuleCandidates } from './use-cases/rule-candidates.js';
export { RuleCosts } from './use-cases/rule-costs.js';
export type { RuleCost } from './domain/rule-cost.js';
export { RuleCostDto } from './dto/rule-cost.dto.js';
export { ReadUnsavedForm } from './use-cases/read-unsaved-form.js';
export { GetRule } from './use-cases/get-rule.js';
export { ListRules } from './use-cases/list-rules.js';
export { ListRulesQuery } from './dto/list-rules.query.js';
export { RuleVersions } from './use-cases/rule-versions.js';
export { isDeciding, type Rule } from './domain/rule.js';
export { decodeValue } from './domain/decode-value.js';
export { findSharedRuleKeys, findSharedRuleSummaries } from './use-cases/read-shared-rules.js';
export { buildMatrixShare } from './use-cases/propagate-shares.js';
export { revokeShares } from './use-cases/revoke-shares.js';

export { type ApprovableAction, type PerformedChange, SecondPerson } from './use-cases/second-person.js';
export { type AppliedOrPending } from './use-cases/change-library-names.js';
export { shownOrPending } from './http/rule-approvals.controller.js';
export { PendingChangeDto } from './dto/rule-approvals.dto.js';
export { approvalView, type RuleApproval } from './domain/rule-approval.js';
export {
  outdatedByGuardChange,
  outdatedByGuardTrip,
  outdatedByMatchDecision,
  outdatedByMatrixChange,
  withdrawOutdated,
} from './use-cases/withdraw-outdated.js';
export { GuardReferences } from './use-cases/guard-references.js';
export { sharedMatrixParameters, tuneMatrix, type Tuning } from './use-cases/tune-matrix.js';
export { ParametersDto } from './dto/library-names.dto.js';
export type { ParameterView } from './use-cases/parameter-views.js';
export { storeGuard } from './use-cases/store-guard.js';
export { guardChanged } from './domain/rule-audit.js';
export {
  type ExpectedCounts,
  type Guard,
  guardFromRequest,
  guardStateView,
  isGuardLoosened,
  type GuardTrip,
  guardView,
  type StoredGuard,
} from './domain/rule-guard.js';
export { GuardBody } from './dto/guard.body.js';
export {
  armGuard,
  deleteGuard,
  endTrips,
  listTrips,
  markChecked,
  storeTrip,
  trippedGuardsSql,
} from './persistence/guard-store.js';
export { assertGuarded } from './domain/rule-policy-gate.js';
export { ruleStatusEvent } from './domain/rule-status-event.js';
export { fieldsUsed } from './domain/fields-used.js';
export { findRule, findRunningRules, ruleKeysSql, updateRuleRecord } from './persistence/rule-store.js';
export { findOrganizationsWithGuards, findGuardedRuleIds } from './persistence/guard-store.js';
export { searchRules } from './persistence/search-rules.js';
