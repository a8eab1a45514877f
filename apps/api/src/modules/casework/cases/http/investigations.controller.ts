import { AuditRepository } from '../../../../platform/audit/index.js';
import { Body, Controller, Get, Patch, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import {
  ApiErrors,
  notFound,
  providedFields,
  UuidParam,
  BodyExample,
  exampleId,
  Query,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { AlertRepository, alertView, AssignedDto, resolveAssignee, resolveStatusAlias } from '../../alerts/index.js';
import { eventOf } from '../../../tenancy/audit/index.js';
import { findNotes, NoteDto } from '../../notes/index.js';
import type { StoredCase } from '../domain/stored-case.js';
import { findCase, findCases } from '../persistence/case-store.js';
import { ChangeCase } from '../use-cases/change-case.js';
import {
  AssignInvestigationBody,
  ChangeInvestigationBody,
  CreateInvestigationBody,
  MoveInvestigationBody,
} from '../dto/investigation.bodies.js';
import {
  InvestigationAnswerDto,
  InvestigationFileDto,
  InvestigationPageDto,
  MovedInvestigationDto,
} from '../dto/investigation.dto.js';
import { ListInvestigationsQuery } from '../dto/investigation.queries.js';

const newest = { limit: limits.pageRows };

@ApiTags('investigations')
@Controller('intelligence/investigations')
export class InvestigationsController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly alerts: AlertRepository,
    private readonly audit: AuditRepository,
    private readonly changeCase: ChangeCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List investigations' })
  @RequirePermission('cases:read')
  @ApiOkResponse({ type: InvestigationPageDto })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListInvestigationsQuery,
  ): Promise<InvestigationPageDto> {
    const { organizationId } = principal;
    const { rows, pagination } = await findCases(this.database.forOrganization(organizationId), organizationId, {
      ...query,
      statuses: query.status?.map(resolveStatusAlias),
      assignee: resolveAssignee(principal, query.assignedTo),
    });
    return { success: true, investigations: rows, count: pagination.total, pagination };
  }

  /** Opens a case with the next number of the organization, and links its alerts. Assigning it also requires `cases:assign`. */
  @Post()
  @ApiOperation({ summary: 'Open an investigation' })
  @BodyExample({ name: 'Payments to a new account', alertIds: [exampleId], priority: 'HIGH' })
  @RequirePermission('cases:create')
  @ApiErrors('VALIDATION_ERROR', ['NOT_FOUND', 422], ['ENTITY_NOT_FOUND', 422], 'ALERT_IN_OTHER_INVESTIGATION')
  @ApiCreatedResponse({ type: InvestigationAnswerDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateInvestigationBody,
  ): Promise<InvestigationAnswerDto> {
    const dueDate = body.dueDate == null ? null : new Date(body.dueDate);
    return { success: true, investigation: await this.changeCase.open(principal, { ...body, dueDate }) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an investigation' })
  @RequirePermission('cases:read')
  @ApiOkResponse({ type: InvestigationFileDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Investigation') id: string,
  ): Promise<InvestigationFileDto> {
    const investigation = await this.find(organizationId, id);
    const alerts = await this.alerts.findByCase(organizationId, id);
    const about = { type: 'investigation', id } as const;
    const notes = await findNotes(this.database.forOrganization(organizationId), organizationId, about, newest);
    const { rows } = await this.audit.timeline(organizationId, about, { ...newest, sortOrder: 'desc' });
    return {
      success: true,
      investigation,
      alerts: alerts.map(alertView),
      notes: notes.rows.map((note) => NoteDto.from(note)),
      timeline: rows.map(eventOf),
    };
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Update an investigation' })
  @BodyExample({ tags: ['mule'], dueDate: '2026-03-10T18:00:00Z', ifVersion: 1 })
  @RequirePermission('cases:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: InvestigationAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Investigation') id: string,
    @Body() body: ChangeInvestigationBody,
  ): Promise<InvestigationAnswerDto> {
    const { description, dueDate, ifVersion = null } = body;
    const { name, priority, tags } = providedFields(body);
    const fields = {
      ...{ ifVersion, ...providedFields({ name, priority, tags }) },
      ...(description !== undefined && { description }),
      ...(dueDate !== undefined && { dueDate: dueDate === null ? null : new Date(dueDate) }),
    };
    return { success: true, investigation: await this.changeCase.edit(principal, id, fields) };
  }

  /** Changes the status of a case. Closing it resolves its open alerts, and also requires `cases:close`. */
  @Patch(':id/status')
  @ApiOperation({ summary: 'Change the status of an investigation' })
  @BodyExample({ status: 'CLOSED', closureReason: 'Reported to the authority', outcome: 'REPORTED' })
  @RequirePermission('cases:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'REASON_REQUIRED', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: MovedInvestigationDto })
  async move(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Investigation') id: string,
    @Body() body: MoveInvestigationBody,
  ): Promise<MovedInvestigationDto> {
    const { moved, resolvedAlerts } = await this.changeCase.changeStatus(principal, id, body);
    const { status } = moved;
    return { success: true, investigationId: id, status, message: `The investigation is ${status}`, resolvedAlerts };
  }

  /** Assigns a case without changing its status. */
  @Put(':id/assign')
  @ApiOperation({ summary: 'Assign an investigation' })
  @BodyExample({ assignedTo: exampleId, reason: 'Knows the customer' })
  @RequirePermission('cases:assign')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: AssignedDto })
  async assign(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Investigation') id: string,
    @Body() body: AssignInvestigationBody,
  ): Promise<AssignedDto> {
    const { assignmentId, assigned } = await this.changeCase.assign(principal, id, body);
    return { success: true, assignmentId, assignedTo: assigned.assignedTo!, assignedToType: assigned.assignedToType! };
  }

  private async find(organizationId: string, id: string): Promise<StoredCase> {
    const found = await findCase(this.database.forOrganization(organizationId), organizationId, id);
    if (!found) throw notFound('Investigation');
    return found;
  }
}
