import { Controller, HttpCode, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { itemCodes } from '@tamis/enrichment';
import type { FastifyReply } from 'fastify';

import {
  assertPermission,
  CurrentPrincipal,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, ItemErrors, RouteSettings, UuidParam } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { MaterializeBody } from '../dto/materialize.bodies.js';
import { MaterializeBegunDto, MaterializeDto } from '../dto/materialize.dto.js';
import { BeginMaterialize, type MaterializeRequest } from '../use-cases/begin-materialize.js';
import { WaitForRun } from '../use-cases/wait-for-run.js';

const readRequest = (body: MaterializeBody): MaterializeRequest => ({
  depth: body.depth ?? 1,
  runEnrichmentFirst: body.runEnrichmentFirst ?? false,
  executeOnlyRootData: body.executeOnlyRootData ?? false,
  // According to the contract, the options for children are then ignored, unless they request something.
  children: body.autoExecuteIntegrationsShareholders ?? {},
  refreshEnrichShareholders: body.refreshEnrichShareholders ?? false,
  riskMatrix: body.riskMatrix?.execute ? { id: body.riskMatrix.riskMatrixId ?? null } : null,
});

@ApiTags('entities')
@Controller('entities')
export class MaterializeController {
  constructor(
    private readonly beginning: BeginMaterialize,
    private readonly waiting: WaitForRun,
  ) {}

  /** Starts a run. If one is already in progress for the entity, the caller joins it. Its end is announced by events. */
  @Post(':id/relationships/materialize', { waitsOutside: true })
  @ApiOperation({ summary: 'Create entities and relationships from the partners of an entity' })
  @BodyExample({ runEnrichmentFirst: true, depth: 2, riskMatrix: { execute: true } })
  @HttpCode(200)
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors(
    'VALIDATION_ERROR',
    'INVALID_ENTITY_TYPE',
    'COUNTRY_NOT_SUPPORTED',
    'NO_DEFAULT_RELATIONSHIP_ENRICHMENTS',
    'INSUFFICIENT_BALANCE',
    'INTEGRATION_NOT_ENABLED',
    'ENTITY_NOT_FOUND',
    'NO_NORMALIZED_ENRICHMENT',
    'INVALID_RELATIONSHIP_ENRICHMENT_CONFIG',
    'RISK_MATRIX_NOT_FOUND',
    'SHARED_RESOURCE_NOT_ENABLED',
    'ENRICHMENT_FAILED',
  )
  @ItemErrors(...itemCodes)
  @ApiOkResponse({ type: MaterializeDto })
  @ApiAcceptedResponse({ type: MaterializeBegunDto })
  async materialize(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @PostBody() body: MaterializeBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MaterializeDto | MaterializeBegunDto> {
    assertPermission(principal, 'enrichments:execute');
    const { runId, root } = await this.beginning.begin(principal, id, readRequest(body));
    const shown = { entityId: root.id, countryCode: root.countryCode, entityType: root.type };
    if (body.runInBackground === false)
      return MaterializeDto.from(shown, await this.waiting.wait(principal.organizationId, runId));
    void reply.status(202);
    return { success: true, data: { status: 'processing', ...shown } };
  }
}
