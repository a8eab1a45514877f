import { ApiProperty } from '@nestjs/swagger';

import { EnumField, InstantField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type StatsGroup, statsGroups, type TransactionStats } from '../domain/transaction-stats.js';

const granularities = ['hour', 'day'] as const;
const { hour: hourDays, day: dayDays } = limits.statsDays;

/** Query of `GET /transactions/stats`. */
export class TransactionStatsQuery {
  @EnumField(granularities, 'TransactionStatsGranularity', {
    description: 'Days in the time zone of the organization',
  })
  granularity: 'hour' | 'day' = 'hour';
  @EnumField(statsGroups, 'TransactionStatsGroup', { description: '`rule` also requires `rules:read`' })
  by: StatsGroup = 'decision';
  @InstantField({
    description: `Inclusive, by the hour; at most ${hourDays} days before \`to\` by hour, ${dayDays} by day; default: the last 24 hours or 14 days`,
  })
  from?: string;
  @InstantField({ description: 'Exclusive, by the hour; default: now' }) to?: string;
}

const counts = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: `Payments by decision (\`NONE\`: stored without rules) or status; or hits by rule id, for the ${limits.statsRules} rules with the most hits`,
} as const;

class TransactionStatsPointDto {
  @ApiProperty({ format: 'date-time', description: 'Start of the hour or day' }) at!: string;
  @ApiProperty(counts) counts!: Readonly<Record<string, number>>;
}

export class TransactionStatsDto implements TransactionStats {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ enum: granularities, enumName: 'TransactionStatsGranularity' }) granularity!: 'hour' | 'day';
  @ApiProperty({ enum: statsGroups, enumName: 'TransactionStatsGroup' }) by!: StatsGroup;
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time' }) to!: string;
  @ApiProperty({ type: [TransactionStatsPointDto], description: 'Hours or days without any are omitted' })
  series!: readonly TransactionStatsPointDto[];
  @ApiProperty(counts) totals!: Readonly<Record<string, number>>;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: `Older payments were not counted: only the newest ${limits.statsPayments.toLocaleString('en')} are. \`null\` if all were counted`,
  })
  countedFrom!: string | null;
}
