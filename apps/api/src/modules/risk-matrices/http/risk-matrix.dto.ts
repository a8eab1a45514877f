import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ruleCategories } from '@tamis/library';

import { Pagination } from '../../../platform/http/index.js';
import { ruleStatuses } from '../../rules/index.js';
import { RiskMatrixRecordDto } from './risk-matrix-record.dto.js';

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
  @ApiProperty({ description: 'No `scoringConfig` was sent' }) usingDefaultStrategy!: boolean;
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
