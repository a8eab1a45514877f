import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, notFound, RouteSettings, UuidParam } from '../../../platform/http/index.js';
import { shownEntity } from '../use-cases/change-events.js';
import { CreateEntity } from '../use-cases/create-entity.js';
import { type EntityKey, GetEntity } from '../use-cases/get-entity.js';
import { ListEntities } from '../use-cases/list-entities.js';
import { CreateEntityBody } from './create-entity.body.js';
import { entityRefused } from './entity-refused.js';
import { CreatedEntityDto, EntityDto, EntityListDto } from './entity.dto.js';
import { ListEntitiesQuery } from './list-entities.query.js';
import { readEntityBody } from './read-entity-body.js';
import { shownRun } from './shown-run.js';

@ApiTags('entities')
@Controller('entities')
export class EntitiesController {
  constructor(
    private readonly createEntity: CreateEntity,
    private readonly getEntity: GetEntity,
    private readonly listEntities: ListEntities,
  ) {}

  @Post()
  @RequirePermission('entities:create')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors(
    'VALIDATION_ERROR',
    'INVALID_TAX_ID',
    'DUPLICATE_EXTERNAL_ID',
    'DUPLICATE_TAX_ID',
    'RELATED_ENTITY_NOT_FOUND',
    'ENTITY_CREATION_LIST_BLOCK',
    'RISK_MATRIX_NOT_FOUND',
    'CREATION_CONTRACT_QUOTA_EXCEEDED',
    'SERVICE_UNAVAILABLE',
  )
  @ApiCreatedResponse({ type: CreatedEntityDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateEntityBody,
    @Req() request: FastifyRequest,
  ): Promise<CreatedEntityDto> {
    const entity = readEntityBody(body, request.rawBody ?? '{}');
    const created = await this.createEntity.run(principal, entity, new Date());
    if (!created.ok) throw entityRefused(created.error);
    const { row, run } = created.value;
    return { success: true, entity: shownEntity(row), ...shownRun(run) };
  }

  @Get()
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity' })
  @ApiOkResponse({ type: EntityListDto })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListEntitiesQuery): Promise<EntityListDto> {
    const rows = await this.listEntities.run(principal.organizationId, query);
    return { entities: rows.map(shownEntity) };
  }

  @Get('by-external-id/:externalId')
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity-read' })
  @ApiOkResponse({ type: EntityDto })
  getByExternalId(
    @CurrentPrincipal() principal: Principal,
    @Param('externalId') externalId: string,
  ): Promise<EntityDto> {
    return this.get(principal, { externalId });
  }

  @Get('by-tax-id/:taxId')
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity-read' })
  @ApiOkResponse({ type: EntityDto })
  getByTaxId(@CurrentPrincipal() principal: Principal, @Param('taxId') taxId: string): Promise<EntityDto> {
    return this.get(principal, { taxId });
  }

  @Get(':id')
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity-read' })
  @ApiOkResponse({ type: EntityDto })
  getById(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Entity') id: string): Promise<EntityDto> {
    return this.get(principal, { id });
  }

  private async get({ organizationId }: Principal, key: EntityKey): Promise<EntityDto> {
    const row = await this.getEntity.run(organizationId, key);
    if (!row) throw notFound('Entity');
    return shownEntity(row);
  }
}
