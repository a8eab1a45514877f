import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam } from '../../../../platform/http/index.js';
import { batchPermissions, BatchReports, csvAttachment, skipsNotAvailable } from '../../batch-jobs/index.js';
import type { TransactionBatchOptions } from '../domain/transaction-batch.js';
import { transactionFailures } from './transaction-batch-views.js';
import { BatchFailuresDto } from '../dto/transaction-batch.dto.js';

const kind = 'transaction_batch';
const { send, read } = batchPermissions[kind];

/** Reports on the payments of a batch that were not stored. */
@ApiTags('transactions')
@Controller('batch-import/transaction-jobs')
export class TransactionReportsController {
  constructor(private readonly reports: BatchReports) {}

  /** Returns the payments that were not stored. */
  @Get(':id/failures')
  @ApiOperation({ summary: 'List the transactions of a batch that were not stored' })
  @RequirePermission(send, read)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: BatchFailuresDto })
  async failures(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<BatchFailuresDto> {
    return transactionFailures(await this.reports.failures(organizationId, id, kind));
  }

  /** Returns the payments that were not stored, as CSV. */
  @Get(':id/failures.csv')
  @ApiOperation({ summary: 'The same as CSV' })
  @RequirePermission(send, read)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async failuresCsv(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<StreamableFile> {
    const { failures } = transactionFailures(await this.reports.failures(organizationId, id, kind));
    const rows = failures.map(({ externalId, code, message, role, identifierType, value }) => [
      externalId,
      ...[code, message, role ?? null, identifierType ?? null, value ?? null],
    ]);
    return csvAttachment('failures', ['external_id', 'code', 'error', 'role', 'identifier_type', 'value'], rows);
  }

  /** Returns the payments that were skipped because their external ids were taken. */
  @Get(':id/skips.csv')
  @ApiOperation({ summary: 'List the skipped transactions of a batch, as CSV' })
  @RequirePermission(send, read)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'SKIPS_NOT_AVAILABLE')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async skips(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<StreamableFile> {
    const { options, rows } = await this.reports.skippedRows(organizationId, id, kind);
    if (!(options as TransactionBatchOptions).skipDuplicates) throw skipsNotAvailable(kind);
    const externalIds = rows.map((row) => (JSON.parse(row) as { readonly externalId?: string }).externalId ?? null);
    return csvAttachment(
      'skips',
      ['external_id', 'reason'],
      externalIds.map((externalId) => [externalId, 'DUPLICATE_EXTERNAL_ID']),
    );
  }
}
