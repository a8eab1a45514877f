import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type EntityStatus,
  entityStatuses,
  type EntityType,
  entityTypes,
  type EvaluationType,
  evaluationTypes,
  type RiskLevel,
  riskLevels,
} from '../domain/entity-enumerations.js';
import { RulesExecutionSummaryDto, RulesResultDto } from '../../../decisions/evaluations/index.js';

const anyObject = { type: 'object', additionalProperties: true } as const;

class RiskFactorDto {
  @ApiProperty() factor!: string;
  @ApiProperty() impact!: number;
  @ApiProperty() description!: string;
}

class CurrentEvaluationDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ enum: evaluationTypes, enumName: 'EvaluationType' }) evaluationType!: EvaluationType;
  @ApiProperty(anyObject) result!: object;
  @ApiProperty({ minimum: 0, maximum: 1 }) confidence!: number;
  @ApiProperty({ format: 'date-time' }) evaluatedAt!: string;
}

/** An entity in a response. */
export class EntityDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ enum: entityTypes, enumName: 'EntityType' }) type!: EntityType;
  @ApiProperty() name!: string;
  @ApiProperty({ type: String, nullable: true }) taxId!: string | null;
  @ApiProperty({ type: String, nullable: true }) countryCode!: string | null;
  @ApiProperty({ type: String, nullable: true }) nationality!: string | null;
  @ApiProperty({ type: String, nullable: true }) email!: string | null;
  @ApiProperty({ type: String, nullable: true }) phone!: string | null;
  @ApiProperty({ minimum: 0, maximum: 100 }) riskScore!: number;
  @ApiProperty({ enum: riskLevels, enumName: 'RiskLevel' }) riskLevel!: RiskLevel;
  @ApiProperty({ type: [RiskFactorDto] }) riskFactors!: readonly RiskFactorDto[];
  @ApiProperty({ ...anyObject, nullable: true }) manualRisk!: object | null;
  @ApiProperty({ type: [String], format: 'uuid' }) riskMatrixIds!: readonly string[];
  @ApiProperty({ enum: entityStatuses, enumName: 'EntityStatus' }) status!: EntityStatus;
  @ApiProperty() statusLocked!: boolean;
  @ApiProperty({ type: String, nullable: true }) statusReason!: string | null;
  @ApiProperty() kycVerified!: boolean;
  @ApiProperty({ type: String, nullable: true }) kycProvider!: string | null;
  @ApiProperty({ ...anyObject, nullable: true }) kycData!: object | null;
  @ApiProperty(anyObject) entityData!: object;
  @ApiProperty(anyObject) attributes!: object;
  @ApiProperty({ ...anyObject, nullable: true }) metadata!: object | null;
  @ApiProperty({ ...anyObject, nullable: true }) operationalHours!: object | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) registrationDate!: string | null;
  @ApiProperty() isClient!: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) expiresAt!: string | null;
  @ApiProperty({ type: CurrentEvaluationDto, nullable: true }) currentEvaluation!: CurrentEvaluationDto | null;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) deletedAt!: string | null;
}

/** The result of the rules for a change. */
export class RulesExecutionDto {
  @ApiPropertyOptional({
    type: RulesResultDto,
    description: 'decision, scores and alerts; absent if no rules were evaluated',
  })
  rulesResult?: object;
  @ApiPropertyOptional({
    type: RulesExecutionSummaryDto,
    description: 'every evaluated rule and the results of its actions',
  })
  rulesExecutionSummary?: object;
}

/** A requested action that is not performed. */
export class EntityNoticeDto {
  @ApiProperty({ enum: ['NOT_AVAILABLE'] }) code!: 'NOT_AVAILABLE';
  @ApiProperty({ description: 'path in the body' }) field!: string;
  @ApiProperty() message!: string;
}

class FailedEnrichmentDto {
  @ApiProperty() integrationCode!: string;
  @ApiProperty({ description: 'as of `error.code` of an enrichment' }) code!: string;
}

/** An integration that was requested to monitor the entity. */
export class IgnoredMonitoringDto {
  @ApiProperty() code!: string;
  @ApiProperty({ description: 'Reason for the mismatch' }) reason!: string;
}

/** The result of `autoExecuteIntegrations`. */
class CreationEnrichmentDto {
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: '`null` if no enrichment was requested' })
  requestId!: string | null;
  @ApiProperty({
    enum: ['processing', 'completed', 'failed'],
    description: '`processing`: it continues, the rules are evaluated afterwards, and events report both',
  })
  status!: 'processing' | 'completed' | 'failed';
  @ApiProperty({ type: [FailedEnrichmentDto] }) failed!: readonly FailedEnrichmentDto[];
}

export class CreatedEntityDto extends RulesExecutionDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() entity!: EntityDto;
  @ApiPropertyOptional({ type: CreationEnrichmentDto, description: 'where the body asked for it' })
  enrichment?: CreationEnrichmentDto;
  @ApiPropertyOptional({ type: [IgnoredMonitoringDto], description: 'absent where all monitoring began' })
  monitoringIgnored?: readonly IgnoredMonitoringDto[];
  @ApiPropertyOptional({
    type: [EntityNoticeDto],
    description: 'ignored parts of the request; absent if none',
  })
  notices?: readonly EntityNoticeDto[];
}

export class EntityListDto {
  @ApiProperty({ type: [EntityDto] }) entities!: EntityDto[];
}

/** Response of `POST /entities/change-external-id`. */
export class ChangedExternalIdDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'false if the entity already had this external id' }) changed!: boolean;
  @ApiProperty() entity!: EntityDto;
}
