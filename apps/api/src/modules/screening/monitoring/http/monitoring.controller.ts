import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, UuidParam } from '../../../../platform/http/index.js';
import { ChangeMonitoringBody, MonitoringDto } from '../dto/monitoring.dto.js';
import { ChangeMonitoring } from '../use-cases/change-monitoring.js';

/** Determines whether entities are screened again when lists, profiles or the entities themselves change. */
@ApiTags('screening')
@Controller('entities/:id/monitoring')
export class MonitoringController {
  constructor(private readonly monitoring: ChangeMonitoring) {}

  @Get()
  @ApiOperation({ summary: 'Read how an entity is monitored' })
  @RequirePermission('entities:read')
  @ApiErrors('ENTITY_NOT_FOUND')
  @ApiOkResponse({ type: MonitoringDto })
  async show(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
  ): Promise<MonitoringDto> {
    return MonitoringDto.from(id, await this.monitoring.show(organizationId, id));
  }

  /** An entity is screened soon after its monitoring starts. */
  @Put(':code')
  @ApiOperation({ summary: 'Start or stop the monitoring of an entity' })
  @BodyExample({ isActive: true })
  @RequirePermission('entities:edit')
  @ApiErrors('ENTITY_NOT_FOUND', 'INTEGRATION_NOT_FOUND', 'INTEGRATION_NOT_ENABLED', 'INVALID_ENTITY_TYPE')
  @ApiOkResponse({ type: MonitoringDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @Param('code') code: string,
    @Body() { isActive }: ChangeMonitoringBody,
  ): Promise<MonitoringDto> {
    return MonitoringDto.from(id, await this.monitoring.change(principal, id, code, isActive));
  }
}
