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
  @ApiProperty({ type: [String], description: 'Entities that took part' }) entityIds!: readonly string[];
  @ApiProperty({ example: 'transaction_created' }) trigger!: string;
  @ApiProperty({ enum: ['RULES', 'MANUAL', 'SYSTEM'], enumName: 'EvaluationType' }) evaluationType!: string;
  @ApiProperty({ enum: ['sync', 'async'] }) stage!: string;
  @ApiProperty({ ...nullableText, format: 'uuid' }) parentEvaluationId!: string | null;
  @ApiProperty({ example: 'rs_4f0c…' }) ruleSetVersion!: string;
  @ApiProperty({ ...nullableText, description: 'Null: of an engine that this server does not have' })
  engineVersion!: string | null;
  @ApiProperty({ ...instant, description: 'Logical time of the run' }) now!: Date;
  @ApiProperty(instant) evaluatedAt!: Date;
  @ApiProperty({
    enum: [...decisions, null],
    nullable: true,
    type: String,
    description: 'Null: a run after the answer',
  })
  decision!: string | null;
  @ApiProperty({ type: [DecisionReasonDto], description: 'Every reason that reached the decision' })
  decisionBecause!: readonly DecisionReasonDto[];
  @ApiProperty() riskScore!: number;
  @ApiProperty({ enum: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] }) riskLevel!: string;
  @ApiProperty() totalScore!: number;
  @ApiProperty({ minimum: 0, maximum: 1, description: 'The share of condition fields that had a value' })
  confidence!: number;
  @ApiProperty({ type: RulesExecutionSummaryDto, description: 'As it was answered' }) rulesExecutionSummary!: object;
  @ApiProperty(nullableText) requestId!: string | null;
  @ApiProperty({
    ...nullableText,
    format: 'uuid',
    description: 'The batch that the payment or the user event came with',
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
  @ApiProperty({ description: 'What it would come to' }) becomes!: boolean;
  @ApiProperty({ ...nullableText, example: 'transaction.amount', description: 'Null: the number of some records' })
  field!: string | null;
  @ApiProperty({ ...anyValueOrNull, description: 'A value of the field with which it would come to that' })
  value!: unknown;
  @ApiProperty({ type: Number, nullable: true, description: 'How many records it would count' }) count!: number | null;
}

class TrialRuleDto {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ description: 'What a dry run takes as `source`' }) source!: string;
}

class WhatIfDto {
  @ApiProperty({ example: 'transaction.amount < 8,000 USD', description: 'Values of the record as they would be' })
  change!: string;
  @ApiProperty({ type: [ChangedPartDto], description: 'The same as data' }) parts!: readonly ChangedPartDto[];
  @ApiProperty({ enum: decisions, enumName: 'Decision', description: 'What it would have come to' }) decision!: string;
  @ApiProperty({ type: [String], description: 'Ids of the rules that would have come out otherwise' })
  rulesChanged!: readonly string[];
  @ApiProperty({
    type: TrialRuleDto,
    nullable: true,
    description:
      'The rule with its limit just beyond this record, to ask a dry run how many others that changes. Null: no single limit stands for the change, or `rules:read` is missing',
  })
  trial!: TrialRuleDto | null;
}

class NeighbourDto {
  @ApiProperty() ruleId!: string;
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ description: 'The test that was furthest from being true' }) leaf!: string;
  @ApiPropertyOptional({ ...anyValueOrNull, description: 'The value found' }) actual?: unknown;
  @ApiPropertyOptional({
    ...anyValueOrNull,
    description: 'What it would have been compared with; true for a test without a right side',
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
    description: 'With `include=whatIf`: changes that would have led to a weaker decision',
  })
  whatIf?: readonly WhatIfDto[];
  @ApiPropertyOptional({
    type: [NeighbourDto],
    description: 'With `include=neighbours`: the three rules that were closest to hitting, the closest first',
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
  @ApiProperty({ type: [DecisionReasonDto], description: 'Every reason that reached the decision' })
  decisionBecause!: readonly DecisionReasonDto[];
  @ApiProperty({
    type: [RuleTraceDto],
    description: 'The condition of each rule as a tree, with the values it came to',
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
  @ApiPropertyOptional({ ...anyValueOrNull, description: 'Absent: there was none' }) original?: unknown;
  @ApiPropertyOptional({ ...anyValueOrNull, description: 'Absent: there is none' }) replayed?: unknown;
  @ApiProperty({
    enum: reasons,
    enumName: 'ReplayReason',
    description:
      '`rule_set`: of another set; `defect`: equal inputs would have to give equal bytes; else what is read again',
  })
  because!: string;
}

export class ReplayDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Whether the outcome has the very bytes that were stored' }) equal!: boolean;
  @ApiProperty({ format: 'uuid' }) evaluationId!: string;
  @ApiProperty() ruleSetVersion!: string;
  @ApiProperty() original!: ReplayedDecisionDto;
  @ApiProperty({ type: RulesExecutionSummaryDto }) replayed!: object;
  @ApiProperty({ type: [ReplayDifferenceDto], description: 'The first hundred' })
  differences!: readonly ReplayDifferenceDto[];
}

export class EvaluationTestDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'A test that passes inside the rule' }) source!: string;
}
