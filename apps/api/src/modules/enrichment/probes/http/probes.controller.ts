import { Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { itemCodes } from '@tamis/enrichment';

import {
  CurrentPrincipal,
  NamesOrganization,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, invalid, ItemErrors, Query } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { ProbeBody, ProbeQuery } from '../dto/probe.body.js';
import { ProbeDto } from '../dto/probe.dto.js';
import { ExecuteWithoutEntity, type ProbeRequest } from '../use-cases/execute-without-entity.js';

@ApiTags('enrichment')
@Controller('integration-execution')
export class ProbesController {
  constructor(private readonly probes: ExecuteWithoutEntity) {}

  /**
   * Executes one integration without an entity. A failed one costs nothing. A delivered result is cached for as long as its provider
   * allows.
   */
  @Post('execute-without-entity', { waitsOutside: true })
  @ApiOperation({ summary: 'Call one integration about a subject that is not a stored entity' })
  @BodyExample({ integrationCode: 'br_receita_cnpj', country: 'BR', type: 'company', taxId: '11.222.333/0001-81' })
  @HttpCode(200)
  @RequirePermission('enrichments:execute')
  @NamesOrganization()
  @ApiErrors(
    'VALIDATION_ERROR',
    'INVALID_TAX_ID',
    'NO_MATCHING_PROVIDER',
    'INSUFFICIENT_BALANCE',
    'INTEGRATION_NOT_ENABLED',
    'INTEGRATION_NOT_FOUND',
    'CACHE_MISS',
    ['PROVIDER_ERROR', 422],
    'NORMALIZATION_FAILED',
  )
  @ItemErrors(...itemCodes)
  @ApiOkResponse({ type: ProbeDto })
  async execute(
    @CurrentPrincipal() principal: Principal,
    @Query() { cached }: ProbeQuery,
    @PostBody() body: ProbeBody,
  ): Promise<ProbeDto> {
    const request = probeRequest(body);
    return ProbeDto.from(
      await (cached ? this.probes.readCached(principal, request) : this.probes.execute(principal, request)),
    );
  }
}

/** Throws 400 if neither tax id nor name is given. */
function probeRequest({ integrationCode, country, type, taxId, name, parameters }: ProbeBody): ProbeRequest {
  const [trimmedTaxId, trimmedName] = [taxId, name].map((text) => text?.trim() || null);
  if (!trimmedTaxId && !trimmedName) throw invalid({ taxId: 'taxId or name is required' });
  return {
    ...{ integrationCode, type, country: country.toUpperCase(), parameters: parameters ?? {} },
    ...{ taxId: trimmedTaxId ?? null, name: trimmedName ?? null },
  };
}
