import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

import {
  CurrentPrincipal,
  hasPermission,
  type Permission,
  type Principal,
  RequirePermission,
} from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiErrors, UuidParam, BodyExample, Query } from '../../../platform/http/index.js';
import { findSharedResources, type SharedType } from '../../decisions/rule-sets/index.js';
import { PendingChangeDto, shownOrPending } from '../rules/index.js';
import { UseSharedResource } from './use-shared-resource.js';
import { SharedResourceBody, SharedResourcesQuery } from './sharing.bodies.js';
import { SharedResourceAnswerDto, SharedResourcesDto } from './sharing.dto.js';

const readPermissions: Readonly<Record<SharedType, Permission>> = {
  risk_matrix: 'risk_matrices:read',
  data_list: 'data_lists:read',
  webhook: 'webhooks:read',
};

@ApiTags('shared resources')
@Controller('shared-resources')
export class SharedResourcesController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly using: UseSharedResource,
  ) {}

  /** Returns what the parent organization shares with this one, as far as the caller may read it. */
  @Get()
  @ApiOperation({ summary: 'List what the parent organization shares' })
  @RequirePermission('risk_matrices:read', 'data_lists:read', 'webhooks:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: SharedResourcesDto })
  async list(
    @CurrentPrincipal() { organizationId, scopes }: Principal,
    @Query() { type }: SharedResourcesQuery,
  ): Promise<SharedResourcesDto> {
    const resources = await findSharedResources(this.database.forOrganization(organizationId), organizationId);
    const isShown = ({ resourceType }: (typeof resources)[number]): boolean =>
      hasPermission(scopes, readPermissions[resourceType]) && (type?.includes(resourceType) ?? true);
    return { success: true, resources: resources.filter(isShown) };
  }

  /** Enables or disables a matrix of the parent in this organization. Also requires `rules:publish`, and results in another rule set. */
  @Put('risk_matrix/:id')
  @ApiOperation({ summary: 'Enable or disable a shared risk matrix' })
  @BodyExample({ sharedEnabled: true })
  @RequirePermission('risk_matrices:edit')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'DUPLICATE_KEY', 'RISK_MATRIX_IN_USE', 'INVALID_SOURCE')
  @ApiOkResponse({ type: SharedResourceAnswerDto })
  @ApiAcceptedResponse({ type: PendingChangeDto, description: 'The change waits for a second person' })
  async switchMatrix(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Shared resource') id: string,
    @Body() { sharedEnabled }: SharedResourceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SharedResourceAnswerDto | PendingChangeDto> {
    const now = new Date();
    const result = await this.using.switchMatrix(principal, id, sharedEnabled, now);
    return shownOrPending(reply, result, now, (resource) => ({ success: true as const, resource }));
  }

  /** Enables or disables a list of the parent in this organization, so that rules can read it. */
  @Put('data_list/:id')
  @ApiOperation({ summary: 'Enable or disable a shared data list' })
  @BodyExample({ sharedEnabled: true })
  @RequirePermission('data_lists:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: SharedResourceAnswerDto })
  async switchList(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Shared resource') id: string,
    @Body() { sharedEnabled }: SharedResourceBody,
  ): Promise<SharedResourceAnswerDto> {
    return { success: true, resource: await this.using.switch(principal, 'data_list', id, sharedEnabled) };
  }

  /** Enables or disables a webhook of the parent in this organization, so that it receives this organization's events. */
  @Put('webhook/:id')
  @ApiOperation({ summary: 'Enable or disable a shared webhook' })
  @BodyExample({ sharedEnabled: true })
  @RequirePermission('webhooks:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: SharedResourceAnswerDto })
  async switchWebhook(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Shared resource') id: string,
    @Body() { sharedEnabled }: SharedResourceBody,
  ): Promise<SharedResourceAnswerDto> {
    return { success: true, resource: await this.using.switch(principal, 'webhook', id, sharedEnabled) };
  }
}
