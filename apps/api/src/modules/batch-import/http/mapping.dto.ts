import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../platform/http/index.js';
import { type MappingTarget, mappingTargets, type StoredMapping } from '../../column-mappings/index.js';

export class MappingDto {
  @ApiProperty({ format: 'uuid', description: '`mappingId` of uploads' }) id!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: mappingTargets, enumName: 'MappingTarget' }) target!: MappingTarget;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'As it was sent' })
  columnMapping!: Readonly<Record<string, unknown>>;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'As they were sent' })
  defaultFields!: Readonly<Record<string, unknown>>;
  @ApiProperty({ type: [String], nullable: true }) headersSnapshot!: readonly string[] | null;
  @ApiProperty() createdBy!: string;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;

  static from(mapping: StoredMapping): MappingDto {
    const { createdAt, updatedAt } = mapping;
    return { ...mapping, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  }
}

export class MappingAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() mapping!: MappingDto;
}

export class MappingListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [MappingDto] }) mappings!: readonly MappingDto[];
  @ApiProperty() pagination!: Pagination;
}

export class DeletedMappingDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
}
