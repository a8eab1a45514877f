import { setTimeout as sleep } from 'node:timers/promises';

import { Body, Controller, Get, HttpCode, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, arrayElements, memberText, RouteSettings, UuidParam } from '../../../platform/http/index.js';
import { Post } from '../../../platform/idempotency/index.js';
import { limits } from '../../../platform/limits.js';
import type { BatchOptions, BatchSource } from '../domain/transaction-batch.js';
import { BatchReports } from '../use-cases/batch-reports.js';
import { BatchRows } from '../use-cases/batch-rows.js';
import type { BatchResult } from '../use-cases/carry-out-batch.js';
import { type StartedBatch, TransactionBatches } from '../use-cases/transaction-batches.js';
import { optionsOf } from './batch-options.js';
import { doneView, failuresView, jobView, startedView } from './batch-views.js';
import { ReadBatchJobQuery } from './read-batch-job.query.js';
import { ControlBatchBody, TransactionBatchBody, TransactionSourcesBody } from './transaction-batch.bodies.js';
import { BatchFailuresDto, BatchJobDto, RunningBatchDto, TransactionBatchDto } from './transaction-batch.dto.js';
import { transactionBatchExamples, transactionSourcesExamples } from './transaction-examples.js';

const batchSettings = { exactMembers: ['transactions.[].amount'], bodyBytes: limits.batchPaymentsBytes };
const sourcesSettings = {
  exactMembers: ['sources.[].transactions.[].amount'],
  bodyBytes: limits.batchSourcesBytes,
};

@ApiTags('transactions')
@Controller()
export class TransactionBatchesController {
  constructor(
    private readonly batches: TransactionBatches,
    private readonly rows: BatchRows,
    private readonly reports: BatchReports,
  ) {}

  /** Stores payments in their order, each with the decision of the rules in force. What takes too long goes on after the answer. */
  @Post('transactions/batch')
  @HttpCode(200)
  @RequirePermission('transactions:create')
  @RouteSettings(batchSettings)
  @ApiBody({ type: TransactionBatchBody, examples: transactionBatchExamples })
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ITEMS', 'INVALID_ENTITY_REFERENCES', 'JOB_IN_PROGRESS')
  @ApiOkResponse({ type: TransactionBatchDto })
  @ApiAcceptedResponse({ type: RunningBatchDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: TransactionBatchBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransactionBatchDto | RunningBatchDto> {
    const since = performance.now();
    const started = await this.start(principal, body, request);
    const result = await within(limits.batchAnswerMs, started.result);
    const total = body.transactions.length;
    if (result) {
      const isUndone = optionsOf(body).errorHandling === 'rollback_all';
      const processingTime = Math.round(performance.now() - since);
      return doneView(started.id, result, { total, isUndone, processingTime });
    }
    void reply.status(202);
    return startedView(started, total);
  }

  /** The same, after the answer. */
  @Post('transactions/batch/background')
  @HttpCode(202)
  @RequirePermission('transactions:create')
  @RouteSettings(batchSettings)
  @ApiBody({ type: TransactionBatchBody, examples: transactionBatchExamples })
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ITEMS', 'JOB_IN_PROGRESS')
  @ApiAcceptedResponse({ type: RunningBatchDto })
  async createAfterwards(
    @CurrentPrincipal() principal: Principal,
    @Body() body: TransactionBatchBody,
    @Req() request: FastifyRequest,
  ): Promise<RunningBatchDto> {
    return startedView(await this.start(principal, body, request), body.transactions.length);
  }

  /** The same for payments of several sources, one source after the other. */
  @Post('transactions/batch/background-multi')
  @HttpCode(202)
  @RequirePermission('transactions:create')
  @RouteSettings(sourcesSettings)
  @ApiBody({ type: TransactionSourcesBody, examples: transactionSourcesExamples })
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ITEMS', 'JOB_IN_PROGRESS')
  @ApiAcceptedResponse({ type: RunningBatchDto })
  async createOfSources(
    @CurrentPrincipal() principal: Principal,
    @Body() body: TransactionSourcesBody,
    @Req() request: FastifyRequest,
  ): Promise<RunningBatchDto> {
    const sources: BatchSource[] = body.sources.map(({ name, transactions }) => ({
      name,
      totalItems: transactions.length,
    }));
    const counts = sources.map(({ totalItems }, index) => [`sources.${index}.transactions`, totalItems] as const);
    await this.rows.check(principal.organizationId, Object.fromEntries(counts));
    const texts = arrayElements(memberText(request.rawBody ?? '{}', 'sources') ?? '[]');
    const payments = texts.flatMap((source) => arrayElements(memberText(source, 'transactions') ?? '[]'));
    const started = await this.begin(principal, `[${payments.join(',')}]`, payments.length, {
      ...optionsOf(body),
      sources,
    });
    return startedView(started, payments.length);
  }

  /** How far a batch is; with `include=failures` which of its payments were not stored. */
  @Get('batch-import/jobs/:id')
  @RequirePermission('transactions:create', 'entities:bulk_import', 'events:create')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiExtraModels(BatchJobDto, BatchFailuresDto)
  @ApiOkResponse({ schema: { oneOf: [BatchJobDto, BatchFailuresDto].map((type) => ({ $ref: getSchemaPath(type) })) } })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
    @Query() { include }: ReadBatchJobQuery,
  ): Promise<BatchJobDto | BatchFailuresDto> {
    if (include?.includes('failures')) return failuresView(await this.reports.failures(organizationId, id));
    return { success: true, job: jobView(await this.batches.find(organizationId, id)) };
  }

  /** Has a batch wait, go on or end. What it has stored so far stays, unless all or none is to be stored. */
  @Post('batch-import/jobs/:id/control')
  @HttpCode(200)
  @RequirePermission('transactions:create')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'JOB_NOT_CONTROLLABLE')
  @ApiOkResponse({ type: BatchJobDto })
  async control(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
    @Body() { action }: ControlBatchBody,
  ): Promise<BatchJobDto> {
    return { success: true, job: jobView(await this.batches.order(organizationId, id, action)) };
  }

  private async start(
    principal: Principal,
    body: TransactionBatchBody,
    request: FastifyRequest,
  ): Promise<StartedBatch> {
    const total = body.transactions.length;
    await this.rows.check(principal.organizationId, { transactions: total });
    const payload = memberText(request.rawBody ?? '{}', 'transactions') ?? '[]';
    return this.begin(principal, payload, total, optionsOf(body));
  }

  private begin(
    { organizationId, actor, from }: Principal,
    payload: string,
    totalItems: number,
    options: BatchOptions,
  ): Promise<StartedBatch> {
    return this.batches.start({
      organizationId,
      askedBy: { organizationId, actor, from },
      ...{ payload, totalItems, options },
    });
  }
}

/** Null: it takes longer, or goes on elsewhere. */
async function within(ms: number, result: Promise<BatchResult | null>): Promise<BatchResult | null> {
  const end = new AbortController();
  const late = sleep(ms, null, { signal: end.signal }).catch(() => null);
  try {
    return await Promise.race([result, late]);
  } finally {
    end.abort();
  }
}
