import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { decisions } from '@tamis/library';

import { anyValueOrNull, Pagination } from '../../../../platform/http/index.js';
import { RuleTraceDto } from './rule-trace.dto.js';
import { DecisionReasonDto, RulesExecutionSummaryDto } from './rules-result.dto.js';

const nullableText = { type: String, nullable: true } as const;
const object = (description: string) => ({ type: 'object', additionalProperties: true, description }) as const;
const instant = { type: String, format: 'date-time' } as const;

/** A stored evaluation. */
export class EvaluationDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ enum: ['transaction', 'person', 'company', 'user_event'], enumName: 'EvaluatedRecord' })
  recordType!: string;
  @ApiProperty({ format: 'uuid' }) recordId!: string;
  @ApiProperty(nullableText) externalId!: string | null;
  @ApiProperty({ type: [String], description: 'Entities involved' }) entityIds!: readonly string[];
  @ApiProperty({ example: 'transaction_created' }) trigger!: string;
  @ApiProperty({ enum: ['RULES', 'MANUAL', 'SYSTEM'], enumName: 'EvaluationType' }) evaluationType!: string;
  @ApiProperty({ enum: ['sync', 'async'] }) stage!: string;
  @ApiProperty({ ...nullableText, format: 'uuid' }) parentEvaluationId!: string | null;
  @ApiProperty({ example: 'rs_4f0c…' }) ruleSetVersion!: string;
  @ApiProperty({ ...nullableText, description: '`null` if its engine is not installed on this server' })
  engineVersion!: string | null;
  @ApiProperty({ ...instant, description: 'Logical time of the evaluation' }) now!: Date;
  @ApiProperty(instant) evaluatedAt!: Date;
  @ApiProperty({
    enum: [...decisions, null],
    nullable: true,
    type: String,
    description: '`null` for an evaluation after the response',
  })
  decision!: string | null;
  @ApiProperty({ type: [DecisionReasonDto], description: 'Every reason that affected the decision' })
  decisionBecause!: readonly DecisionReasonDto[];
  @ApiProperty() riskScore!: number;
  @ApiProperty({ enum: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] }) riskLevel!: string;
  @ApiProperty() totalScore!: number;
  @ApiProperty({ minimum: 0, maximum: 1, description: 'Share of the fields in conditions that had a value' })
  confidence!: number;
  @ApiProperty({ type: RulesExecutionSummaryDto, description: 'As in the original response' })
  rulesExecutionSummary!: object;
  @ApiProperty(nullableText) requestId!: string | null;
  @ApiProperty({
    ...nullableText,
    format: 'uuid',
    description: 'The batch that the transaction or user event belongs to',
  })
  batchJobId!: string | null;
  @ApiProperty(nullableText) triggeredBy!: string | null;
  @ApiProperty() executionTimeMs!: number;
  @ApiPropertyOptional(object('With `include=inputs`: record and facts as the rules read them')) inputs?: object;
  @ApiPropertyOptional({ description: 'With `include=inputs`: SHA-256 of their canonical JSON' }) inputsHash?: string;
  @ApiPropertyOptional({
    type: [RuleTraceDto],
    description: 'With `include=trace`: the condition of every rule with its values',
  })
  trace?: readonly RuleTraceDto[];
}

class ChangedPartDto {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty({ example: 'transaction.amount >= 500 USD', description: 'The comparison as it is written' })
  comparison!: string;
  @ApiProperty({ description: 'The result it would have' }) becomes!: boolean;
  @ApiProperty({ ...nullableText, example: 'transaction.amount', description: '`null` if it is the number of records' })
  field!: string | null;
  @ApiProperty({ ...anyValueOrNull, description: 'A value of the field that would give this result' })
  value!: unknown;
  @ApiProperty({ type: Number, nullable: true, description: 'The number of records it would count' }) count!:
    | number
    | null;
}

class TrialRuleDto {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ description: 'What a dry run takes as `source`' }) source!: string;
}

class WhatIfDto {
  @ApiProperty({ example: 'transaction.amount < 8,000 USD', description: 'The values the record would have' })
  change!: string;
  @ApiProperty({ type: [ChangedPartDto], description: 'The same as structured data' })
  parts!: readonly ChangedPartDto[];
  @ApiProperty({ enum: decisions, enumName: 'Decision', description: 'The result it would have had' })
  decision!: string;
  @ApiProperty({ type: [String], description: 'Ids of the rules that would have had another result' })
  rulesChanged!: readonly string[];
  @ApiProperty({
    type: TrialRuleDto,
    nullable: true,
    description:
      'The rule with its limit just beyond this record, for a dry run that counts how many other records change. `null` if no single limit causes the change, or `rules:read` is missing',
  })
  trial!: TrialRuleDto | null;
}

class NeighbourDto {
  @ApiProperty() ruleId!: string;
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ description: 'The test that was furthest from being true' }) leaf!: string;
  @ApiPropertyOptional({ ...anyValueOrNull, description: 'The actual value' }) actual?: unknown;
  @ApiPropertyOptional({
    ...anyValueOrNull,
    description: 'The value it was compared with; true for a test without a right side',
  })
  needed?: unknown;
  @ApiProperty({
    description: '0 to 1 for each test that had to change: for numbers how far apart they are, 1 for anything else',
  })
  distance!: number;
}

export class EvaluationAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() evaluation!: EvaluationDto;
  @ApiPropertyOptional({
    type: [WhatIfDto],
    description: 'With `include=whatIf`: changes that would have led to a less severe decision',
  })
  whatIf?: readonly WhatIfDto[];
  @ApiPropertyOptional({
    type: [NeighbourDto],
    description: 'With `include=neighbours`: the three rules that came closest to hitting, closest first',
  })
  neighbours?: readonly NeighbourDto[];
}

export class EvaluationListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [EvaluationDto] }) evaluations!: readonly EvaluationDto[];
  @ApiProperty({ type: Pagination }) pagination!: Pagination;
}

export class ExplanationDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) evaluationId!: string;
  @ApiProperty() ruleSetVersion!: string;
  @ApiProperty({ enum: decisions, enumName: 'Decision' }) decision!: string;
  @ApiProperty({ type: [DecisionReasonDto], description: 'Every reason that affected the decision' })
  decisionBecause!: readonly DecisionReasonDto[];
  @ApiProperty({
    type: [RuleTraceDto],
    description: 'The condition of each rule as a tree with its values',
  })
  rules!: readonly RuleTraceDto[];
}

class ReplayedDecisionDto {
  @ApiProperty({ enum: decisions, enumName: 'Decision' }) decision!: string;
  @ApiProperty() riskScore!: number;
  @ApiProperty() totalScore!: number;
}

const reasons = ['late_record', 'deleted_record', 'corrected_record', 'rate_loaded', 'rule_set', 'defect'] as const;

class ReplayDifferenceDto {
  @ApiProperty({ example: 'outcome.totalScore' }) path!: string;
  @ApiPropertyOptional({ ...anyValueOrNull, description: 'Absent if there was none' }) original?: unknown;
  @ApiPropertyOptional({ ...anyValueOrNull, description: 'Absent if there is none' }) replayed?: unknown;
  @ApiProperty({
    enum: reasons,
    enumName: 'ReplayReason',
    description:
      '`rule_set`: of another set; `defect`: equal inputs did not give equal bytes; otherwise the data that was read again',
  })
  because!: string;
}

export class ReplayDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Whether the outcome equals the stored one byte for byte' }) equal!: boolean;
  @ApiProperty({ format: 'uuid' }) evaluationId!: string;
  @ApiProperty() ruleSetVersion!: string;
  @ApiProperty() original!: ReplayedDecisionDto;
  @ApiProperty({ type: RulesExecutionSummaryDto }) replayed!: object;
  @ApiProperty({ type: [ReplayDifferenceDto], description: 'The first hundred' })
  differences!: readonly ReplayDifferenceDto[];
}

export class EvaluationTestDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'A test that passes when added to the rule, with parameters at their defaults' })
  source!: string;
}
