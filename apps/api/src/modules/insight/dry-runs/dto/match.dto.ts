import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { decisions } from '@tamis/library';

import { Pagination } from '../../../../platform/http/index.js';
import { RuleTraceDto, UnknownCauseDto } from '../../../decisions/evaluations/index.js';
import { matchChanges } from '../domain/match-collector.js';
import { unexplainedReasons } from '../domain/unexplained.js';

const nullableNumber = { type: Number, nullable: true } as const;
const nullableText = { type: String, nullable: true } as const;

class MatchedEntityDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty(nullableText) externalId!: string | null;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['person', 'company'] }) type!: string;
}

/** A record behind a figure. */
export class MatchDto {
  @ApiProperty({ enum: ['transaction', 'person', 'company', 'user_event'], enumName: 'EvaluatedRecord' })
  recordType!: string;
  @ApiProperty({ format: 'uuid' }) recordId!: string;
  @ApiProperty(nullableText) externalId!: string | null;
  @ApiProperty({ format: 'date-time' }) occurredAt!: Date;
  @ApiProperty({ type: MatchedEntityDto, nullable: true }) entity!: MatchedEntityDto | null;
  @ApiProperty({ ...nullableNumber, description: 'Exactly as it was sent' }) amount!: number | null;
  @ApiProperty(nullableText) currency!: string | null;
  @ApiProperty({ ...nullableText, enum: ['positive', 'negative', null] }) label!: string | null;
  @ApiProperty({ enum: matchChanges, enumName: 'MatchChange' }) change!: string;
  @ApiProperty({ ...nullableText, description: '`null` for the decision' }) ruleKey!: string | null;
  @ApiProperty(nullableText) clause!: string | null;
  @ApiProperty({ ...nullableText, enum: [...decisions, null] }) decisionBaseline!: string | null;
  @ApiProperty({ enum: decisions, enumName: 'Decision' }) decisionCandidate!: string;
  @ApiProperty(nullableNumber) totalScoreBaseline!: number | null;
  @ApiProperty() totalScoreCandidate!: number;
  @ApiPropertyOptional({ type: [UnknownCauseDto], description: 'Why the rule was unknown' })
  unknownBecause?: readonly UnknownCauseDto[];
}

export class MatchListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [MatchDto] }) matches!: readonly MatchDto[];
  @ApiProperty({ type: Pagination }) pagination!: Pagination;
}

class DecisionsCountDto {
  @ApiProperty({ ...nullableText, enum: [...decisions, null], description: '`null` without a baseline' })
  from!: string | null;
  @ApiProperty({ enum: decisions, enumName: 'Decision' }) to!: string;
  @ApiProperty() records!: number;
}

class DayCountDto {
  @ApiProperty({ example: '2026-03-01', description: 'Of UTC' }) date!: string;
  @ApiProperty() records!: number;
}

class SegmentCountDto {
  @ApiProperty({ example: 'country' }) dimension!: string;
  @ApiProperty({ example: 'BR' }) value!: string;
  @ApiProperty() records!: number;
}

class LabelCountDto {
  @ApiProperty({ enum: ['positive', 'negative', 'unlabelled'], enumName: 'MatchLabel' }) label!: string;
  @ApiProperty() records!: number;
}

class RuleCountDto {
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ enum: matchChanges, enumName: 'MatchChange' }) change!: string;
  @ApiProperty() records!: number;
}

class ClauseCountDto extends RuleCountDto {
  @ApiProperty() clause!: string;
}

/** Number of records for each filter that could be set next. Each figure ignores the filter it belongs to. */
export class MatchCountsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Records that match all filters' }) records!: number;
  @ApiProperty({ type: [DecisionsCountDto] }) decisions!: readonly DecisionsCountDto[];
  @ApiProperty({ type: [DayCountDto] }) days!: readonly DayCountDto[];
  @ApiProperty({ type: [SegmentCountDto] }) segments!: readonly SegmentCountDto[];
  @ApiProperty({ type: [LabelCountDto] }) labels!: readonly LabelCountDto[];
  @ApiProperty({ type: [RuleCountDto], description: 'Ignoring the filters rule, clause and change' })
  rules!: readonly RuleCountDto[];
  @ApiProperty({ type: [ClauseCountDto], description: 'Ignoring the filters rule, clause and change' })
  clauses!: readonly ClauseCountDto[];
}

class ExplainedSideDto {
  @ApiProperty({ enum: decisions, enumName: 'Decision' }) decision!: string;
  @ApiProperty() totalScore!: number;
  @ApiProperty({ type: [RuleTraceDto], description: 'The condition of each rule as a tree with its values' })
  rules!: readonly RuleTraceDto[];
}

class UnexplainedDto {
  @ApiProperty({ enum: unexplainedReasons, enumName: 'UnexplainedReason' }) reason!: string;
  @ApiProperty({ description: 'What prevents an explanation, and what could be explained' }) message!: string;
}

export class ExplainedMatchDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [MatchDto], description: 'All results for the record' }) matches!: readonly MatchDto[];
  @ApiProperty({
    type: ExplainedSideDto,
    nullable: true,
    description: '`null` if there is none or it is not explained',
  })
  baseline!: ExplainedSideDto | null;
  @ApiProperty({ type: ExplainedSideDto, nullable: true }) candidate!: ExplainedSideDto | null;
  @ApiPropertyOptional({ type: UnexplainedDto, description: 'Why neither side is explained' })
  unexplained?: UnexplainedDto;
}
