import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { notFound, UuidParam } from '../../../platform/http/index.js';
import type { AlertRow } from '../persistence/alert-row.js';
import { AlertStore } from '../persistence/alert-store.js';
import { AlertAnswerDto, AlertDto, type AlertEventDto, AlertPageDto } from './alert.dto.js';
import { ListAlertsQuery } from './list-alerts.query.js';

@ApiTags('alerts')
@Controller('intelligence/alerts')
export class AlertsController {
  constructor(private readonly alerts: AlertStore) {}

  @Get()
  @RequirePermission('alerts:read')
  @ApiOkResponse({ type: AlertPageDto })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListAlertsQuery): Promise<AlertPageDto> {
    const { rows, pagination } = await this.alerts.find(principal.organizationId, query);
    return { success: true, alerts: rows.map((row) => AlertDto.from(row)), count: pagination.total, pagination };
  }

  @Get(':id')
  @RequirePermission('alerts:read')
  @ApiOkResponse({ type: AlertAnswerDto })
  async get(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Alert') id: string): Promise<AlertAnswerDto> {
    const row = await this.alerts.findOne(principal.organizationId, id);
    if (!row) throw notFound('Alert');
    return { success: true, alert: AlertDto.from(row), notes: [], timeline: timelineOf(row) };
  }
}

/** The newest first, as every timeline. */
function timelineOf({ createdAt, duplicateCount, lastSeenAt }: AlertRow): AlertEventDto[] {
  const created: AlertEventDto = { event: 'alert_created', timestamp: createdAt };
  return duplicateCount > 0 ? [{ event: 'alert_repeated', timestamp: lastSeenAt }, created] : [created];
}
