export { RulesModule } from './rules.module.js';
export {
  countRulesOfMatrices,
  findRulesOfMatrix,
  type RuleCounts,
  type ShortRule,
} from './persistence/matrix-rules.js';
export { needPublishing } from './use-cases/need-publishing.js';
export { publishRules } from './use-cases/publish-rules.js';
export { replaceMatrixRules } from './use-cases/replace-matrix-rules.js';
export { ruleStatuses } from './domain/rule-status.js';
