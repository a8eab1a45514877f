import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiErrors, notFound, UuidParam } from '../../../platform/http/index.js';
import { findSharedResources } from '../../rule-sets/index.js';
import { UseSharedResource } from '../use-cases/use-shared-resource.js';
import { SharedResourceBody, SharedResourcesQuery, sharedTypes } from './sharing.bodies.js';
import { SharedResourceAnswerDto, SharedResourcesDto } from './sharing.dto.js';

@ApiTags('shared resources')
@Controller('shared-resources')
export class SharedResourcesController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly using: UseSharedResource,
  ) {}

  /** What the parent organization shares with this one. */
  @Get()
  @RequirePermission('risk_matrices:read', 'data_lists:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: SharedResourcesDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() { type }: SharedResourcesQuery,
  ): Promise<SharedResourcesDto> {
    const resources = await findSharedResources(this.database.of(organizationId), organizationId);
    return { success: true, resources: resources.filter(({ resourceType }) => type?.includes(resourceType) ?? true) };
  }

  /** Switches it on or off here. Of a risk matrix this needs `rules:publish` too, and makes another rule set. */
  @Put(':resourceType/:id')
  @RequirePermission('risk_matrices:edit', 'data_lists:edit')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'DUPLICATE_KEY', 'RISK_MATRIX_IN_USE', 'INVALID_SOURCE')
  @ApiOkResponse({ type: SharedResourceAnswerDto })
  async switch(
    @CurrentPrincipal() principal: Principal,
    @Param('resourceType') resourceType: string,
    @UuidParam('id', 'Shared resource') id: string,
    @Body() { sharedEnabled }: SharedResourceBody,
  ): Promise<SharedResourceAnswerDto> {
    const type = sharedTypes.find((each) => each === resourceType);
    if (!type) throw notFound('Shared resource');
    return { success: true, resource: await this.using.switch(principal, type, id, sharedEnabled) };
  }
}
