export { RulesModule } from './rules.module.js';
export { publishRules } from './use-cases/publish-rules.js';
