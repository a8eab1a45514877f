import { Controller, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { itemCodes } from '@tamis/enrichment';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiErrors, BodyExample, ItemErrors, RawJson, RouteSettings } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { creationErrors, entityView, findEntitiesById } from '../../../parties/entities/index.js';
import { AutomaticEntityBody } from '../dto/automatic-entity.body.js';
import { readAutomaticEntity } from '../dto/read-automatic-entity.js';
import { AutomaticEntityDto } from '../dto/automatic-entity.dto.js';
import { type AutomaticEntity, CreateAutomatic } from '../use-cases/create-automatic.js';

/** Errors of the register, which have status 422 here regardless of their status elsewhere. */
const basicDataErrors = itemCodes
  .filter((code) => code !== 'INSUFFICIENT_BALANCE' && code !== 'NO_MATCHING_PROVIDER')
  .map((code) => [code, 422] as const);

@ApiTags('entities')
@Controller('entities')
export class AutomaticEntitiesController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly creating: CreateAutomatic,
  ) {}

  /**
   * Creates an entity after its register was called; if that fails, no entity is created. Responds with 200 if an entity with the tax id
   * already exists, in which case nothing is requested.
   */
  @Post('automatic', { waitsOutside: true })
  @ApiOperation({ summary: 'Create a company with its register data and its partners' })
  @BodyExample({ type: 'company', country: 'BR', taxId: '11.444.777/0001-61', depth: 1 })
  @RequirePermission('entities:create')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors(
    ...creationErrors,
    'COUNTRY_NOT_SUPPORTED',
    'NO_MATCHING_PROVIDER',
    'INSUFFICIENT_BALANCE',
    'ENRICHMENT_GROUP_NOT_FOUND',
    'INVALID_RELATIONSHIP_ENRICHMENT_CONFIG',
    ...basicDataErrors,
  )
  @ItemErrors(...itemCodes)
  @ApiOkResponse({ type: AutomaticEntityDto })
  @ApiCreatedResponse({ type: AutomaticEntityDto })
  @ApiAcceptedResponse({ type: AutomaticEntityDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: AutomaticEntityBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AutomaticEntityDto> {
    const asked = readAutomaticEntity(body, request.rawBody ?? '{}');
    if (body.runInBackground) {
      const begun = await this.creating.begin(principal, asked);
      void reply.status(begun.alreadyExisted ? 200 : 202);
      return this.toResponse(principal.organizationId, { ...begun, run: null });
    }
    const created = await this.creating.create(principal, asked);
    if (created.alreadyExisted) void reply.status(200);
    return this.toResponse(principal.organizationId, created);
  }

  private async toResponse(
    organizationId: string,
    { row, alreadyExisted, ignoredMonitoring, run, basic }: AutomaticEntity,
  ): Promise<AutomaticEntityDto> {
    const created = run?.created ?? [];
    const ids = created.map(({ entityId }) => entityId);
    const rows = await findEntitiesById(this.database.forOrganization(organizationId), organizationId, ids);
    const failed = run?.enrichmentFailed ?? [];
    const response = run?.evaluation?.response;
    return {
      success: true,
      alreadyExisted,
      entity: entityView(row),
      entitiesCreated: created.flatMap(({ entityId: id, depth }) => {
        const found = rows.get(id);
        return found ? [{ id, name: found.name, taxId: found.taxId, type: found.type, depth }] : [];
      }),
      relationshipsCreated: run?.relationshipsCreated ?? 0,
      enrichmentsExecuted: [...new Set([...(basic ? [basic.code] : []), ...(run?.enrichmentProviders ?? [])])],
      enrichmentFailed: [...new Set(failed.map(({ providerCode }) => providerCode))],
      enrichmentFailedDetails: failed,
      creationFailed: run?.creationFailed ?? [],
      totalCostCents: run?.costCents ?? basic?.costCents ?? 0,
      ...(run?.error != null && { error: run.error }),
      ...(ignoredMonitoring.length > 0 && { monitoringIgnored: ignoredMonitoring }),
      ...(response && {
        rulesResult: new RawJson(response.rulesResult),
        rulesExecutionSummary: new RawJson(response.rulesExecutionSummary),
      }),
    };
  }
}
