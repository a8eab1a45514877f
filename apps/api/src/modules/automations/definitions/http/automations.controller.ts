import { Body, Controller, Delete, Get, HttpCode, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, Query, UuidParam } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import type { SavedAutomation } from '../domain/automation.js';
import { ExecutionStatusPort } from '../domain/execution-status-port.js';
import { ChangeAutomationBody, CreateAutomationBody, ListAutomationsFilters } from '../dto/automation.bodies.js';
import { AutomationDto, AutomationListDto, AutomationResponseDto, SavedAutomationDto } from '../dto/automation.dto.js';
import { ReadAutomations } from '../use-cases/read-automations.js';
import { WriteAutomations } from '../use-cases/write-automations.js';
import { defaultDefinition, sentDefinition } from './sent-definition.js';

/** Automations: actions executed automatically when something occurs. */
@ApiTags('automations')
@Controller('automations')
export class AutomationsController {
  constructor(
    private readonly reading: ReadAutomations,
    private readonly writing: WriteAutomations,
    private readonly statuses: ExecutionStatusPort,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List automations' })
  @RequirePermission('automations:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: AutomationListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListAutomationsFilters,
  ): Promise<AutomationListDto> {
    const { automations, total, totalArchived } = await this.reading.list(organizationId, query);
    const ids = automations.map(({ id }) => id);
    const newest = await this.statuses.newest(organizationId, ids);
    return {
      automations: automations.map((each) => AutomationDto.from(each, newest.get(each.id) ?? null)),
      total,
      ...(totalArchived !== null && { totalArchived }),
    };
  }

  /** Creates an automation. Its actions have the permissions that its creator has at the time of execution. */
  @Post()
  @ApiOperation({ summary: 'Create an automation' })
  @BodyExample({
    ...{ name: 'Large payments', triggerType: 'transaction_created' },
    conditions: [{ field: 'amount', operator: 'gte', value: { $money: '10000 USD' } }],
    actions: [{ type: 'create_alert', config: { name: 'Large payment of {{amount}} {{currency}}', severity: 'HIGH' } }],
  })
  @RequirePermission('automations:create')
  @ApiErrors('VALIDATION_ERROR', 'SYNERGY_ERROR', 'TOO_MANY_ITEMS')
  @ApiCreatedResponse({ type: SavedAutomationDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateAutomationBody,
  ): Promise<SavedAutomationDto> {
    const { name, triggerType } = body;
    const definition = { ...defaultDefinition, ...sentDefinition(body), name, triggerType };
    return SavedAutomationDto.of(await this.writing.create(principal, definition, new Date()), null);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an automation' })
  @RequirePermission('automations:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: AutomationResponseDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Automation') id: string,
  ): Promise<AutomationResponseDto> {
    const automation = await this.reading.get(organizationId, id);
    const newest = await this.statuses.newest(organizationId, [id]);
    return { success: true, automation: AutomationDto.from(automation, newest.get(id) ?? null) };
  }

  /** Creates the next version of an automation. Executions that have started continue with their own version. */
  @Patch(':id')
  @ApiOperation({ summary: 'Update an automation' })
  @BodyExample({ enabled: false, ifVersion: 1 })
  @RequirePermission('automations:edit')
  @ApiErrors('VALIDATION_ERROR', 'SYNERGY_ERROR', 'NO_CHANGES', 'NOT_FOUND', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: SavedAutomationDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Automation') id: string,
    @Body() body: ChangeAutomationBody,
  ): Promise<SavedAutomationDto> {
    const { ifVersion = null } = body;
    const sent = sentDefinition(body);
    return this.shown(await this.writing.change(principal, id, { sent, ifVersion }, new Date()));
  }

  /** Archives an automation. Its past executions remain readable, and it can be restored. */
  @Delete(':id')
  @ApiOperation({ summary: 'Archive an automation' })
  @RequirePermission('automations:delete')
  @ApiErrors('NOT_FOUND', 'NO_CHANGES')
  @ApiOkResponse({ type: AutomationResponseDto })
  async archive(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Automation') id: string,
  ): Promise<AutomationResponseDto> {
    const { success, automation } = await this.shown(await this.writing.archive(principal, id, new Date()));
    return { success, automation };
  }

  @Post(':id/restore')
  @ApiOperation({ summary: 'Restore an archived automation, disabled' })
  @HttpCode(200)
  @RequirePermission('automations:edit')
  @ApiErrors('NOT_FOUND', 'NO_CHANGES', 'TOO_MANY_ITEMS')
  @ApiOkResponse({ type: AutomationResponseDto })
  async restore(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Automation') id: string,
  ): Promise<AutomationResponseDto> {
    const { success, automation } = await this.shown(await this.writing.restore(principal, id, new Date()));
    return { success, automation };
  }

  private async shown(saved: SavedAutomation): Promise<SavedAutomationDto> {
    const { organizationId, id } = saved.automation;
    const newest = await this.statuses.newest(organizationId, [id]);
    return SavedAutomationDto.of(saved, newest.get(id) ?? null);
  }
}
