import { Controller, Req } from '@nestjs/common';
import { ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal } from '../../../../platform/auth/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  BatchUploads,
  RunningBatchDto,
  startedView,
  UploadRoute,
  type FileReaders,
  jsonReaders,
  tableReaders,
} from '../../batch-jobs/index.js';
import { TransactionBatches } from '../use-cases/transaction-batches.js';
import { toBatchOptions } from './batch-options.js';
import { transactionForm } from '../dto/transaction-form.js';
import { PostBody } from '../../../../platform/idempotency/index.js';
import { UploadTransactionsBody } from '../dto/upload-transactions.body.js';

/** Supported file formats for payments. */
const transactionReaders: FileReaders = {
  ...tableReaders,
  ...jsonReaders({ member: 'transactions', noun: 'payments' }, ['amount']),
};

const TransactionUploadRoute = (path: string): MethodDecorator =>
  UploadRoute(path, 'transactions:create', limits.batchSources);

/** Uploads of payment files, which become batches. */
@ApiTags('transactions')
@Controller()
export class TransactionUploadsController {
  constructor(
    private readonly uploads: BatchUploads,
    private readonly transactionBatches: TransactionBatches,
  ) {}

  /** Stores the payments of files after the response, one file after the other. Rows that cannot be read become failures of the job. */
  @TransactionUploadRoute('batch-import/import/transactions')
  @ApiOperation({ summary: 'Store the transactions of files and decide on each asynchronously' })
  import(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: UploadTransactionsBody,
    @Req() request: FastifyRequest,
  ): Promise<RunningBatchDto> {
    return this.start(principal, body, request);
  }

  /** Same as `batch-import/import/transactions`. */
  @TransactionUploadRoute('transactions/batch/upload')
  @ApiOperation({ summary: 'The same' })
  upload(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: UploadTransactionsBody,
    @Req() request: FastifyRequest,
  ): Promise<RunningBatchDto> {
    return this.start(principal, body, request);
  }

  private async start(
    principal: Principal,
    body: UploadTransactionsBody,
    { files = [] }: FastifyRequest,
  ): Promise<RunningBatchDto> {
    const { mappingId, columnMapping, delimiter, encoding } = body;
    const kind = {
      handler: this.transactionBatches,
      targets: ['transaction'],
      form: transactionForm,
      readers: transactionReaders,
    } as const;
    const sent = { files, mappingId, columnMapping, delimiter, encoding };
    return startedView(await this.uploads.start(principal, kind, sent, toBatchOptions(body)));
  }
}
