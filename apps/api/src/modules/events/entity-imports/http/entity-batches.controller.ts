import { Controller, HttpCode, Req } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { RowTexts } from '../../../../platform/files/index.js';
import { ApiErrors, arrayElements, BodyExample, memberText, RouteSettings } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { RunningBatchDto, startedView } from '../../batch-jobs/index.js';
import { EntityBatchBody } from '../dto/entity-batch.bodies.js';
import { StartEntityBatch } from '../use-cases/start-entity-batch.js';
import { entityBatchErrors, toEntityBatchOptions } from './entity-batch-options.js';

/** Batches of entities sent as JSON. */
@ApiTags('imports')
@Controller('entities/batch')
export class EntityBatchesController {
  constructor(private readonly batches: StartEntityBatch) {}

  /** Stores people, companies and payment methods in order, after the response is sent. */
  @Post('background', { waitsOutside: true })
  @ApiOperation({ summary: 'Store a batch of entities asynchronously' })
  @HttpCode(202)
  @RequirePermission('entities:bulk_import')
  @RouteSettings({ bodyBytes: limits.batchPaymentsBytes, largeArray: { member: 'entities', parsed: null } })
  @BodyExample({
    entities: [{ type: 'person', name: 'Ana Souza', countryCode: 'BR', externalId: 'cust-1' }],
    batchErrorHandling: 'continue_collect_errors',
  })
  @ApiErrors(...entityBatchErrors)
  @ApiAcceptedResponse({ type: RunningBatchDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: EntityBatchBody,
    @Req() { bodyRows, rawBody = '{}' }: FastifyRequest,
  ): Promise<RunningBatchDto> {
    const rows = bodyRows?.rows ?? new RowTexts(arrayElements(memberText(rawBody, 'entities') ?? '[]'));
    const started = await this.batches.startRows(principal, { member: 'entities', rows }, toEntityBatchOptions(body));
    return startedView({ started, totalItems: rows.count });
  }
}
