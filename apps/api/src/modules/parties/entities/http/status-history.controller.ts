import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, RouteSettings, UuidParam } from '../../../../platform/http/index.js';
import { ReadStatusHistory } from '../use-cases/read-status-history.js';
import { StatusHistoryDto } from '../dto/entity-changes.dto.js';

@ApiTags('entities')
@Controller('entities')
export class StatusHistoryController {
  constructor(private readonly readHistory: ReadStatusHistory) {}

  /** Returns the status history, newest first, also for a deleted entity. */
  @Get(':id/status-history')
  @ApiOperation({ summary: 'List the status changes of an entity with their reasons' })
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: StatusHistoryDto })
  async read(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Entity') id: string,
  ): Promise<StatusHistoryDto> {
    const moves = await this.readHistory.read(organizationId, id);
    return {
      success: true,
      history: moves.map((move) => ({ ...move, changedAt: move.changedAt.toISOString() })),
    };
  }
}
