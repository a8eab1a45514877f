import { Body, Controller, Delete, HttpCode, Param, Patch, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, RouteSettings, UuidParam } from '../../../platform/http/index.js';
import { Post } from '../../../platform/idempotency/index.js';
import type { EntityPatch } from '../domain/entity-patch.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { ChangeEntity } from '../use-cases/change-entity.js';
import { shownEntity } from '../use-cases/change-events.js';
import type { EntityKey } from '../use-cases/get-entity.js';
import { RestoreEntity } from '../use-cases/restore-entity.js';
import { ChangeAttributesBody, ChangeEntityBody } from './change-entity.bodies.js';
import { ChangedAttributesDto, ChangedEntityDto, DeletedEntityDto, RestoredEntityDto } from './entity-changes.dto.js';
import { readAttributesPatch, readEntityPatch } from './read-entity-patch.js';
import { shownAttributes, shownChange } from './shown-change.js';

const Changes = (): MethodDecorator =>
  ApiErrors(
    'VALIDATION_ERROR',
    'INVALID_TAX_ID',
    'REASON_REQUIRED',
    'NOT_FOUND',
    'DUPLICATE_TAX_ID',
    'RISK_MATRIX_NOT_FOUND',
    'SHARED_RESOURCE_NOT_ENABLED',
  );

@ApiTags('entities')
@Controller('entities')
export class EntityChangesController {
  constructor(
    private readonly changeEntity: ChangeEntity,
    private readonly restoreEntity: RestoreEntity,
  ) {}

  @Patch('by-external-id/:externalId')
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @Changes()
  @ApiOkResponse({ type: ChangedEntityDto })
  changeByExternalId(
    @CurrentPrincipal() principal: Principal,
    @Param('externalId') externalId: string,
    @Body() body: ChangeEntityBody,
    @Req() request: FastifyRequest,
  ): Promise<ChangedEntityDto> {
    return this.change(principal, { externalId }, body, request);
  }

  @Patch('by-tax-id/:taxId')
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @Changes()
  @ApiOkResponse({ type: ChangedEntityDto })
  changeByTaxId(
    @CurrentPrincipal() principal: Principal,
    @Param('taxId') taxId: string,
    @Body() body: ChangeEntityBody,
    @Req() request: FastifyRequest,
  ): Promise<ChangedEntityDto> {
    return this.change(principal, { taxId }, body, request);
  }

  @Patch(':id')
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @Changes()
  @ApiOkResponse({ type: ChangedEntityDto })
  changeById(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
    @Body() body: ChangeEntityBody,
    @Req() request: FastifyRequest,
  ): Promise<ChangedEntityDto> {
    return this.change(principal, { id }, body, request);
  }

  @Patch(':id/attributes')
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: ChangedAttributesDto })
  async changeAttributes(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
    @Body() body: ChangeAttributesBody,
    @Req() request: FastifyRequest,
  ): Promise<ChangedAttributesDto> {
    const patch = readAttributesPatch(body, request.rawBody ?? '{}');
    const changed = await this.changeEntity.run(principal, { id }, () => patch, new Date());
    return shownAttributes(changed, body.mode ?? 'merge');
  }

  @Delete(':id')
  @RequirePermission('entities:delete')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: DeletedEntityDto })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
  ): Promise<DeletedEntityDto> {
    const { after } = await this.changeEntity.run(principal, { id }, () => ({ status: 'deleted' }), new Date());
    return { success: true, id, deletedAt: after.deletedAt!.toISOString() };
  }

  @Post(':id/restore')
  @HttpCode(200)
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'DUPLICATE_EXTERNAL_ID', 'DUPLICATE_TAX_ID')
  @ApiOkResponse({ type: RestoredEntityDto })
  async restore(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
  ): Promise<RestoredEntityDto> {
    return { success: true, entity: shownEntity(await this.restoreEntity.run(principal, id, new Date())) };
  }

  private async change(
    principal: Principal,
    key: EntityKey,
    body: ChangeEntityBody,
    { rawBody = '{}' }: FastifyRequest,
  ): Promise<ChangedEntityDto> {
    const patchOf = (entity: EntityRow): EntityPatch => readEntityPatch(body, rawBody, entity);
    return shownChange(await this.changeEntity.run(principal, key, patchOf, new Date()));
  }
}
