import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import {
  assertPermission,
  CurrentPrincipal,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import { ApiErrors, Query } from '../../../../platform/http/index.js';
import { TransactionStatsDto, TransactionStatsQuery } from '../dto/transaction-stats.dto.js';
import { ReadTransactionStats } from '../use-cases/read-transaction-stats.js';

@ApiTags('transactions')
@Controller('transactions')
export class TransactionStatsController {
  constructor(private readonly stats: ReadTransactionStats) {}

  /** Counts payments by the time they took place. Rule hits are counted over all evaluations, for records of any type. */
  @Get('stats')
  @ApiOperation({ summary: 'Count payments by hour or day' })
  @RequirePermission('transactions:read')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN')
  @ApiOkResponse({ type: TransactionStatsDto })
  async read(
    @CurrentPrincipal() principal: Principal,
    @Query() query: TransactionStatsQuery,
  ): Promise<TransactionStatsDto> {
    if (query.by === 'rule') assertPermission(principal, 'rules:read');
    return { success: true, ...(await this.stats.read(principal.organizationId, query, new Date())) };
  }
}
