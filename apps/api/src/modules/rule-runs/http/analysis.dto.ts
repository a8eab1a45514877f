import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RulesExecutionSummaryDto, RulesResultDto } from '../../evaluations/index.js';

const nullableText = { type: String, nullable: true } as const;

class RuleCoverageDto {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ minimum: 0, maximum: 1 }) share!: number;
  @ApiProperty({ type: [String] }) missing!: readonly string[];
}

class CoverageDto {
  @ApiProperty({ minimum: 0, maximum: 1, description: 'Of the fields that conditions name, those with a value' })
  share!: number;
  @ApiProperty({ type: [String], description: 'Fields without a value' }) missing!: readonly string[];
  @ApiPropertyOptional({ type: [RuleCoverageDto], description: 'With `full`' }) rules?: readonly RuleCoverageDto[];
}

class ScoredRuleDto {
  @ApiProperty({ description: 'Name of the rule' }) factor!: string;
  @ApiProperty({ description: 'Its score' }) impact!: number;
  @ApiProperty() description!: string;
}

class AnalysisMetadataDto {
  @ApiProperty({ type: [String], description: 'Those that were executed' }) riskMatrixIds!: readonly string[];
  @ApiProperty({ ...nullableText, description: 'Name of the first' }) riskMatrixName!: string | null;
}

class AnalysisDto {
  @ApiProperty({ ...nullableText, format: 'uuid', description: 'Of the stored evaluation; null in a dry run' })
  id!: string | null;
  @ApiProperty({ format: 'uuid', description: 'Of the record' }) entityId!: string;
  @ApiProperty({ enum: ['transaction', 'person', 'company', 'user_event'], enumName: 'EvaluatedRecord' })
  entityType!: string;
  @ApiProperty({ minimum: 0, maximum: 100 }) overallRiskScore!: number;
  @ApiProperty({ enum: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] }) riskLevel!: string;
  @ApiProperty({ minimum: 0, maximum: 1, description: 'The share of condition fields that had a value' })
  confidence!: number;
  @ApiProperty() rulesTriggered!: number;
  @ApiProperty() rulesExecuted!: number;
  @ApiProperty() rulesUnknown!: number;
  @ApiProperty() executionTimeMs!: number;
  @ApiProperty({ type: [ScoredRuleDto] }) riskFactors!: readonly ScoredRuleDto[];
  @ApiProperty({ type: [String] }) recommendations!: readonly string[];
  @ApiPropertyOptional() coverage?: CoverageDto;
  @ApiProperty({ example: 'rs_4f0c…' }) ruleSetVersion!: string;
  @ApiProperty({ type: String, format: 'date-time' }) analyzedAt!: Date;
  @ApiProperty({ ...nullableText, description: 'Who asked for it' }) triggeredBy!: string | null;
  @ApiProperty() metadata!: AnalysisMetadataDto;
}

export class AnalysisAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: AnalysisDto;
  @ApiProperty({ type: RulesResultDto, description: 'decision, scores and alerts' }) rulesResult!: object;
  @ApiProperty({
    type: RulesExecutionSummaryDto,
    description: 'every rule that was evaluated, and what its actions did',
  })
  rulesExecutionSummary!: object;
}
