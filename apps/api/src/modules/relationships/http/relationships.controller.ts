import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, notFound, RouteSettings, UuidParam } from '../../../platform/http/index.js';
import { RelationshipStore } from '../persistence/relationship-store.js';
import { DeleteRelationship } from '../use-cases/delete-relationship.js';
import { ListRelationshipsQuery } from './list-relationships.query.js';
import { DeletedRelationshipDto, RelationshipDto, RelationshipPageDto } from './relationship.dto.js';

/** How an entity stands to others; relationships are made with `POST /entities`. */
@ApiTags('entities')
@Controller()
export class RelationshipsController {
  constructor(
    private readonly relationships: RelationshipStore,
    private readonly deleteRelationship: DeleteRelationship,
  ) {}

  @Get('entities/:id/relationships')
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
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiOkResponse({ type: DeletedRelationshipDto })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Relationship') id: string,
  ): Promise<DeletedRelationshipDto> {
    const deleted = await this.deleteRelationship.run(principal, id, new Date());
    if (!deleted) throw notFound('Relationship');
    return { success: true, id: deleted.id, deletedAt: deleted.deletedAt!.toISOString() };
  }
}
