import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { matrixTargets, riskMatrixCategories, riskMatrixStatuses } from '../../rule-sets/index.js';
import { EvaluationTriggerBody, MatrixDecisionBody, ScoreTriggerBody } from './risk-matrix.body.js';

const nullableText = { type: String, nullable: true } as const;

class ThresholdsDto {
  @ApiProperty() low!: number;
  @ApiProperty() medium!: number;
  @ApiProperty() high!: number;
}

class ScoringConfigDto {
  @ApiProperty() minScore!: number;
  @ApiProperty() maxScore!: number;
  @ApiProperty({ description: 'Points of the total score from which a label holds' }) thresholds!: ThresholdsDto;
  @ApiProperty({ enum: ['sum'] }) aggregation!: 'sum';
}

/** A risk matrix, and what is counted of its rules. */
export class RiskMatrixRecordDto {
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
  @ApiProperty({ type: [MatrixDecisionBody], nullable: true, description: 'Null: the default bands' })
  decisions!: readonly MatrixDecisionBody[] | null;
  @ApiProperty({ type: [ScoreTriggerBody] }) triggers!: readonly ScoreTriggerBody[];
  @ApiProperty({ type: [EvaluationTriggerBody] }) evaluationTriggers!: readonly EvaluationTriggerBody[];
  @ApiProperty({ type: [String] }) tags!: readonly string[];
  @ApiProperty() ruleCount!: number;
  @ApiProperty() activeRuleCount!: number;
  @ApiProperty({ description: 'Points of the rules that run' }) cost!: number;
  @ApiProperty({ enum: ['local', 'parent'] }) origin!: string;
  @ApiProperty() readOnly!: boolean;
  @ApiPropertyOptional({ description: 'Of one of the parent: whether it is switched on here' }) sharedEnabled?: boolean;
  @ApiProperty(nullableText) createdBy!: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty(nullableText) updatedBy!: string | null;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;
}
