export { RuleEngine } from './use-cases/rule-sets.js';
export type { LoadedRuleSet, SummaryDetail } from './domain/loaded-rule-set.js';
export { singleRuleScope, singleRuleSet, evaluationScopes, emptyRuleSet } from './domain/single-rule-set.js';
export { contentHash } from './domain/content-hash.js';
export { checkedMatrix, disabledTriggers, toMatrixTarget } from './domain/matrix-content.js';
export * from './domain/risk-matrix.js';
export { matrixAuditEntry } from './domain/matrix-audit.js';
export * from './domain/shared-matrix.js';
export * from './domain/parameter-settings.js';
export * from './persistence/child-shares.js';
export * from './persistence/risk-matrix-store.js';
export { restoreMatrix } from './domain/restored-matrix.js';
export { diffRuleSets, type RuleSetDiff, parametersOf, rulesOfSet } from './domain/rule-set-view.js';
export {
  findLibrarySource,
  findPublicationsOfBoth,
  findPublishedMatrices,
  findRuleSet,
  findPublications,
  type RuleSetRow,
} from './persistence/rule-set-history.js';
export {
  findOrganizationsWithRules,
  lockPublishing,
  pointerSql,
  readContent,
  readOrganizationDefaults,
  readPointer,
  type RuleSetPointer,
} from './persistence/rule-set-store.js';
export { RuleSetDto } from './dto/rule-set.dto.js';
export { RuleSetsModule } from './rule-sets.module.js';
export { assignableMatrices } from './use-cases/assignable-matrices.js';
export { candidateSet, mergeLists } from './use-cases/rule-set-content.js';

export { ReadRuleSets } from './use-cases/read-rule-sets.js';
export { publishRuleSet } from './use-cases/publish-rule-set.js';

export { RuleSets } from './use-cases/rule-sets.js';
