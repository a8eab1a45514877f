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
    'Share of each evaluation in microseconds. Evaluations are measured, not rules: the time of an evaluation is divided by the weights (`cost`) of its rules',
} as const;

class StatsFiguresDto {
  @ApiProperty({ description: 'Evaluations that included the rule' }) executions!: number;
  @ApiProperty() hits!: number;
  @ApiProperty() unknowns!: number;
  @ApiProperty({ description: 'Hits in evaluations that decided REJECT' }) rejects!: number;
  @ApiProperty({ description: 'New alerts' }) alerts!: number;
  @ApiProperty({ description: 'Alerts counted on an earlier alert' }) suppressed!: number;
  @ApiProperty({ description: 'Effects of hits that could not be applied' }) skipped!: number;
  @ApiProperty({ description: 'Alerts of that time that were confirmed' }) confirmed!: number;
  @ApiProperty({ description: 'Alerts of that time that were false positives' }) falsePositives!: number;
  @ApiProperty(partOfRuns) p50Micros!: number | null;
  @ApiProperty(partOfRuns) p99Micros!: number | null;
}

class StatsPointDto extends StatsFiguresDto implements StatsPoint {
  @ApiProperty({ format: 'date-time', description: 'Start of the hour, day or week' }) at!: string;
}

class StatsTotalsDto extends StatsFiguresDto implements StatsTotals {
  @ApiProperty({ type: Number, nullable: true }) hitRate!: number | null;
  @ApiProperty({ type: Number, nullable: true }) unknownRate!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Share of confirmed alerts among those with an outcome' })
  precision!: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Its share of the evaluation time, by the weights of the rules: based on its cost, not on measurements of the rule',
  })
  latencyShare!: number | null;
}

export class RuleOverlapDto implements RuleOverlap {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() key!: string;
  @ApiProperty() bothHit!: number;
  @ApiProperty({ description: 'Evaluations in which both hit, as a share of those in which either hit' })
  jaccard!: number;
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
  description: 'Counts every evaluation stored by then; `null` if there is more to count than a request can wait for',
} as const;

export class RuleStatsDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [StatsPointDto] }) series!: readonly StatsPoint[];
  @ApiProperty() totals!: StatsTotalsDto;
  @ApiProperty({
    type: ExpectedBandDto,
    nullable: true,
    description: 'Hits per day expected from the dry run of its content, nine days out of ten; `null` without one',
  })
  expectedBand!: ExpectedBand | null;
  @ApiProperty({ type: [RuleOverlapDto], description: 'In the newest evaluations of the period' })
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
