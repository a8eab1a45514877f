import { ApiProperty, type ApiPropertyOptions, ApiPropertyOptional } from '@nestjs/swagger';
import { ruleCategories } from '@tamis/library';
import { Pagination } from '../../../platform/http/index.js';
import { ruleStatuses } from '../rules/index.js';
import { matrixTargets, riskMatrixCategories, riskMatrixStatuses } from '../../decisions/rule-sets/index.js';
import { EvaluationTriggerBody, MatrixDecisionBody, ScoreTriggerBody } from './risk-matrix.bodies.js';

const nullableText = { type: String, nullable: true } as const;

class ThresholdsDto {
  @ApiProperty() low!: number;
  @ApiProperty() medium!: number;
  @ApiProperty() high!: number;
}

class ScoringConfigDto {
  @ApiProperty() minScore!: number;
  @ApiProperty() maxScore!: number;
  @ApiProperty({ description: 'Minimum total score for a label' }) thresholds!: ThresholdsDto;
  @ApiProperty({ enum: ['sum'] }) aggregation!: 'sum';
}

/** A risk matrix with statistics of its rules. */
class RiskMatrixRecordDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ description: 'Name in rule text' }) key!: string;
  @ApiProperty() name!: string;
  @ApiProperty(nullableText) description!: string | null;
  @ApiProperty({ enum: [...riskMatrixCategories], enumName: 'RiskMatrixCategory' }) category!: string;
  @ApiProperty({ enum: [...riskMatrixStatuses], enumName: 'RiskMatrixStatus' }) status!: string;
  @ApiProperty({ enum: [...matrixTargets], enumName: 'RuleTarget', isArray: true })
  targetEntityTypes!: readonly string[];
  @ApiProperty() version!: number;
  @ApiProperty() scoringConfig!: ScoringConfigDto;
  @ApiProperty({ type: [MatrixDecisionBody], nullable: true, description: '`null` for the default bands' })
  decisions!: readonly MatrixDecisionBody[] | null;
  @ApiProperty({ type: [ScoreTriggerBody] }) triggers!: readonly ScoreTriggerBody[];
  @ApiProperty({ type: [EvaluationTriggerBody] }) evaluationTriggers!: readonly EvaluationTriggerBody[];
  @ApiProperty({ type: [String] }) tags!: readonly string[];
  @ApiProperty() ruleCount!: number;
  @ApiProperty() activeRuleCount!: number;
  @ApiProperty({ description: 'Points of the active rules' }) cost!: number;
  @ApiProperty({ enum: ['local', 'parent'] }) origin!: string;
  @ApiProperty() readOnly!: boolean;
  @ApiPropertyOptional({ description: 'For a matrix of the parent organization: whether it is enabled here' })
  sharedEnabled?: boolean;
  @ApiProperty(nullableText) createdBy!: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty(nullableText) updatedBy!: string | null;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;
}

class ShortRuleDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() key!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: [...ruleCategories], enumName: 'RuleCategory' }) category!: string;
  @ApiProperty({ enum: [...ruleStatuses], enumName: 'RuleStatus' }) status!: string;
  @ApiProperty() enabled!: boolean;
  @ApiProperty() priority!: number;
  @ApiProperty() score!: number;
  @ApiProperty() version!: number;
}

export class RiskMatrixAnswerDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: RiskMatrixRecordDto }) riskMatrix!: Record<string, unknown>;
}

export class CreatedRiskMatrixDto extends RiskMatrixAnswerDto {
  @ApiProperty({ description: '`scoringConfig` is missing' }) usingDefaultStrategy!: boolean;
}

export class RiskMatrixWithRulesDto extends RiskMatrixAnswerDto {
  @ApiProperty({ type: [ShortRuleDto] }) rules!: readonly ShortRuleDto[];
}

export class RiskMatrixListDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [RiskMatrixRecordDto] }) riskMatrices!: readonly Record<string, unknown>[];
  @ApiProperty() total!: number;
  @ApiProperty() pagination!: Pagination;
}

export class ArchivedRiskMatrixDto {
  @ApiProperty() success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: ['archived'] }) status!: 'archived';
}

const ids: ApiPropertyOptions = { type: [String], format: 'uuid' };

class MatrixDefaultsDto {
  @ApiProperty(ids) person!: readonly string[];
  @ApiProperty(ids) company!: readonly string[];
  @ApiProperty(ids) transaction!: readonly string[];
  @ApiProperty(ids) userEvent!: readonly string[];
}

export class MatrixDefaultsAnswerDto {
  @ApiProperty() success!: true;
  @ApiProperty() defaults!: MatrixDefaultsDto;
}
