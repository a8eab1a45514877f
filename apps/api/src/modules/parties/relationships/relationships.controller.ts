import { Body, Controller, Delete, Get, Patch, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import {
  ApiError,
  ApiErrors,
  BodyExample,
  InstantField,
  invalid,
  JsonObjectField,
  memberText,
  NameField,
  NumberField,
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
  ChangeBody,
} from '../../../platform/http/index.js';
import { type RelationshipFilter, RelationshipStore } from './relationship-store.js';
import { ChangeRelationships } from './change-relationships.js';
import { limits } from '../../../platform/limits.js';
import {
  type Direction,
  directions,
  type RelationshipState,
  relationshipStates,
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

export class RelationshipDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) sourceEntityId!: string;
  @ApiProperty({ format: 'uuid' }) targetEntityId!: string;

  @ApiProperty({ enum: directions, enumName: 'RelationshipDirection' }) direction!: Direction;
  @ApiProperty({ enum: relationshipTypes, enumName: 'RelationshipType' }) relationshipType!: RelationshipType;
  @ApiProperty({ type: String, nullable: true }) role!: string | null;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'id of the relationship of which this is an earlier version',
  })
  versionOf!: string | null;
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, nullable: true }) strength!: number | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) metadata!: object;
  @ApiProperty({ description: 'false once it is deleted' }) active!: boolean;
  @ApiProperty({ description: 'the other entity' }) related!: RelatedEntityDto;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'since when these values apply' })
  updatedAt!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) deletedAt!: string | null;

  static from({ metadata, createdAt, updatedAt, deletedAt, ...seen }: RelationshipView): RelationshipDto {
    return {
      ...seen,
      metadata: new RawJson(metadata),
      active: deletedAt === null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt?.toISOString() ?? null,
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

class ChangedRelationshipDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'false if it already had these values' }) changed!: boolean;
  @ApiProperty({ description: 'from the perspective of the source' }) relationship!: RelationshipDto;
}

/** `PATCH /relationships/{id}`; absent fields stay unchanged. */
@ChangeBody()
class ChangeRelationshipBody {
  @NameField({ max: limits.relationshipRoleCharacters, nullable: true }) role?: string | null;
  @NumberField({ min: 0, max: 1, nullable: true }) strength?: number | null;
  @JsonObjectField({ description: 'replaces the metadata' }) metadata?: object;
}

/** Filters of `GET /entities/{id}/relationships`; all of them must match. */
class ListRelationshipsQuery extends PageQuery {
  @EnumField(directions, 'RelationshipDirection', { description: 'default both; outgoing: the entity is the source' })
  direction?: Direction;

  @EnumField(relationshipTypes, 'RelationshipType') relationshipType?: RelationshipType;
  @TextField({ min: 1, max: limits.relationshipRoleCharacters }) role?: string;
  @QueryBoolean({ description: 'default false; true is `state=all`' }) includeDeleted?: boolean;
  @EnumField(relationshipStates, 'RelationshipState', {
    description: 'default active; including ended ones also includes earlier versions of changed ones',
  })
  state?: RelationshipState;
  @InstantField({ description: 'state at that time instead of the current state' }) asOf?: string;
}

/** `GET /relationships/{id}/versions`. */
class RelationshipVersionsQuery extends PageQuery {}

class RelationshipVersionsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({
    type: [RelationshipDto],
    description:
      'newest first, from the perspective of the source; an earlier version applied from `createdAt` to `deletedAt`',
  })
  versions!: readonly RelationshipDto[];
  @ApiProperty() pagination!: Pagination;
}

/** Throws 400 if the query contains both a state and a time. */
function readFilter({ includeDeleted, state, asOf, ...query }: ListRelationshipsQuery): RelationshipFilter {
  const wanted = state ?? (includeDeleted ? 'all' : undefined);
  if (asOf === undefined) return { ...query, ...(wanted && { state: wanted }) };
  if (wanted) throw invalid({ asOf: 'cannot be combined with state or includeDeleted' });
  return { ...query, asOf: new Date(asOf) };
}

/** The relationships of entities. They are created with `POST /entities` and `POST /entities/{id}/relationships`. */
@ApiTags('entities')
@Controller()
export class RelationshipsController {
  constructor(
    private readonly relationships: RelationshipStore,
    private readonly changes: ChangeRelationships,
  ) {}

  @Get('entities/:id/relationships')
  @ApiOperation({ summary: 'List the relationships of an entity' })
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: RelationshipPageDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Entity') id: string,
    @Query() query: ListRelationshipsQuery,
  ): Promise<RelationshipPageDto> {
    const page = await this.relationships.find(organizationId, id, readFilter(query));
    if (!page) throw notFound('Entity');
    return {
      success: true,
      relationships: page.rows.map((row) => RelationshipDto.from(row)),
      pagination: page.pagination,
    };
  }

  @Get('relationships/:id/versions')
  @ApiOperation({ summary: 'List the versions of a relationship' })
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: RelationshipVersionsDto })
  async versions(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Relationship') id: string,
    @Query() query: RelationshipVersionsQuery,
  ): Promise<RelationshipVersionsDto> {
    const page = await this.relationships.findVersions(organizationId, id, query);
    if (!page) throw notFound('Relationship');
    const versions = page.rows.map((row) => RelationshipDto.from(row));
    return { success: true, versions, pagination: page.pagination };
  }

  @Patch('relationships/:id')
  @ApiOperation({ summary: 'Update a relationship; the previous version is kept' })
  @BodyExample({ strength: 0.4 })
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('VALIDATION_ERROR', 'NO_CHANGES', 'DUPLICATE_RELATIONSHIP')
  @ApiOkResponse({ type: ChangedRelationshipDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Relationship') id: string,
    @Body() { role, strength, metadata }: ChangeRelationshipBody,
    @Req() { rawBody }: FastifyRequest,
  ): Promise<ChangedRelationshipDto> {
    const change = {
      ...(role !== undefined && { role }),
      ...(strength !== undefined && { strength }),
      ...(metadata != null && { metadata: memberText(rawBody ?? '{}', 'metadata')! }),
    };
    if (Object.keys(change).length === 0)
      throw new ApiError('NO_CHANGES', 'The request has none of role, strength and metadata');
    const changed = await this.changes.change(principal, id, change, new Date());
    if (!changed) throw notFound('Relationship');
    return { success: true, changed: changed.isChanged, relationship: RelationshipDto.from(changed.relationship) };
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
    const deleted = await this.changes.delete(principal, id, new Date());
    if (!deleted) throw notFound('Relationship');
    return { success: true, id: deleted.id, deletedAt: deleted.deletedAt!.toISOString() };
  }
}
