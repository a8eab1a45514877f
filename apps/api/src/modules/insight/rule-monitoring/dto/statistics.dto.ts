import { ApiProperty } from '@nestjs/swagger';

import type { StatsPoint, StatsTotals } from '../../../decisions/rule-counters/index.js';
import { ruleStatuses } from '../../../rules/rules/index.js';
import type { ExpectedBand } from '../domain/expected-band.js';
import type { RuleOverlap } from '../persistence/rule-overlap.js';
import type { RuleChange, RuleTotals } from '../use-cases/read-statistics.js';

const partOfRuns = {
  type: Number,
  nullable: true,
  description:
    'Microseconds of each run that fall to it. Runs are measured, rules are not: the time of a run is divided by the weights (`cost`) of its rules',
} as const;

class StatsFiguresDto {
  @ApiProperty({ description: 'Runs in which the rule was evaluated' }) executions!: number;
  @ApiProperty() hits!: number;
  @ApiProperty() unknowns!: number;
  @ApiProperty({ description: 'Hits in runs that were decided with REJECT' }) rejects!: number;
  @ApiProperty({ description: 'New alerts' }) alerts!: number;
  @ApiProperty({ description: 'Alerts that were counted on an earlier one' }) suppressed!: number;
  @ApiProperty({ description: 'Effects of hits that were not performed' }) skipped!: number;
  @ApiProperty({ description: 'Alerts raised then that people confirmed' }) confirmed!: number;
  @ApiProperty({ description: 'Alerts raised then that were false' }) falsePositives!: number;
  @ApiProperty(partOfRuns) p50Micros!: number | null;
  @ApiProperty(partOfRuns) p99Micros!: number | null;
}

class StatsPointDto extends StatsFiguresDto implements StatsPoint {
  @ApiProperty({ format: 'date-time', description: 'Start of the hour, day or week' }) at!: string;
}

class StatsTotalsDto extends StatsFiguresDto implements StatsTotals {
  @ApiProperty({ type: Number, nullable: true }) hitRate!: number | null;
  @ApiProperty({ type: Number, nullable: true }) unknownRate!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Confirmed alerts among those people decided on' })
  precision!: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Its part of the time of the runs it was evaluated in, by the weights of their rules: what its cost says, not what was measured of it',
  })
  latencyShare!: number | null;
}

export class RuleOverlapDto implements RuleOverlap {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() key!: string;
  @ApiProperty() bothHit!: number;
  @ApiProperty({ description: 'Runs in which both were a hit, among those in which either was' }) jaccard!: number;
}

class RuleChangeDto implements RuleChange {
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty() version!: number;
  @ApiProperty({ enum: [...ruleStatuses], enumName: 'RuleStatus' }) status!: string;
  @ApiProperty({ type: [String] }) words!: readonly string[];
}

class ExpectedBandDto implements ExpectedBand {
  @ApiProperty() low!: number;
  @ApiProperty() high!: number;
  @ApiProperty({ format: 'uuid', description: 'The dry run' }) source!: string;
}

const asOf = {
  type: String,
  format: 'date-time',
  nullable: true,
  description: 'Every run stored by then is counted; null while there is more to count than a request can wait for',
} as const;

export class RuleStatsDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [StatsPointDto] }) series!: readonly StatsPoint[];
  @ApiProperty() totals!: StatsTotalsDto;
  @ApiProperty({
    type: ExpectedBandDto,
    nullable: true,
    description: 'Hits a day that the dry run of its content lets expect, nine days in ten; null: there is none',
  })
  expectedBand!: ExpectedBand | null;
  @ApiProperty({ type: [RuleOverlapDto], description: 'In the newest runs of the time' })
  overlap!: readonly RuleOverlap[];
  @ApiProperty({ type: [RuleChangeDto] }) changes!: readonly RuleChange[];
  @ApiProperty(asOf) asOf!: string | null;
}

class RuleTotalsDto implements RuleTotals {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() key!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: [...ruleStatuses], enumName: 'RuleStatus' }) status!: string;
  @ApiProperty() totals!: StatsTotalsDto;
}

export class AllRuleStatsDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [RuleTotalsDto] }) rules!: readonly RuleTotals[];
  @ApiProperty() total!: number;
  @ApiProperty() page!: number;
  @ApiProperty() pageSize!: number;
  @ApiProperty() totalPages!: number;
  @ApiProperty(asOf) asOf!: string | null;
}
