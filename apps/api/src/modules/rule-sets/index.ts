export type { LoadedRuleSet, SummaryDetail } from './domain/loaded-rule-set.js';
export { lockPublishing, type RuleSetPointer } from './persistence/rule-set-store.js';
export { RuleSetsModule } from './rule-sets.module.js';
export { Evaluations } from './use-cases/evaluations.js';
export { publishRuleSet, type PublishRequest } from './use-cases/publish-rule-set.js';
export { RuleSets } from './use-cases/rule-sets.js';
