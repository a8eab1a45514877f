import { Controller, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, notFound, RouteSettings, UuidParam } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { RelationshipDto } from '../../relationships/index.js';
import { DeclaredRelationshipBody, readRelationship } from '../dto/declared-relationship.body.js';
import { RelateEntity } from '../use-cases/relate-entity.js';

class CreatedRelationshipDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'from the perspective of the entity' }) relationship!: RelationshipDto;
}

@ApiTags('entities')
@Controller('entities')
export class EntityRelationshipsController {
  constructor(private readonly relating: RelateEntity) {}

  @Post(':id/relationships')
  @ApiOperation({ summary: 'Create a relationship between two entities' })
  @BodyExample({ relatedExternalId: 'company-17', relationshipType: 'owns', role: 'shareholder', strength: 0.25 })
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('VALIDATION_ERROR', 'RELATED_ENTITY_NOT_FOUND', 'DUPLICATE_RELATIONSHIP')
  @ApiCreatedResponse({ type: CreatedRelationshipDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
    @PostBody() body: DeclaredRelationshipBody,
    @Req() { rawBody }: FastifyRequest,
  ): Promise<CreatedRelationshipDto> {
    const declared = readRelationship(body, rawBody ?? '{}');
    const view = await this.relating.relate(principal, id, declared, new Date());
    if (!view) throw notFound('Entity');
    return { success: true, relationship: RelationshipDto.from(view) };
  }
}
