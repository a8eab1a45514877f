export { type CountsOfTime, ratesOf, type RuleCounts, sumCounts } from './domain/rule-counts.js';
export { quantileOf } from './domain/time-buckets.js';
export { organizationsCounted } from './persistence/count-progress.js';
export {
  type CountedVersion,
  firstCounted,
  readMinuteCounts,
  readRuleCounts,
  readTooManyRowsShares,
} from './persistence/rule-count-store.js';
export { RuleCountersModule } from './rule-counters.module.js';
export type { RuleStatsView, StatsPoint, StatsTotals } from './domain/rule-stats.js';
export { CountRuns } from './use-cases/count-runs.js';
export { ReadRuleStats, type RuleStats, type StatsQuery } from './use-cases/read-rule-stats.js';
