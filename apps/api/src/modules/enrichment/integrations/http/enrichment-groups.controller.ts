import { Body, Controller, Delete, Get, Param, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, providedFields } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { ChangeGroupBody, CreateGroupBody } from '../dto/integration.bodies.js';
import {
  DeletedGroupDto,
  EnrichmentGroupDto,
  EnrichmentGroupListDto,
  EnrichmentGroupResponseDto,
} from '../dto/integration.dto.js';
import { ChangeGroups } from '../use-cases/change-groups.js';

const distinct = (codes: readonly string[]): readonly string[] => [...new Set(codes)];

/** Integrations that are called together, identified by the id or slug of their group. */
@ApiTags('enrichment')
@Controller('marketplace/enrichment-groups')
export class EnrichmentGroupsController {
  constructor(private readonly groups: ChangeGroups) {}

  @Get()
  @ApiOperation({ summary: 'List groups of integrations' })
  @RequirePermission('integrations:read')
  @ApiOkResponse({ type: EnrichmentGroupListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal): Promise<EnrichmentGroupListDto> {
    const groups = await this.groups.list(organizationId);
    return {
      success: true,
      enrichmentGroups: groups.map((group) => EnrichmentGroupDto.from(group)),
      total: groups.length,
    };
  }

  @Post()
  @ApiOperation({ summary: 'Create a group of integrations' })
  @BodyExample({ name: 'Onboarding in Brazil', slug: 'onboarding-br', integrationCodes: ['br_receita_cnpj'] })
  @RequirePermission('integrations:manage')
  @ApiErrors('INTEGRATION_NOT_FOUND', 'DUPLICATE_KEY', 'TOO_MANY_ITEMS')
  @ApiCreatedResponse({ type: EnrichmentGroupResponseDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() { name, slug, integrationCodes }: CreateGroupBody,
  ): Promise<EnrichmentGroupResponseDto> {
    const content = { name, slug, integrationCodes: distinct(integrationCodes) };
    const group = await this.groups.create(principal, content, new Date());
    return { success: true, enrichmentGroup: EnrichmentGroupDto.from(group) };
  }

  @Patch(':idOrSlug')
  @ApiOperation({ summary: 'Update a group of integrations' })
  @BodyExample({ integrationCodes: ['br_receita_cnpj'] })
  @RequirePermission('integrations:manage')
  @ApiErrors('ENRICHMENT_GROUP_NOT_FOUND', 'INTEGRATION_NOT_FOUND', 'DUPLICATE_KEY', 'NO_CHANGES')
  @ApiOkResponse({ type: EnrichmentGroupResponseDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('idOrSlug') idOrSlug: string,
    @Body() body: ChangeGroupBody,
  ): Promise<EnrichmentGroupResponseDto> {
    const { name, slug, integrationCodes } = providedFields(body);
    const sent = providedFields({ name, slug, integrationCodes: integrationCodes && distinct(integrationCodes) });
    const group = await this.groups.change(principal, idOrSlug, sent, new Date());
    return { success: true, enrichmentGroup: EnrichmentGroupDto.from(group) };
  }

  @Delete(':idOrSlug')
  @ApiOperation({ summary: 'Delete a group of integrations' })
  @RequirePermission('integrations:manage')
  @ApiErrors('ENRICHMENT_GROUP_NOT_FOUND')
  @ApiOkResponse({ type: DeletedGroupDto })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('idOrSlug') idOrSlug: string,
  ): Promise<DeletedGroupDto> {
    const { id } = await this.groups.delete(principal, idOrSlug);
    return { success: true, id };
  }
}
