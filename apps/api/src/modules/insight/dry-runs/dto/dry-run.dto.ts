import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import { RuleCostDto } from '../../../rules/rules/index.js';
import { dryRunStatuses } from '../domain/dry-run.js';
import { LabelsBody, StartDryRunBody } from './dry-run.bodies.js';
import {
  BothDto,
  BothLabelsDto,
  DecisionCountDto,
  DecisionFlipDto,
  DryRunAlertsDto,
  DryRunDayDto,
  DryRunRecordsDto,
  DryRunRuleDto,
  ExactnessDto,
  ListAdditionsDto,
  OverlappingRulesDto,
  ReproductionDto,
  SegmentDto,
  StoppedAmountsDto,
} from './dry-run-figures.dto.js';

const instant = { type: String, format: 'date-time' } as const;
const nullableNumber = { type: Number, nullable: true } as const;
const nullableText = { type: String, nullable: true } as const;

class DryRunProgressDto {
  @ApiProperty() recordsDone!: number;
  @ApiProperty({ ...nullableNumber, description: '`null` until they are counted' }) recordsTotal!: number | null;
  @ApiProperty(nullableNumber) recordsPerSecond!: number | null;
  @ApiProperty(nullableNumber) secondsLeft!: number | null;
}

class DryRunSideDto {
  @ApiProperty() ruleSetVersion!: string;
  @ApiProperty({ ...nullableNumber, description: '`null` if the set was never active' }) number!: number | null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, description: 'Keyed by rule key' })
  contentHashes!: Readonly<Record<string, string>>;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Values of parameters, by name' })
  params!: Readonly<Record<string, unknown>>;
}

class DryRunEvidenceDto {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() version!: number;
}

class DryRunErrorDto {
  @ApiProperty() code!: string;
  @ApiProperty() message!: string;
}

export class ShownLabelsDto extends OmitType(LabelsBody, ['inline']) {
  @ApiPropertyOptional({ description: 'Number of records labelled individually' }) inlineCount?: number;
  @ApiPropertyOptional({ description: 'How many of them name a record that is not stored; absent if none' })
  inlineNotStored?: number;
}

class ShownRequestDto extends OmitType(StartDryRunBody, ['labels']) {
  @ApiPropertyOptional() labels?: ShownLabelsDto;
}

/** Fields common to dry runs and sweeps. */
export class ReplayedRunDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty(nullableText) name!: string | null;
  @ApiProperty({ enum: dryRunStatuses, enumName: 'DryRunStatus' }) status!: string;
  @ApiProperty() progress!: DryRunProgressDto;
  @ApiProperty({ type: ShownRequestDto, description: 'As it was sent, without the labels of individual records' })
  request!: object;
  @ApiProperty(nullableText) createdBy!: string | null;
  @ApiProperty(instant) createdAt!: Date;
  @ApiProperty({ ...instant, nullable: true }) startedAt!: Date | null;
  @ApiProperty({ ...instant, nullable: true }) finishedAt!: Date | null;
  @ApiPropertyOptional({ description: 'If it failed' }) error?: DryRunErrorDto;
  @ApiProperty() candidate!: DryRunSideDto;
  @ApiProperty({ type: DryRunSideDto, nullable: true, description: '`null` if compared with nothing' })
  baseline!: DryRunSideDto | null;
  @ApiProperty({ type: [DryRunEvidenceDto], description: 'Rule versions that were published with it' })
  evidenceOf!: readonly DryRunEvidenceDto[];
}

/** A dry run. It contains results once it is completed, and figures if any record was evaluated. */
export class DryRunDto extends ReplayedRunDto {
  @ApiPropertyOptional({ description: 'For the deciding rules of the candidate when the dry run started' })
  cost?: RuleCostDto;
  @ApiPropertyOptional() records?: DryRunRecordsDto;
  @ApiPropertyOptional({ type: [DecisionCountDto], description: 'All four decisions on both sides' })
  decisions?: readonly DecisionCountDto[];
  @ApiPropertyOptional({ type: [DecisionFlipDto], description: 'Most frequent first' })
  flips?: readonly DecisionFlipDto[];
  @ApiPropertyOptional({ description: 'Records with a rule that was unknown' }) unknown?: BothDto;
  @ApiPropertyOptional({ type: [DryRunRuleDto] }) rules?: readonly DryRunRuleDto[];
  @ApiPropertyOptional({ description: 'How well decisions other than APPROVE match the labels' })
  labels?: BothLabelsDto;
  @ApiPropertyOptional() alerts?: DryRunAlertsDto;
  @ApiPropertyOptional({ type: [DryRunDayDto] }) perDay?: readonly DryRunDayDto[];
  @ApiPropertyOptional({ type: [SegmentDto] }) segments?: readonly SegmentDto[];
  @ApiPropertyOptional() amounts?: StoppedAmountsDto;
  @ApiPropertyOptional({ type: [ListAdditionsDto], description: 'Items that the candidate would add to lists' })
  lists?: readonly ListAdditionsDto[];
  @ApiPropertyOptional({ type: [OverlappingRulesDto], description: 'Rules that hit the same records' })
  overlap?: readonly OverlappingRulesDto[];
  @ApiPropertyOptional({ description: 'SHA-256 of the result: equal inputs give equal hashes' }) hash?: string;
  @ApiPropertyOptional({ description: 'How well the recorded decisions were reproduced' })
  reproduction?: ReproductionDto;
  @ApiPropertyOptional({ description: 'Whether all data that the rules read was available as of then' })
  exactness?: ExactnessDto;
  @ApiPropertyOptional() matchesKept?: number;
  @ApiPropertyOptional() matchesTruncated?: boolean;
  @ApiProperty({ type: [String] }) warnings!: readonly string[];
}

export class DryRunStartedDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) dryRunId!: string;
  @ApiProperty() dryRun!: DryRunDto;
}

export class DryRunAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() dryRun!: DryRunDto;
}

export class DryRunListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ReplayedRunDto] }) dryRuns!: readonly ReplayedRunDto[];
  @ApiProperty({ type: Pagination }) pagination!: Pagination;
}

export class EndedDryRunDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: ['cancelled', 'deleted'] }) status!: string;
}
