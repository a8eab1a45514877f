import { Controller, Delete, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import {
  ApiErrors,
  notFound,
  RouteSettings,
  UuidParam,
  EnumField,
  PageQuery,
  QueryBoolean,
  TextField,
  Pagination,
  RawJson,
  Query,
} from '../../../platform/http/index.js';
import { RelationshipStore } from './relationship-store.js';
import { DeleteRelationship } from './delete-relationship.js';
import { limits } from '../../../platform/limits.js';
import {
  type Direction,
  directions,
  type RelationshipType,
  relationshipTypes,
  type RelatedEntity,
  type RelationshipView,
} from './relationship.js';

class RelatedEntityDto implements RelatedEntity {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty() type!: string;
  @ApiProperty() name!: string;
  @ApiProperty() status!: string;
  @ApiProperty({ minimum: 0, maximum: 100 }) riskScore!: number;
}

class RelationshipDto {
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

  static from({ metadata, createdAt, deletedAt, ...seen }: RelationshipView): RelationshipDto {
    return {
      ...seen,
      metadata: new RawJson(metadata),
      active: deletedAt === null,
      createdAt: createdAt.toISOString(),
      deletedAt: deletedAt?.toISOString() ?? null,
    };
  }
}

class RelationshipPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [RelationshipDto] }) relationships!: readonly RelationshipDto[];
  @ApiProperty() pagination!: Pagination;
}

class DeletedRelationshipDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'date-time' }) deletedAt!: string;
}

/** Filters of `GET /entities/{id}/relationships`; all of them must hold. */
class ListRelationshipsQuery extends PageQuery {
  @EnumField(directions, 'RelationshipDirection', { description: 'default both; outgoing: the entity is the source' })
  direction?: Direction;

  @EnumField(relationshipTypes, 'RelationshipType') relationshipType?: RelationshipType;
  @TextField({ min: 1, max: limits.relationshipRoleCharacters }) role?: string;
  @QueryBoolean({ description: 'default false' }) includeDeleted?: boolean;
}

/** How an entity stands to others; relationships are made with `POST /entities`. */
@ApiTags('entities')
@Controller()
export class RelationshipsController {
  constructor(
    private readonly relationships: RelationshipStore,
    private readonly deleteRelationship: DeleteRelationship,
  ) {}

  @Get('entities/:id/relationships')
  @ApiOperation({ summary: 'List how an entity stands to others' })
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: RelationshipPageDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Entity') id: string,
    @Query() query: ListRelationshipsQuery,
  ): Promise<RelationshipPageDto> {
    const page = await this.relationships.find(organizationId, id, query);
    if (!page) throw notFound('Entity');
    return {
      success: true,
      relationships: page.rows.map((row) => RelationshipDto.from(row)),
      pagination: page.pagination,
    };
  }

  @Delete('relationships/:id')
  @ApiOperation({ summary: 'Delete a relationship' })
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiOkResponse({ type: DeletedRelationshipDto })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Relationship') id: string,
  ): Promise<DeletedRelationshipDto> {
    const deleted = await this.deleteRelationship.delete(principal, id, new Date());
    if (!deleted) throw notFound('Relationship');
    return { success: true, id: deleted.id, deletedAt: deleted.deletedAt!.toISOString() };
  }
}
