import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { csvText } from '@tamis/stdx';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, UuidParam } from '../../../platform/http/index.js';
import { BatchReports } from '../use-cases/batch-reports.js';
import { failuresView, jobView } from './batch-views.js';
import { ListBatchJobsQuery } from './read-batch-job.query.js';
import { BatchFailuresDto, BatchJobListDto } from './transaction-batch.dto.js';

const readers = ['transactions:create', 'entities:bulk_import', 'events:create'] as const;

const file = (name: string, text: string, type: string): StreamableFile =>
  new StreamableFile(Buffer.from(text), { type, disposition: `attachment; filename="${name}"` });

const csv = (name: string, heading: readonly string[], rows: readonly (readonly (string | null)[])[]): StreamableFile =>
  file(`${name}.csv`, csvText(heading, rows), 'text/csv; charset=utf-8');

/** What is kept of batches: what was sent, and what became of it. */
@ApiTags('transactions')
@Controller('batch-import')
export class BatchReportsController {
  constructor(private readonly reports: BatchReports) {}

  /** The jobs of the organization, the newest first. */
  @Get('jobs')
  @RequirePermission(...readers)
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: BatchJobListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListBatchJobsQuery,
  ): Promise<BatchJobListDto> {
    const { rows, pagination } = await this.reports.list(organizationId, query);
    return { success: true, jobs: rows.map(jobView), pagination };
  }

  /** The payments as they were sent. */
  @Get('jobs/:id/payload')
  @RequirePermission(...readers)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiProduces('application/json')
  @ApiOkResponse({ schema: { type: 'array', items: {} } })
  async payload(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<StreamableFile> {
    return file(`${id}.json`, await this.reports.payload(organizationId, id), 'application/json; charset=utf-8');
  }

  /** The payments that were not stored. */
  @Get('transaction-jobs/:id/failures')
  @RequirePermission(...readers)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: BatchFailuresDto })
  async failures(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<BatchFailuresDto> {
    return failuresView(await this.reports.failures(organizationId, id));
  }

  /** The same as CSV. */
  @Get('transaction-jobs/:id/failures.csv')
  @RequirePermission(...readers)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async failuresCsv(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<StreamableFile> {
    const { failures } = failuresView(await this.reports.failures(organizationId, id));
    const rows = failures.map(({ externalId, code, message, role, identifierType, value }) => [
      externalId,
      ...[code, message, role ?? null, identifierType ?? null, value ?? null],
    ]);
    return csv('failures', ['external_id', 'code', 'error', 'role', 'identifier_type', 'value'], rows);
  }

  /** The payments that were passed over, as their external ids were taken. */
  @Get('transaction-jobs/:id/skips.csv')
  @RequirePermission(...readers)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'SKIPS_NOT_AVAILABLE')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async skips(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<StreamableFile> {
    const skips = await this.reports.skips(organizationId, id);
    return csv(
      'skips',
      ['external_id', 'reason'],
      skips.map((externalId) => [externalId, 'DUPLICATE_EXTERNAL_ID']),
    );
  }
}
