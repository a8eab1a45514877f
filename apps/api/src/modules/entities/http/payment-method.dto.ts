import { ApiProperty } from '@nestjs/swagger';

import { RawJson } from '../../../platform/http/index.js';
import { type Relationship, type RelationshipType, relationshipTypes } from '../../relationships/index.js';
import type { CreatedPaymentMethod } from '../use-cases/create-payment-method.js';

const anyObject = { type: 'object', additionalProperties: true } as const;

class PaymentRelationshipDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) targetEntityId!: string;
  @ApiProperty({ enum: relationshipTypes, enumName: 'RelationshipType' }) relationshipType!: RelationshipType;
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, nullable: true }) strength!: number | null;
  @ApiProperty(anyObject) metadata!: object;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;

  static from({
    id,
    targetEntityId,
    relationshipType,
    strength,
    metadata,
    createdAt,
  }: Relationship): PaymentRelationshipDto {
    const shown = { metadata: new RawJson(metadata), createdAt: createdAt.toISOString() };
    return { id, targetEntityId, relationshipType, strength, ...shown };
  }
}

export class CreatedPaymentMethodDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: ['payment_method'] }) entityType!: 'payment_method';
  @ApiProperty({ ...anyObject, description: 'as stored: of an account number the last four' }) entityData!: object;
  @ApiProperty({ type: [PaymentRelationshipDto] }) relationships!: readonly PaymentRelationshipDto[];
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;

  static from({ row, relationships }: CreatedPaymentMethod): CreatedPaymentMethodDto {
    return {
      success: true,
      id: row.id,
      entityType: 'payment_method',
      entityData: new RawJson(row.entityData),
      relationships: relationships.map((relationship) => PaymentRelationshipDto.from(relationship)),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  }
}
