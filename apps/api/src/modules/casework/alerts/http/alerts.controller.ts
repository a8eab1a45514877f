import { AuditRepository } from '../../../../platform/audit/index.js';
import { Body, Controller, Get, HttpCode, Patch, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import {
  ApiErrors,
  notFound,
  PageQuery,
  RouteSettings,
  UuidParam,
  BodyExample,
  exampleId,
  Query,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { eventOf } from '../../../tenancy/audit/index.js';
import { findNotes, NoteAnswerDto, NoteBody, NoteDto, NotePageDto } from '../../notes/index.js';
import { alertView, type StoredAlert } from '../domain/stored-alert.js';
import { resolveStatusAlias, workStatusOf } from '../domain/work-status.js';
import { AlertRepository } from '../persistence/alert-repository.js';
import { ChangeAlert } from '../use-cases/change-alert.js';
import { RaiseAlert } from '../use-cases/raise-alert.js';
import { AssignBody, CreateAlertBody, MoveAlertBody, ResolveAlertBody, ListAlertsQuery } from '../dto/alert.bodies.js';
import {
  AcknowledgedAlertDto,
  AlertAnswerDto,
  AlertPageDto,
  AssignedDto,
  MovedAlertDto,
  RaisedAlertDto,
  ResolvedAlertDto,
} from '../dto/alert.dto.js';
import { resolveAssignee } from '../dto/assignee-field.js';

const newest = { limit: limits.pageRows };

@ApiTags('alerts')
@Controller('intelligence/alerts')
export class AlertsController {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly audit: AuditRepository,
    private readonly database: TenantDatabase,
    private readonly raiseAlert: RaiseAlert,
    private readonly changeAlert: ChangeAlert,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List alerts' })
  @RequirePermission('alerts:read')
  @ApiOkResponse({ type: AlertPageDto })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListAlertsQuery): Promise<AlertPageDto> {
    const { status, assignedTo, sortBy, limit, offset, cursor, ...filter } = query;
    const asOf = new Date();
    const wanted = {
      ...filter,
      statuses: status?.map(resolveStatusAlias),
      assignee: resolveAssignee(principal, assignedTo),
    };
    const page = { limit, ...(offset !== undefined && { offset }), ...(cursor !== undefined && { cursor }) };
    const { rows, pagination } = await this.alerts.find(principal.organizationId, wanted, page, sortBy);
    return { success: true, alerts: rows.map(alertView), count: pagination.total, pagination, asOf };
  }

  /** Raises an alert about an entity, a transaction or both. */
  @Post()
  @ApiOperation({ summary: 'Create an alert' })
  @BodyExample({ name: 'Looks like a mule account', severity: 'HIGH', targetEntityId: exampleId, category: 'fraud' })
  @RequirePermission('alerts:create')
  @ApiErrors('VALIDATION_ERROR', ['ENTITY_NOT_FOUND', 422], ['NOT_FOUND', 422])
  @ApiCreatedResponse({ type: RaisedAlertDto })
  async create(@CurrentPrincipal() principal: Principal, @PostBody() body: CreateAlertBody): Promise<RaisedAlertDto> {
    return { success: true, alert: alertView(await this.raiseAlert.create(principal, body)) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an alert' })
  @RequirePermission('alerts:read')
  @ApiOkResponse({ type: AlertAnswerDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Alert') id: string,
  ): Promise<AlertAnswerDto> {
    const alert = await this.find(organizationId, id);
    const about = { type: 'alert', id } as const;
    const notes = await findNotes(this.database.forOrganization(organizationId), organizationId, about, newest);
    const { rows } = await this.audit.timeline(organizationId, about, { ...newest, sortOrder: 'desc' });
    const shown = notes.rows.map((note) => NoteDto.from(note));
    return { success: true, alert: alertView(alert), notes: shown, timeline: rows.map(eventOf) };
  }

  /** Records that somebody is looking at an open alert. */
  @Post(':id/acknowledge')
  @ApiOperation({ summary: 'Acknowledge an alert' })
  @HttpCode(200)
  @RequirePermission('alerts:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('VALIDATION_ERROR', 'ALREADY_ACKNOWLEDGED', 'ALERT_NOT_FOUND')
  @ApiOkResponse({ type: AcknowledgedAlertDto })
  async acknowledge(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Alert', 'ALERT_NOT_FOUND') id: string,
  ): Promise<AcknowledgedAlertDto> {
    const { after } = await this.changeAlert.acknowledge(principal, id);
    const acknowledgedAt = after.acknowledgedAt!;
    return { success: true, alertId: id, status: 'IN_PROGRESS', acknowledgedAt, message: 'The alert is acknowledged' };
  }

  /** Resolves an alert. If several callers do so at once, only one succeeds. */
  @Post(':id/resolve')
  @ApiOperation({ summary: 'Resolve an alert' })
  @BodyExample({ resolution: 'FALSE_POSITIVE', resolutionNotes: 'A salary, as the employer confirms' })
  @HttpCode(200)
  @RequirePermission('alerts:resolve')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'ALREADY_RESOLVED')
  @ApiOkResponse({ type: ResolvedAlertDto })
  async resolve(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Alert') id: string,
    @PostBody() body: ResolveAlertBody,
  ): Promise<ResolvedAlertDto> {
    await this.changeAlert.resolve(principal, id, body);
    return { success: true, alertId: id, status: 'RESOLVED', message: 'The alert is resolved' };
  }

  /** Changes the status of an alert. Also requires `alerts:resolve` if this resolves the alert. */
  @Patch(':id/status')
  @ApiOperation({ summary: 'Change the status of an alert' })
  @BodyExample({ status: 'PENDING_REVIEW', reason: 'Waits for the bank statement' })
  @RequirePermission('alerts:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'REASON_REQUIRED')
  @ApiOkResponse({ type: MovedAlertDto })
  async move(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Alert') id: string,
    @Body() { status, reason }: MoveAlertBody,
  ): Promise<MovedAlertDto> {
    const to = status === 'RESOLVED' ? workStatusOf(status) : status;
    const { before, after } = await this.changeAlert.changeStatus(principal, id, to, reason ?? null);
    return { success: true, alertId: id, status: after.status, previousStatus: before.status };
  }

  /** Assigns an alert without changing its status. */
  @Put(':id/assign')
  @ApiOperation({ summary: 'Assign an alert' })
  @BodyExample({ assignedTo: exampleId, priority: 'HIGH' })
  @RequirePermission('alerts:assign')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: AssignedDto })
  async assign(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Alert') id: string,
    @Body() body: AssignBody,
  ): Promise<AssignedDto> {
    const { assignmentId, after } = await this.changeAlert.assign(principal, id, body);
    return { success: true, assignmentId, assignedTo: after.assignedTo!, assignedToType: after.assignedToType! };
  }

  @Post(':id/notes')
  @ApiOperation({ summary: 'Write a note about an alert' })
  @BodyExample({ body: 'The customer was called and sends the contract.' })
  @RequirePermission('alerts:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiCreatedResponse({ type: NoteAnswerDto })
  async addNote(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Alert') id: string,
    @PostBody() { body }: NoteBody,
  ): Promise<NoteAnswerDto> {
    return NoteAnswerDto.from(await this.changeAlert.addNote(principal, id, body));
  }

  @Get(':id/notes')
  @ApiOperation({ summary: 'List the notes about an alert' })
  @RequirePermission('alerts:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: NotePageDto })
  async notes(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Alert') id: string,
    @Query() query: PageQuery,
  ): Promise<NotePageDto> {
    await this.find(organizationId, id);
    const about = { type: 'alert', id } as const;
    return NotePageDto.from(
      await findNotes(this.database.forOrganization(organizationId), organizationId, about, query),
    );
  }

  private async find(organizationId: string, id: string): Promise<StoredAlert> {
    const alert = await this.alerts.findOne(organizationId, id);
    if (!alert) throw notFound('Alert');
    return alert;
  }
}
