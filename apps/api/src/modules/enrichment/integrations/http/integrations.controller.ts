import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, providedFields, Query } from '../../../../platform/http/index.js';
import { IntegrationsQuery, SwitchIntegrationBody } from '../dto/integration.bodies.js';
import { IntegrationDto, IntegrationListDto, IntegrationResponseDto } from '../dto/integration.dto.js';
import { ListIntegrations } from '../use-cases/list-integrations.js';
import { SwitchIntegration } from '../use-cases/switch-integration.js';

@ApiTags('enrichment')
@Controller('marketplace/integrations')
export class IntegrationsController {
  constructor(
    private readonly integrations: ListIntegrations,
    private readonly switches: SwitchIntegration,
  ) {}

  /** Returns the integrations sorted by code. */
  @Get()
  @ApiOperation({ summary: 'List the integrations for persons and companies' })
  @RequirePermission('integrations:read')
  @ApiOkResponse({ type: IntegrationListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() { limit, offset = 0, country, ...filter }: IntegrationsQuery,
  ): Promise<IntegrationListDto> {
    const all = await this.integrations.list(organizationId, { ...filter, country: country?.toUpperCase() });
    const shown = all.slice(offset, offset + limit);
    return {
      success: true,
      integrations: shown.map((each) => IntegrationDto.from(each)),
      pagination: { total: all.length, limit, offset, hasMore: offset + limit < all.length, nextCursor: null },
    };
  }

  @Get(':code')
  @ApiOperation({ summary: 'Read an integration' })
  @RequirePermission('integrations:read')
  @ApiErrors('INTEGRATION_NOT_FOUND')
  @ApiOkResponse({ type: IntegrationResponseDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('code') code: string,
  ): Promise<IntegrationResponseDto> {
    const integration = await this.integrations.get(organizationId, code);
    return { success: true, integration: IntegrationDto.from(integration) };
  }

  /** Secrets in its configuration are not shown in any response. */
  @Put(':code')
  @ApiOperation({ summary: 'Enable, disable or configure an integration' })
  @BodyExample({ enabled: true, config: { apiKey: 'an API key of the source' } })
  @RequirePermission('integrations:manage')
  @ApiErrors('INTEGRATION_NOT_FOUND')
  @ApiOkResponse({ type: IntegrationResponseDto })
  async switch(
    @CurrentPrincipal() principal: Principal,
    @Param('code') code: string,
    @Body() body: SwitchIntegrationBody,
  ): Promise<IntegrationResponseDto> {
    const { monitoringEnabled, config } = providedFields(body);
    const request = { enabled: body.enabled, ...providedFields({ monitoringEnabled, config }) };
    await this.switches.switch(principal, code, request, new Date());
    return this.get(principal, code);
  }
}
