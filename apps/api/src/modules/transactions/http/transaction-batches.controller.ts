import { setTimeout as sleep } from 'node:timers/promises';

import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import {
  ApiError,
  ApiErrors,
  type ErrorDetails,
  memberText,
  RouteSettings,
  UuidParam,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import type { BatchError, BatchJob, BatchOptions } from '../domain/transaction-batch.js';
import type { BatchedTransaction, BatchResult } from '../use-cases/carry-out-batch.js';
import { type StartedBatch, TransactionBatches } from '../use-cases/transaction-batches.js';
import { ReadBatchJobQuery } from './read-batch-job.query.js';
import { TransactionBatchBody } from './transaction-batch.bodies.js';
import { BatchJobDto, RunningBatchDto, TransactionBatchDto } from './transaction-batch.dto.js';
import { transactionBatchExamples } from './transaction-examples.js';

const batchSettings = { exactMembers: ['transactions.[].amount'], bodyBytes: limits.batchPaymentsBytes };

@ApiTags('transactions')
@Controller()
export class TransactionBatchesController {
  constructor(private readonly batches: TransactionBatches) {}

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
    if (result) return answerOf(started.id, body, result, Math.round(performance.now() - since));
    void reply.status(202);
    return running(started);
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
    return running(await this.start(principal, body, request));
  }

  /** How far a batch is. */
  @Get('batch-import/jobs/:id')
  @RequirePermission('transactions:create')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: BatchJobDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
    @Query() { include }: ReadBatchJobQuery,
  ): Promise<BatchJobDto> {
    const job = await this.batches.find(organizationId, id);
    const failures = include?.includes('failures')
      ? { failures: job.errors.map(errorView), failuresTotal: job.failed }
      : {};
    return { success: true, job: jobView(job), ...failures };
  }

  private start(
    { organizationId, actor, from }: Principal,
    body: TransactionBatchBody,
    request: FastifyRequest,
  ): Promise<StartedBatch> {
    const total = body.transactions.length;
    if (total > limits.batchPayments) {
      const message = `a batch has at most ${limits.batchPayments} payments`;
      throw new ApiError('TOO_MANY_ITEMS', `Nothing was stored: ${message}`, { transactions: message });
    }
    const payload = memberText(request.rawBody ?? '{}', 'transactions') ?? '[]';
    return this.batches.start({ organizationId, actor, from }, payload, { ...optionsOf(body), total });
  }
}

const optionsOf = (body: TransactionBatchBody): BatchOptions => ({
  executeRules: body.executeRules ?? true,
  validateExistingEntity: body.validateExistingEntity ?? true,
  linkEntityStrict: body.linkEntityStrict ?? null,
  skipDuplicates: body.skipDuplicates ?? true,
  errorHandling: body.batchErrorHandling ?? 'rollback_all',
});

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

const running = ({ id }: StartedBatch): RunningBatchDto => ({
  success: true,
  jobId: id,
  status: 'running',
  message: 'The payments are being stored; the job says how far',
});

function answerOf(
  jobId: string,
  body: TransactionBatchBody,
  { counts, created, errors }: BatchResult,
  processingTime: number,
): TransactionBatchDto {
  const { succeeded, skipped, failed } = counts;
  const isUndone = optionsOf(body).errorHandling === 'rollback_all';
  if (isUndone) refuseReferences(errors);
  const decisions: Record<string, number> = {};
  for (const { transaction } of created) {
    const decision = transaction.last?.decision;
    if (decision !== undefined) decisions[decision] = (decisions[decision] ?? 0) + 1;
  }
  return {
    success: failed === 0,
    jobId,
    created: succeeded,
    skipped,
    failed,
    transactions: created.map(createdView),
    errors: errors.map(errorView),
    processingTime,
    summary: { total: body.transactions.length, decisions },
  };
}

/** Under strict linking, references that lead nowhere are an error of the request, as they are of a payment alone. */
function refuseReferences(errors: readonly BatchError[]): void {
  const unresolved = errors.filter(({ code }) => code === 'INVALID_ENTITY_REFERENCES');
  if (unresolved.length === 0) return;
  const details = unresolved.flatMap(({ index, details: references }) =>
    (references as readonly object[]).map((reference) => ({ index, ...reference })),
  );
  throw new ApiError(
    'INVALID_ENTITY_REFERENCES',
    'No payment was stored: some name entities that do not exist',
    details as unknown as ErrorDetails, // the one code whose details are a list
  );
}

const createdView = ({ index, transaction }: BatchedTransaction): TransactionBatchDto['transactions'][number] => ({
  index,
  id: transaction.id,
  externalId: transaction.externalId,
  status: transaction.status,
  decision: transaction.last?.decision ?? null,
  riskScore: transaction.last?.riskScore ?? null,
  flagged: transaction.flagged,
  lastEvaluationId: transaction.last?.evaluationId ?? null,
  ruleSetVersion: transaction.last?.ruleSetVersion ?? null,
});

const errorView = ({ details, ...error }: BatchError): TransactionBatchDto['errors'][number] => ({
  ...error,
  ...(details !== undefined && { details: details as object }),
});

function jobView({ id, organizationId: _own, errors: _errors, options, ...job }: BatchJob): BatchJobDto['job'] {
  const { workerError } = job;
  return {
    jobId: id,
    ...job,
    metadata: { ...options },
    ...(workerError !== null && { jobFailure: { code: 'WORKER_ERROR', message: workerError } }),
  };
}
