import { ApiProperty } from '@nestjs/swagger';

import { type EntityStatus, entityStatuses, type EntityType, entityTypes } from '../domain/entity-enumerations.js';

class RiskFactorDto {
  @ApiProperty() factor!: string;
  @ApiProperty() impact!: number;
  @ApiProperty() description!: string;
}

/** An entity in an answer. */
export class EntityDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ enum: entityTypes, enumName: 'EntityType' }) type!: EntityType;
  @ApiProperty() name!: string;
  @ApiProperty({ type: String, nullable: true }) taxId!: string | null;
  @ApiProperty() countryCode!: string;
  @ApiProperty({ type: String, nullable: true }) nationality!: string | null;
  @ApiProperty({ minimum: 0, maximum: 100 }) riskScore!: number;
  @ApiProperty({ type: [RiskFactorDto] }) riskFactors!: readonly RiskFactorDto[];
  @ApiProperty({ enum: entityStatuses, enumName: 'EntityStatus' }) status!: EntityStatus;
  @ApiProperty() kycVerified!: boolean;
  @ApiProperty({ type: String, nullable: true }) kycProvider!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) kycData!: object | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) entityData!: object;
  @ApiProperty({ type: 'object', additionalProperties: true }) attributes!: object;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) operationalHours!: object | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) registrationDate!: string | null;
  @ApiProperty() isClient!: boolean;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) currentEvaluation!: null;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) deletedAt!: string | null;
}

export class CreatedEntityDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() entity!: EntityDto;
}

export class EntityListDto {
  @ApiProperty({ type: [EntityDto] }) entities!: EntityDto[];
}
