export { RuleGuardsModule } from './rule-guards.module.js';
export { CheckGuards } from './check-guards.js';
