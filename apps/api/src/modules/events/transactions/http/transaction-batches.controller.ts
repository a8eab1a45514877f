import { setTimeout as sleep } from 'node:timers/promises';

import { Controller, HttpCode, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, arrayElements, memberText, RouteSettings } from '../../../../platform/http/index.js';
import { RowTexts, type SentRows } from '../../../../platform/files/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  BatchJobs,
  batchQueueErrors,
  BatchRowLimit,
  type BatchSource,
  RunningBatchDto,
  type StartedBatch,
  startedView,
} from '../../batch-jobs/index.js';
import type { TransactionBatchOptions } from '../domain/transaction-batch.js';
import type { CreatedTransaction } from '../use-cases/create-transaction-group.js';
import { TransactionBatches } from '../use-cases/transaction-batches.js';
import { toBatchOptions } from './batch-options.js';
import { batchResultView } from './transaction-batch-views.js';
import { TransactionBatchBody, TransactionSourcesBody } from '../dto/transaction-batch.bodies.js';
import { TransactionBatchDto } from '../dto/transaction-batch.dto.js';
import { transactionBatchExamples, transactionSourcesExamples } from './transaction-examples.js';

const batchSettings = {
  exactMembers: ['transactions.[].amount'],
  bodyBytes: limits.batchPaymentsBytes,
  largeArray: { member: 'transactions', parsed: null },
};
const sourcesSettings = {
  exactMembers: ['sources.[].transactions.[].amount'],
  bodyBytes: limits.batchSourcesBytes,
  largeArray: { member: 'transactions', within: 'sources', parsed: null },
};

@ApiTags('transactions')
@Controller()
export class TransactionBatchesController {
  constructor(
    private readonly batches: BatchJobs,
    private readonly transactionBatches: TransactionBatches,
    private readonly rows: BatchRowLimit,
  ) {}

  /** Stores payments in order, each with the decision of the current rules. A batch that takes too long continues after the response. */
  @Post('transactions/batch', { waitsOutside: true })
  @ApiOperation({ summary: 'Store a batch of transactions and decide on each' })
  @HttpCode(200)
  @RequirePermission('transactions:create')
  @RouteSettings(batchSettings)
  @ApiBody({ type: TransactionBatchBody, examples: transactionBatchExamples })
  @ApiErrors(
    'VALIDATION_ERROR',
    'TOO_MANY_ITEMS',
    'INVALID_ENTITY_REFERENCES',
    'BATCH_ROLLED_BACK',
    ...batchQueueErrors,
  )
  @ApiOkResponse({ type: TransactionBatchDto })
  @ApiAcceptedResponse({ type: RunningBatchDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: TransactionBatchBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransactionBatchDto | RunningBatchDto> {
    const since = performance.now();
    let isAwaited = true;
    const { started, total } = await this.start(principal, body, request, () => isAwaited);
    const result = await within(limits.batchAnswerMs, started.result);
    isAwaited = false;
    if (result) {
      const isUndone = toBatchOptions(body).errorHandling === 'rollback_all';
      const processingTime = Math.round(performance.now() - since);
      return batchResultView(started.id, result, { total, isUndone, processingTime });
    }
    void reply.status(202);
    return startedView({ started, totalItems: total });
  }

  /** Stores the batch after the response. */
  @Post('transactions/batch/background', { waitsOutside: true })
  @ApiOperation({ summary: 'Store a batch of transactions asynchronously' })
  @HttpCode(202)
  @RequirePermission('transactions:create')
  @RouteSettings(batchSettings)
  @ApiBody({ type: TransactionBatchBody, examples: transactionBatchExamples })
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ITEMS', ...batchQueueErrors)
  @ApiAcceptedResponse({ type: RunningBatchDto })
  async createAfterwards(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: TransactionBatchBody,
    @Req() request: FastifyRequest,
  ): Promise<RunningBatchDto> {
    const { started, total } = await this.start(principal, body, request);
    return startedView({ started, totalItems: total });
  }

  /** Stores the payments of several sources after the response, one source after the other. */
  @Post('transactions/batch/background-multi', { waitsOutside: true })
  @ApiOperation({ summary: 'Store a batch of transactions from several sources' })
  @HttpCode(202)
  @RequirePermission('transactions:create')
  @RouteSettings(sourcesSettings)
  @ApiBody({ type: TransactionSourcesBody, examples: transactionSourcesExamples })
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ITEMS', ...batchQueueErrors)
  @ApiAcceptedResponse({ type: RunningBatchDto })
  async createOfSources(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: TransactionSourcesBody,
    @Req() request: FastifyRequest,
  ): Promise<RunningBatchDto> {
    const { bodyRows } = request;
    const sources: BatchSource[] = body.sources.map(({ name, transactions }, index) => ({
      name,
      totalItems: bodyRows ? (bodyRows.counts[index] ?? 0) : transactions.length,
    }));
    const counts = sources.map(({ totalItems }, index) => [`sources.${index}.transactions`, totalItems] as const);
    await this.rows.checkCounts(principal.organizationId, this.transactionBatches.kind, Object.fromEntries(counts));
    const texts = arrayElements(memberText(request.rawBody ?? '{}', 'sources') ?? '[]');
    const payments =
      bodyRows?.rows ??
      new RowTexts(texts.flatMap((source) => arrayElements(memberText(source, 'transactions') ?? '[]')));
    const started = await this.begin(principal, payments, { ...toBatchOptions(body), sources });
    return startedView({ started, totalItems: payments.count });
  }

  private async start(
    principal: Principal,
    body: TransactionBatchBody,
    request: FastifyRequest,
    isAwaited = () => false,
  ): Promise<{ readonly started: StartedBatch<CreatedTransaction>; readonly total: number }> {
    const { bodyRows, rawBody = '{}' } = request;
    const payments = bodyRows?.rows ?? new RowTexts(arrayElements(memberText(rawBody, 'transactions') ?? '[]'));
    const total = payments.count;
    await this.rows.checkCounts(principal.organizationId, this.transactionBatches.kind, { transactions: total });
    return { started: await this.begin(principal, payments, toBatchOptions(body), isAwaited), total };
  }

  private begin(
    { organizationId, actor, from }: Principal,
    rows: SentRows,
    options: TransactionBatchOptions,
    isAwaited = () => false,
  ): Promise<StartedBatch<CreatedTransaction>> {
    return this.batches.start(this.transactionBatches, {
      organizationId,
      askedBy: { organizationId, actor, from },
      ...{ rows, options, isAwaited },
    });
  }
}

/** Resolves to `null` if it takes longer, or the batch continues in another process. */
async function within<Result>(ms: number, result: Promise<Result | null>): Promise<Result | null> {
  const end = new AbortController();
  const late = sleep(ms, null, { signal: end.signal }).catch(() => null);
  try {
    return await Promise.race([result, late]);
  } finally {
    end.abort();
  }
}
