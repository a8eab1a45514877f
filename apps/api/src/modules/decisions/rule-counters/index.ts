export { ratesOf, type RuleCounts, sumCounts } from './rule-counts.js';
export {
  type RuleVersionKey,
  findFirstCountedHour,
  readMinuteCounts,
  readRuleCounts,
  readTooManyRowsShares,
} from './rule-count-store.js';
export { RuleCountersModule } from './rule-counters.module.js';
export type { StatsPoint, StatsTotals } from './rule-stats.js';
export { CountEvaluations } from './count-evaluations.js';
export { ReadRuleStats, type RuleStats } from './read-rule-stats.js';
