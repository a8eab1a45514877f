export { GuardDto, GuardStateDto } from './dto/rule-record.dto.js';
export { RulesModule } from './rules.module.js';
export {
  countRulesOfMatrices,
  findRulesOfMatrix,
  type RuleCounts,
  type ShortRule,
  sumCosts,
} from './persistence/matrix-rules.js';
export { ActivationComparisons } from './use-cases/activation-comparisons.js';
export { needPublishing } from './use-cases/need-publishing.js';
export { publishInChild, publishRules, publishRulesBy } from './use-cases/publish-rules.js';
export { replaceMatrixRules } from './use-cases/replace-matrix-rules.js';
export { ruleStatuses, isPublished } from './domain/rule-status.js';
export { UnsavedRulesBody } from './dto/validate-rules.body.js';

export { type Candidate, RuleCandidates } from './use-cases/rule-candidates.js';
export { UnsavedParts } from './use-cases/unsaved-parts.js';
export { GetRule } from './use-cases/get-rule.js';
export { ListRules } from './use-cases/list-rules.js';
export { ListRulesQuery } from './dto/list-rules.query.js';
export { RuleVersions } from './use-cases/rule-versions.js';
export { type Rule } from './domain/rule.js';
export { decodeValue } from './domain/decode-value.js';
export { inChild, matrixShare } from './use-cases/share-on.js';

export { GuardReferences, type FindExpected } from './use-cases/guard-references.js';
export { lentParameters, tuneMatrix, type Tuning } from './use-cases/tune-matrix.js';
export { ParameterDto, ParametersDto } from './dto/library-names.dto.js';
export type { ShownParameter } from './use-cases/shown-parameters.js';
export { keepGuard } from './use-cases/keep-guard.js';
export { guardChanged } from './domain/rule-audit.js';
export {
  type ExpectedCounts,
  type Guard,
  guardOf,
  guardStateView,
  type GuardTrip,
  guardView,
  type StoredGuard,
} from './domain/rule-guard.js';
export { GuardBody } from './dto/guard.body.js';
export {
  armGuard,
  deleteGuard,
  endTrips,
  type GuardOfRule,
  listTrips,
  markChecked,
  storeTrip,
} from './persistence/guard-store.js';
export { refuseUnguarded } from './domain/rule-policy-gate.js';
export { ruleStatusEvent } from './domain/rule-status-event.js';
export { fieldsUsed } from './domain/fields-used.js';
export { findRule, findRunningRules, updateRecord } from './persistence/rule-store.js';
