import { applyDecorators, Controller, Get, Headers, HttpCode, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { itemCodes } from '@tamis/enrichment';
import type { FastifyReply } from 'fastify';

import {
  CurrentPrincipal,
  NamesOrganization,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  BodyExample,
  invalid,
  ItemErrors,
  notFound,
  Query,
  RawJson,
  RouteSettings,
  UuidParam,
} from '../../../../platform/http/index.js';
import {
  CurrentIdempotentRequest,
  type IdempotentRequest,
  Post,
  PostBody,
} from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { FindEntity } from '../../../parties/entities/index.js';
import { Integrations } from '../../integrations/index.js';
import type { RequestOutcome } from '../domain/enrichment-request.js';
import { EnrichmentBody, EnrichmentByExternalIdBody, ListEnrichmentExecutionsQuery } from '../dto/enrichment.bodies.js';
import {
  AcceptedEnrichmentDto,
  EnrichmentItemDto,
  EnrichmentRequestDto,
  EnrichmentResponseDto,
  EnrichmentExecutionDto,
  EnrichmentExecutionPageDto,
} from '../dto/enrichment.dto.js';
import { EnrichmentRequests } from '../use-cases/enrichment-requests.js';
import { ReadEnrichments } from '../use-cases/read-enrichments.js';

const prefersAsync = /(?:^|,)\s*respond-async\s*(?:[;,]|$)/i;

const Enriches = (): MethodDecorator =>
  applyDecorators(
    ApiErrors('ENTITY_NOT_FOUND', 'ENRICHMENT_GROUP_NOT_FOUND', 'INSUFFICIENT_BALANCE'),
    ItemErrors(...itemCodes),
  );

/** How a request was sent, apart from its body. */
interface SentRequest {
  readonly prefer: string | undefined;
  readonly reply: FastifyReply;
  readonly once: IdempotentRequest | undefined;
}

@ApiTags('enrichment')
@Controller('integration-execution')
export class EnrichmentsController {
  constructor(
    private readonly requests: EnrichmentRequests,
    private readonly integrations: Integrations,
    private readonly entities: FindEntity,
    private readonly read: ReadEnrichments,
  ) {}

  /**
   * Requests enrichments of an entity. Failed integrations cost nothing. With `Prefer: respond-async`, the request continues after the
   * response.
   */
  @Post('marketplace/enrichment', { waitsOutside: true })
  @ApiOperation({ summary: 'Enrich an entity' })
  @BodyExample({ entityId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f763f', integrationCodes: ['br_receita_cnpj'] })
  @HttpCode(200)
  @RequirePermission('enrichments:execute')
  @NamesOrganization()
  @RouteSettings({ errorShape: 'enrichment' })
  @Enriches()
  @ApiOkResponse({ type: EnrichmentResponseDto })
  @ApiAcceptedResponse({ type: AcceptedEnrichmentDto })
  enrich(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: EnrichmentBody,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentIdempotentRequest() once?: IdempotentRequest,
  ): Promise<EnrichmentResponseDto | AcceptedEnrichmentDto> {
    return this.ask(principal, body, { prefer, reply, once });
  }

  /** Does the same for an entity identified by external id. */
  @Post('marketplace/enrichment-by-external-id', { waitsOutside: true })
  @ApiOperation({ summary: 'Enrich an entity by its external id' })
  @BodyExample({ externalId: 'customer-1008', enrichmentGroupRefs: ['onboarding-br'] })
  @HttpCode(200)
  @RequirePermission('enrichments:execute')
  @NamesOrganization()
  @RouteSettings({ errorShape: 'enrichment' })
  @Enriches()
  @ApiOkResponse({ type: EnrichmentResponseDto })
  @ApiAcceptedResponse({ type: AcceptedEnrichmentDto })
  async enrichByExternalId(
    @CurrentPrincipal() principal: Principal,
    @PostBody() { externalId, ...body }: EnrichmentByExternalIdBody,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentIdempotentRequest() once?: IdempotentRequest,
  ): Promise<EnrichmentResponseDto | AcceptedEnrichmentDto> {
    const { id: entityId } = await this.entities.find(principal.organizationId, { externalId });
    return { ...(await this.ask(principal, { ...body, entityId }, { prefer, reply, once })), entityId, externalId };
  }

  /** Returns executions, newest first, for all entities and for subjects that are not stored. */
  @Get('executions')
  @ApiOperation({ summary: 'List integration executions' })
  @RequirePermission('enrichments:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ItemErrors(...itemCodes)
  @ApiOkResponse({ type: EnrichmentExecutionPageDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListEnrichmentExecutionsQuery,
  ): Promise<EnrichmentExecutionPageDto> {
    const { rows, pagination } = await this.read.all(organizationId, query);
    const executions = rows.map(({ execution, integrationName }) =>
      EnrichmentExecutionDto.from(execution, integrationName),
    );
    return { success: true, executions, pagination };
  }

  /** Returns a recent request, including those completed before their response. */
  @Get('requests/:id')
  @ApiOperation({ summary: 'Read the state of an enrichment request' })
  @RequirePermission('enrichments:execute')
  @RouteSettings({ errorShape: 'enrichment' })
  @ApiErrors('NOT_FOUND')
  @ItemErrors(...itemCodes)
  @ApiOkResponse({ type: EnrichmentRequestDto })
  async find(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Request') id: string,
  ): Promise<EnrichmentRequestDto> {
    const outcome = await this.requests.find(organizationId, id);
    if (!outcome) throw notFound('Request');
    const { status, entityId } = outcome;
    return { ...(await this.toResponse(organizationId, outcome)), status, entityId: entityId! };
  }

  private async ask(
    principal: Principal,
    { entityId, parameters, ...body }: EnrichmentBody,
    { prefer, reply, once }: SentRequest,
  ): Promise<EnrichmentResponseDto | AcceptedEnrichmentDto> {
    const { organizationId } = principal;
    const codes = await this.codesOf(organizationId, body);
    const request = {
      principal,
      entityId,
      codes,
      parameters: parameters ?? {},
      key: once?.key,
      trigger: 'enriched' as const,
      withoutMoney: 'refuse' as const,
    };
    const begun = await this.requests.begin(request);
    if (prefersAsync.test(prefer ?? '')) this.requests.goOn(begun, principal);
    else {
      const outcome = await this.requests.wait(begun, { principal });
      if (outcome.status !== 'processing') return this.toResponse(organizationId, outcome);
    }
    void reply.status(202);
    return { success: true, requestId: begun.requestId, status: 'processing' };
  }

  /** Returns the codes, those of groups first, without duplicates. */
  private async codesOf(
    organizationId: string,
    { integrationCodes, enrichmentGroupRefs }: Pick<EnrichmentBody, 'integrationCodes' | 'enrichmentGroupRefs'>,
  ): Promise<readonly string[]> {
    const ofGroups = await this.integrations.resolveGroups(organizationId, enrichmentGroupRefs ?? []);
    const codes = [...new Set([...ofGroups, ...(integrationCodes ?? [])])];
    if (codes.length === 0) throw invalid({ integrationCodes: 'must name at least one integration' });
    if (codes.length > limits.enrichmentCodes)
      throw invalid({ integrationCodes: `must be at most ${limits.enrichmentCodes}, including those of groups` });
    return codes;
  }

  private async toResponse(organizationId: string, outcome: RequestOutcome): Promise<EnrichmentResponseDto> {
    const { requestId, executions, totalCostCents, totalExecutionTime, rules, rulesFailed, mapped } = outcome;
    const shown = await this.read.withResults(organizationId, executions, mapped);
    return {
      success: executions.every(({ state }) => state === 'succeeded'),
      enrichmentRequestId: requestId,
      results: shown.map((each) => EnrichmentItemDto.from(each)),
      totalCostCents,
      totalExecutionTime,
      ...(rules && {
        rulesResult: new RawJson(rules.rulesResult),
        rulesExecutionSummary: new RawJson(rules.rulesExecutionSummary),
      }),
      ...(rulesFailed && { rulesFailed: true as const }),
    };
  }
}
