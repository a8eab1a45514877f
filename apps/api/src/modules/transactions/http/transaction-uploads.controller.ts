import { Body, Controller, HttpCode, Req } from '@nestjs/common';
import { ApiAcceptedResponse, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiErrors, invalid, RouteSettings } from '../../../platform/http/index.js';
import { Post } from '../../../platform/idempotency/index.js';
import { limits } from '../../../platform/limits.js';
import { csvOptions, mappingFor, sentMapping } from '../../column-mappings/index.js';
import { BatchRows } from '../use-cases/batch-rows.js';
import { readUploads } from '../use-cases/read-uploads.js';
import { TransactionBatches } from '../use-cases/transaction-batches.js';
import { optionsOf } from './batch-options.js';
import { startedView } from './batch-views.js';
import { paymentForm } from './payment-form.js';
import { RunningBatchDto } from './transaction-batch.dto.js';
import { UploadTransactionsBody } from './upload-transactions.body.js';

const uploadSettings = {
  files: { count: limits.batchSources, bytes: limits.batchPaymentsBytes, allBytes: limits.batchSourcesBytes },
};
const errors = [
  'VALIDATION_ERROR',
  'TOO_MANY_ITEMS',
  'TOO_MANY_FILES',
  'FILE_TOO_LARGE',
  'MAPPING_NOT_FOUND',
  'MAPPING_TARGET_MISMATCH',
  'JOB_IN_PROGRESS',
] as const;

/** Batches of payments that come as files. */
@ApiTags('transactions')
@Controller()
export class TransactionUploadsController {
  constructor(
    private readonly batches: TransactionBatches,
    private readonly rows: BatchRows,
    private readonly database: TenantDatabase,
  ) {}

  /** Stores the payments of files, one file after the other, after the answer. Rows that cannot be read are failures of the job. */
  @Post('batch-import/import/transactions')
  @HttpCode(202)
  @RequirePermission('transactions:create')
  @RouteSettings(uploadSettings)
  @ApiConsumes('multipart/form-data')
  @ApiErrors(...errors)
  @ApiAcceptedResponse({ type: RunningBatchDto })
  import(
    @CurrentPrincipal() principal: Principal,
    @Body() body: UploadTransactionsBody,
    @Req() request: FastifyRequest,
  ): Promise<RunningBatchDto> {
    return this.start(principal, body, request);
  }

  /** The same. */
  @Post('transactions/batch/upload')
  @HttpCode(202)
  @RequirePermission('transactions:create')
  @RouteSettings(uploadSettings)
  @ApiConsumes('multipart/form-data')
  @ApiErrors(...errors)
  @ApiAcceptedResponse({ type: RunningBatchDto })
  upload(
    @CurrentPrincipal() principal: Principal,
    @Body() body: UploadTransactionsBody,
    @Req() request: FastifyRequest,
  ): Promise<RunningBatchDto> {
    return this.start(principal, body, request);
  }

  private async start(
    { organizationId, actor, from }: Principal,
    body: UploadTransactionsBody,
    { files = [] }: FastifyRequest,
  ): Promise<RunningBatchDto> {
    if (files.length === 0) throw invalid({ file: 'is required: a file of payments in a form' });
    const sent = await sentMapping(this.database.of(organizationId), organizationId, body, 'transaction');
    const mapping = mappingFor(paymentForm, sent);
    if (!mapping.ok) throw invalid(mapping.error);
    const { payload, totalItems, sources, unreadable } = await readUploads(files, {
      mapping: mapping.value,
      mappingField: sent.field,
      form: paymentForm,
      csv: csvOptions(body.delimiter ?? 'auto', body.encoding),
      rows: await this.rows.most(organizationId),
    });
    const options = { ...optionsOf(body), sources, fromFiles: true } as const;
    const askedBy = { organizationId, actor, from };
    const started = await this.batches.start({ organizationId, askedBy, payload, totalItems, options });
    return startedView(started, totalItems, unreadable);
  }
}
