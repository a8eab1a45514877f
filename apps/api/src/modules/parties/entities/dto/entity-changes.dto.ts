import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import {
  type EntityStatus,
  entityStatuses,
  evaluationTypes,
  type EvaluationType,
} from '../domain/entity-enumerations.js';
import { statusSources, type StatusSource } from '../domain/status-change.js';
import { RulesExecutionSummaryDto } from '../../../decisions/evaluations/index.js';
import { EntityDto, RulesExecutionDto } from './entity.dto.js';

const anyObject = { type: 'object', additionalProperties: true } as const;

/** The evaluation of the change; without rules, the id is that of its entry in the timeline. */
class ChangeEvaluationDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ type: String, nullable: true }) decision!: string | null;
  @ApiProperty({ enum: evaluationTypes, enumName: 'EvaluationType' }) evaluationType!: EvaluationType;
  @ApiProperty({ type: String, nullable: true }) ruleSetVersion!: string | null;
  @ApiProperty({ type: 'array', items: anyObject }) reasons!: readonly object[];
}

export class ChangedEntityDto extends RulesExecutionDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() entity!: EntityDto;
  @ApiProperty({ type: EntityDto }) previousEntity!: EntityDto;
  @ApiProperty({ type: ChangeEvaluationDto, nullable: true }) evaluation!: ChangeEvaluationDto | null;
}

class ChangedAttributesData {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ enum: ['merge', 'replace'] }) mode!: string;
  @ApiProperty(anyObject) attributes!: object;
  @ApiProperty(anyObject) previousAttributes!: object;
  @ApiProperty({ type: [String] }) changedKeys!: readonly string[];
  @ApiPropertyOptional({ type: RulesExecutionSummaryDto }) rulesExecutionSummary?: object;
}

export class ChangedAttributesDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ChangedAttributesData;
}

export class DeletedEntityDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'date-time' }) deletedAt!: string;
}

export class RestoredEntityDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() entity!: EntityDto;
}

class StatusActorDto {
  @ApiProperty({ enum: ['user', 'api_key', 'system', 'rule', 'automation', 'provider'] }) type!: string;
  @ApiProperty({ type: String, nullable: true }) id!: string | null;
  @ApiProperty({ type: String, nullable: true }) name!: string | null;
}

class StatusMoveDto {
  @ApiProperty({ enum: entityStatuses, enumName: 'EntityStatus' }) status!: EntityStatus;
  @ApiProperty({ enum: [...entityStatuses, null], type: String, nullable: true }) previousStatus!: EntityStatus | null;
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty() changedBy!: StatusActorDto;
  @ApiProperty({ enum: statusSources, enumName: 'StatusSource' }) source!: StatusSource;
  @ApiProperty({ format: 'date-time' }) changedAt!: string;
}

export class StatusHistoryDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [StatusMoveDto] }) history!: readonly StatusMoveDto[];
}
