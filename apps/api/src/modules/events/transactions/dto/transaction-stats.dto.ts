import { ApiProperty } from '@nestjs/swagger';

import { EnumField, InstantField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type StatsGroup, statsGroups, type TransactionStats } from '../domain/transaction-stats.js';

const granularities = ['hour', 'day'] as const;
const { hour: hourDays, day: dayDays } = limits.statsDays;

/** Query of `GET /transactions/stats`. */
export class TransactionStatsQuery {
  @EnumField(granularities, 'TransactionStatsGranularity', {
    description: 'Days of the time zone of the organization',
  })
  granularity: 'hour' | 'day' = 'hour';
  @EnumField(statsGroups, 'TransactionStatsGroup', { description: '`rule` needs `rules:read` as well' })
  by: StatsGroup = 'decision';
  @InstantField({
    description: `Inclusive, to the hour; ${hourDays} days before \`to\` at most by the hour, ${dayDays} by the day; the last 24 hours or 14 days when absent`,
  })
  from?: string;
  @InstantField({ description: 'Exclusive, to the hour; now when absent' }) to?: string;
}

const counts = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: `Payments by decision (\`NONE\`: stored without rules) or status; by id of the rule its hits, of the ${limits.statsRules} rules with the most`,
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
  @ApiProperty({ type: [TransactionStatsPointDto], description: 'Hours or days without any are left out' })
  series!: readonly TransactionStatsPointDto[];
  @ApiProperty(counts) totals!: Readonly<Record<string, number>>;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: `Payments before were not counted: the newest ${limits.statsPayments.toLocaleString('en')} are. Null: all were`,
  })
  countedFrom!: string | null;
}
