import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam } from '../../../../platform/http/index.js';
import { batchPermissions, csvAttachment } from '../../batch-jobs/index.js';
import { EntityFailuresDto } from '../dto/entity-failures.dto.js';
import { EntityReports } from '../use-cases/entity-reports.js';

const { send, read } = batchPermissions.entity_batch;

/** Reports on entities of a batch that were not stored. */
@ApiTags('imports')
@Controller()
export class EntityReportsController {
  constructor(private readonly reports: EntityReports) {}

  /** Returns the entities that were not stored, and those that were skipped. */
  @Get('batch-import/entity-jobs/:id/failures')
  @ApiOperation({ summary: 'List the entities of a batch that were not stored' })
  @RequirePermission(send, read)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: EntityFailuresDto })
  failures(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<EntityFailuresDto> {
    return this.reports.failures(organizationId, id);
  }

  /** Returns the entities that were not stored, as CSV. */
  @Get('batch-import/entity-jobs/:id/failures.csv')
  @ApiOperation({ summary: 'The same as CSV' })
  @RequirePermission(send, read)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  failuresCsv(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<StreamableFile> {
    return this.failuresFile(organizationId, id);
  }

  /** Returns the same CSV under the path used for batches of tax ids. */
  @Get('entities/automatic/bulk/imports/:id/failures.csv')
  @ApiOperation({ summary: 'The same as CSV, by its other path' })
  @RequirePermission(send, read)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  automaticFailuresCsv(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<StreamableFile> {
    return this.failuresFile(organizationId, id);
  }

  /** Returns the skipped entities as CSV, as the organization has them stored. */
  @Get('batch-import/entity-jobs/:id/skips.csv')
  @ApiOperation({ summary: 'List the skipped entities of a batch, as CSV' })
  @RequirePermission(send, read)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'SKIPS_NOT_AVAILABLE')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async skips(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<StreamableFile> {
    const skips = await this.reports.skips(organizationId, id);
    const rows = skips.map(({ taxId, type, outcome, code }) => [taxId, type, outcome, code]);
    return csvAttachment('skips', ['tax_id', 'type', 'outcome', 'code'], rows);
  }

  private async failuresFile(organizationId: string, id: string): Promise<StreamableFile> {
    const { failures } = await this.reports.failures(organizationId, id);
    const rows = failures.map(({ taxId, type, outcome, code, message }) => [taxId, type, outcome, code, message]);
    return csvAttachment('failures', ['tax_id', 'type', 'outcome', 'code', 'error_message'], rows);
  }
}
