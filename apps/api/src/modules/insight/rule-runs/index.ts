export { RuleRunsModule } from './rule-runs.module.js';
