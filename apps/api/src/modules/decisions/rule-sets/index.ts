export { BoundedCache } from './domain/bounded-cache.js';
export { Evaluations } from './use-cases/evaluations.js';
export type { LoadedRuleSet, SummaryDetail } from './domain/loaded-rule-set.js';
export { aloneScope, ruleAlone, scopesOf, withoutRules } from './domain/rule-alone.js';
export { contentHash } from './domain/content-hash.js';
export { checkedMatrix, deadTriggers, matrixTargetOf } from './domain/matrix-content.js';
export * from './domain/risk-matrix.js';
export { matrixStored } from './domain/matrix-audit.js';
export * from './domain/matrix-lent.js';
export * from './domain/parameter-settings.js';
export * from './persistence/child-shares.js';
export * from './persistence/risk-matrix-store.js';
export { restoredMatrix } from './domain/restored-matrix.js';
export { diffOfSets, type RuleSetDiff, parametersOf, rulesOfSet } from './domain/rule-set-view.js';
export { findSet, publicationsOf, type SetRow } from './persistence/rule-set-history.js';
export {
  lockPublishing,
  readContent,
  readDefaults,
  readPointer,
  type RuleSetPointer,
} from './persistence/rule-set-store.js';
export { RuleSetDto } from './dto/rule-set.dto.js';
export { RuleSetsModule } from './rule-sets.module.js';
export { assignableMatrices } from './use-cases/assignable-matrices.js';
export { candidateSet, listsTogether } from './use-cases/rule-set-content.js';

export { ReadRuleSets } from './use-cases/read-rule-sets.js';
export { publishRuleSet, type PublishRequest } from './use-cases/publish-rule-set.js';

export { RuleSets } from './use-cases/rule-sets.js';
