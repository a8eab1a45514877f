import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam } from '../../../../platform/http/index.js';
import { batchPermissions, BatchReports, csvAttachment } from '../../batch-jobs/index.js';
import { UserEventFailuresDto } from '../dto/user-event.dto.js';
import { userEventFailures } from './user-event-batch-views.js';

const kind = 'user_event_batch';
const { send, read } = batchPermissions[kind];

/** Reports on the user events of a batch that were not stored. */
@ApiTags('user events')
@Controller('batch-import/user-event-jobs')
export class UserEventReportsController {
  constructor(private readonly reports: BatchReports) {}

  /** Returns the user events that were not stored. */
  @Get(':id/failures')
  @ApiOperation({ summary: 'List the user events of a batch that were not stored' })
  @RequirePermission(send, read)
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: UserEventFailuresDto })
  async failures(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<UserEventFailuresDto> {
    return userEventFailures(await this.reports.failures(organizationId, id, kind));
  }

  /** Returns the user events that were not stored, as CSV. */
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
    const { failures } = userEventFailures(await this.reports.failures(organizationId, id, kind));
    const rows = failures.map(({ rowKey, code, message }) => [rowKey, code, message]);
    return csvAttachment('failures', ['row_key', 'code', 'error'], rows);
  }
}
