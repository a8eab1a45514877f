import { EnumField, InstantField, QueryInteger } from '../../../platform/http/index.js';
import { ListRulesQuery } from '../../rules/index.js';
import type { StatsPeriod } from '../domain/stats-period.js';

export const granularities = ['hour', 'day', 'week'] as const;

/** Query of `GET /rules/{id}/stats`. */
export class RuleStatsQuery implements StatsPeriod {
  @EnumField(granularities, 'StatsGranularity', { description: 'Days and weeks of the time zone of the organization' })
  granularity: (typeof granularities)[number] = 'day';
  @InstantField({ description: 'Inclusive, to the hour; the last 14 days when absent' }) from?: string;
  @InstantField({ description: 'Exclusive, to the hour; now when absent' }) to?: string;
  @QueryInteger({ min: 1, max: 1_000_000_000 }) version?: number;
}

/** Query of `GET /rules/stats`: that of `GET /rules`, and the time. */
export class AllRuleStatsQuery extends ListRulesQuery implements StatsPeriod {
  @InstantField({ description: 'Inclusive, to the hour; the last 14 days when absent' }) from?: string;
  @InstantField({ description: 'Exclusive, to the hour; now when absent' }) to?: string;
}
