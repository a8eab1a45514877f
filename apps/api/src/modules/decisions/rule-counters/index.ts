export { type TimedCounts, ratesOf, type RuleCounts, sumCounts } from './rule-counts.js';
export { quantileOf } from './time-buckets.js';
export {
  type RuleVersionKey,
  findFirstCountedHour,
  readMinuteCounts,
  readRuleCounts,
  readTooManyRowsShares,
} from './rule-count-store.js';
export { RuleCountersModule } from './rule-counters.module.js';
export type { RuleStatsView, StatsPoint, StatsTotals } from './rule-stats.js';
export { CountEvaluations } from './count-evaluations.js';
export { ReadRuleStats, type RuleStats, type StatsQuery } from './read-rule-stats.js';
