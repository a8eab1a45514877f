export { RuleGuardsModule } from './rule-guards.module.js';
export { CheckGuards } from './use-cases/check-guards.js';
