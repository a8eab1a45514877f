import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../auth/index.js';
import { ApiErrors, Query } from '../http/index.js';
import { OperationsSeriesDto, OperationsSummaryDto, SeriesQuery } from './operations.dto.js';
import { ReadOperations } from './read-operations.js';

@ApiTags('operations')
@Controller('operations')
export class OperationsController {
  constructor(private readonly operations: ReadOperations) {}

  /**
   * Returns payments, latency, queues and open tasks of this organization only, and the queues of each process. Sockets in the room
   * `operations` receive the same every 5 seconds.
   */
  @Get('summary')
  @ApiOperation({ summary: 'Read the server metrics of the organization' })
  @RequirePermission('operations:read')
  @ApiOkResponse({ type: OperationsSummaryDto })
  async summary(@CurrentPrincipal() { organizationId }: Principal): Promise<OperationsSummaryDto> {
    return { success: true, ...(await this.operations.summary(organizationId)) };
  }

  /**
   * Returns figures that processes keep in memory. They do not include the time before a process started or before it handled the
   * organization.
   */
  @Get('series')
  @ApiOperation({ summary: 'Read payments and their latency for the last hour or day' })
  @RequirePermission('operations:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: OperationsSeriesDto })
  async series(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() { period }: SeriesQuery,
  ): Promise<OperationsSeriesDto> {
    return { success: true, ...(await this.operations.series(organizationId, period)) };
  }
}
