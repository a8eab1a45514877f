import { ApiProperty } from '@nestjs/swagger';

import { Pagination, RawJson } from '../../../platform/http/index.js';
import {
  type Direction,
  directions,
  type RelatedEntity,
  type RelationshipType,
  relationshipTypes,
  type SeenRelationship,
} from '../domain/relationship.js';

class RelatedEntityDto implements RelatedEntity {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty() type!: string;
  @ApiProperty() name!: string;
  @ApiProperty() status!: string;
  @ApiProperty({ minimum: 0, maximum: 100 }) riskScore!: number;
}

export class RelationshipDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) sourceEntityId!: string;
  @ApiProperty({ format: 'uuid' }) targetEntityId!: string;

  @ApiProperty({ enum: directions, enumName: 'RelationshipDirection' }) direction!: Direction;
  @ApiProperty({ enum: relationshipTypes, enumName: 'RelationshipType' }) relationshipType!: RelationshipType;
  @ApiProperty({ type: String, nullable: true }) role!: string | null;
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, nullable: true }) strength!: number | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) metadata!: object;
  @ApiProperty({ description: 'false once it is deleted' }) active!: boolean;
  @ApiProperty({ description: 'the entity at the other end' }) related!: RelatedEntityDto;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) deletedAt!: string | null;

  static from({ metadata, createdAt, deletedAt, ...seen }: SeenRelationship): RelationshipDto {
    return {
      ...seen,
      metadata: new RawJson(metadata),
      active: deletedAt === null,
      createdAt: createdAt.toISOString(),
      deletedAt: deletedAt?.toISOString() ?? null,
    };
  }
}

export class RelationshipPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [RelationshipDto] }) relationships!: readonly RelationshipDto[];
  @ApiProperty() pagination!: Pagination;
}

export class DeletedRelationshipDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'date-time' }) deletedAt!: string;
}
