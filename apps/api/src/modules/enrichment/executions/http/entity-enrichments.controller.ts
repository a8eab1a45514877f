import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { itemCodes } from '@tamis/enrichment';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, ItemErrors, notFound, Query, UuidParam } from '../../../../platform/http/index.js';
import { EnrichmentDataQuery, EnrichmentHistoryQuery, NormalizedEnrichmentQuery } from '../dto/enrichment.bodies.js';
import {
  EnrichmentDataResponseDto,
  EnrichmentHistoryDto,
  EnrichmentItemDto,
  KnownEnrichmentDto,
  NormalizedEnrichmentResponseDto,
} from '../dto/enrichment.dto.js';
import { ReadEnrichments, type ShownResult } from '../use-cases/read-enrichments.js';

/** Data found about an entity. */
@ApiTags('entities')
@Controller('entities')
export class EntityEnrichmentsController {
  constructor(private readonly enrichments: ReadEnrichments) {}

  /** Returns the enrichments of an entity, newest first. */
  @Get(':id/enrichments')
  @ApiOperation({ summary: 'List the enrichments of an entity' })
  @RequirePermission('entities:read')
  @ApiErrors('ENTITY_NOT_FOUND')
  @ItemErrors(...itemCodes)
  @ApiOkResponse({ type: EnrichmentHistoryDto })
  async history(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @Query() query: EnrichmentHistoryQuery,
  ): Promise<EnrichmentHistoryDto> {
    const { rows, pagination } = await this.enrichments.history(organizationId, id, query);
    const enrichments = rows.map((shown) => ({
      ...EnrichmentItemDto.from(shown),
      executedAt: shown.execution.finishedAt!.toISOString(),
      triggeredBy: shown.execution.triggeredBy,
    }));
    return { success: true, enrichments, pagination };
  }

  /** Returns the latest results. `raw` is omitted for callers without `entities:read_sensitive`. */
  @Get(':id/enrichment-data')
  @ApiOperation({ summary: 'Read the latest integration results of an entity' })
  @RequirePermission('entities:read')
  @ApiErrors('ENTITY_NOT_FOUND')
  @ApiExtraModels(KnownEnrichmentDto)
  @ApiOkResponse({ type: EnrichmentDataResponseDto })
  async data(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @Query() { integrationCode, includeRaw = true }: EnrichmentDataQuery,
  ): Promise<EnrichmentDataResponseDto> {
    const codes = integrationCode?.split(',').map((code) => code.trim());
    const [known, normalized] = await Promise.all([
      this.enrichments.latest(principal, id, { codes, includeRaw }),
      this.enrichments.normalized(principal.organizationId, id),
    ]);
    const times = known.map(({ executedAt }) => executedAt.getTime());
    return {
      success: true,
      hasEnrichmentData: known.length > 0,
      data: {
        ...{ entityId: id, normalized },
        enrichments: Object.fromEntries(known.map((result) => [result.integrationCode, toKnown(result)])),
        lastEnrichedAt: times.length === 0 ? null : new Date(Math.max(...times)),
      },
    };
  }

  /** Returns the merged data of all sources. Each field comes from the most trusted one. */
  @Get(':id/normalized-enrichment')
  @ApiOperation({ summary: 'Read the combined data of all enrichments of an entity' })
  @RequirePermission('entities:read')
  @ApiErrors('ENTITY_NOT_FOUND', 'NOT_FOUND')
  @ApiOkResponse({ type: NormalizedEnrichmentResponseDto })
  async normalized(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @Query() { version }: NormalizedEnrichmentQuery,
  ): Promise<NormalizedEnrichmentResponseDto> {
    const data = await this.enrichments.normalized(organizationId, id, version);
    if (!data) throw notFound('Normalized enrichment');
    return { success: true, data };
  }
}

function toKnown({
  enrichmentId,
  integrationName,
  status,
  mapped,
  raw,
  executedAt,
  execution,
}: ShownResult): KnownEnrichmentDto {
  return {
    ...{ enrichmentId, integrationName, status, mapped, executedAt },
    ...(raw !== null && { raw }),
    ...{ executionTime: execution?.executionMs ?? 0, costCents: execution?.chargedCents ?? 0 },
    cached: execution?.leaderId != null,
  };
}
