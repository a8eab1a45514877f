import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import {
  CurrentPrincipal,
  assertPermission,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import {
  ApiErrors,
  invalid,
  notFound,
  PageQuery,
  UuidParam,
  BodyExample,
  exampleId,
  Query,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { AlertRepository } from '../../alerts/index.js';
import { findNotes, NoteAnswerDto, NoteBody, NotePageDto } from '../../notes/index.js';
import { consolidateAlerts, summarizeAlerts } from '../domain/consolidated-alerts.js';
import type { StoredCase } from '../domain/stored-case.js';
import { findCase } from '../persistence/case-store.js';
import { ChangeCase } from '../use-cases/change-case.js';
import { ConsolidateAlertsBody, LinkAlertsBody } from '../dto/investigation.bodies.js';
import { ConsolidatedAlertsDto, InvestigationAnswerDto } from '../dto/investigation.dto.js';
import { InvestigationAlertsQuery } from '../dto/investigation.queries.js';

const linkErrors = ['ALERT_IN_OTHER_INVESTIGATION', 'INVESTIGATION_CLOSED'] as const;

/** Alerts and notes of cases. */
@ApiTags('investigations')
@Controller('intelligence')
export class InvestigationPartsController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly alerts: AlertRepository,
    private readonly changeCase: ChangeCase,
  ) {}

  /** Links alerts to a case, or to a new one, which also requires `cases:create`. An alert can only belong to one case. */
  @Post('alerts/consolidate')
  @ApiOperation({ summary: 'Group alerts into an investigation' })
  @BodyExample({ alertIds: [exampleId], name: 'Payments to a new account' })
  @HttpCode(200)
  @RequirePermission('cases:edit')
  @ApiErrors('VALIDATION_ERROR', ['NOT_FOUND', 422], ...linkErrors)
  @ApiOkResponse({ type: InvestigationAnswerDto })
  async consolidate(
    @CurrentPrincipal() principal: Principal,
    @PostBody() { alertIds, investigationId, name }: ConsolidateAlertsBody,
  ): Promise<InvestigationAnswerDto> {
    if ((investigationId == null) === (name == null)) {
      throw invalid({ investigationId: 'either investigationId or name is required' });
    }
    if (investigationId != null) {
      return {
        success: true,
        investigation: await this.changeCase.linkAlerts(principal, investigationId, alertIds, 422),
      };
    }
    assertPermission(principal, 'cases:create');
    return { success: true, investigation: await this.changeCase.open(principal, { name: name!, alertIds }) };
  }

  @Get('investigations/:id/alerts')
  @ApiOperation({ summary: 'List the alerts of an investigation' })
  @RequirePermission('cases:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: ConsolidatedAlertsDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Investigation') id: string,
    @Query() { category, sortBy }: InvestigationAlertsQuery,
  ): Promise<ConsolidatedAlertsDto> {
    const { name } = await this.find(organizationId, id);
    const alerts = await this.alerts.findByCase(organizationId, id);
    return {
      success: true,
      investigation: { id, name },
      alerts: consolidateAlerts(alerts, category, sortBy),
      summary: summarizeAlerts(alerts),
    };
  }

  @Post('investigations/:id/alerts')
  @ApiOperation({ summary: 'Link alerts to an investigation' })
  @BodyExample({ alertIds: [exampleId] })
  @HttpCode(200)
  @RequirePermission('cases:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', ['NOT_FOUND', 422], ...linkErrors)
  @ApiOkResponse({ type: InvestigationAnswerDto })
  async link(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Investigation') id: string,
    @PostBody() { alertIds }: LinkAlertsBody,
  ): Promise<InvestigationAnswerDto> {
    return { success: true, investigation: await this.changeCase.linkAlerts(principal, id, alertIds) };
  }

  /** Unlinks alerts from a case. Alerts that are not in the case stay unchanged. */
  @Post('investigations/:id/alerts/unlink')
  @ApiOperation({ summary: 'Unlink alerts from an investigation' })
  @BodyExample({ alertIds: [exampleId] })
  @HttpCode(200)
  @RequirePermission('cases:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVESTIGATION_CLOSED')
  @ApiOkResponse({ type: InvestigationAnswerDto })
  async unlink(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Investigation') id: string,
    @PostBody() { alertIds }: LinkAlertsBody,
  ): Promise<InvestigationAnswerDto> {
    return { success: true, investigation: await this.changeCase.unlinkAlerts(principal, id, alertIds) };
  }

  @Post('investigations/:id/notes')
  @ApiOperation({ summary: 'Write a note about an investigation' })
  @BodyExample({ body: 'Two more accounts receive from the same device.' })
  @RequirePermission('cases:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiCreatedResponse({ type: NoteAnswerDto })
  async addNote(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Investigation') id: string,
    @PostBody() { body }: NoteBody,
  ): Promise<NoteAnswerDto> {
    return NoteAnswerDto.from(await this.changeCase.addNote(principal, id, body));
  }

  @Get('investigations/:id/notes')
  @ApiOperation({ summary: 'List the notes about an investigation' })
  @RequirePermission('cases:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: NotePageDto })
  async notes(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Investigation') id: string,
    @Query() query: PageQuery,
  ): Promise<NotePageDto> {
    await this.find(organizationId, id);
    const about = { type: 'investigation', id } as const;
    return NotePageDto.from(
      await findNotes(this.database.forOrganization(organizationId), organizationId, about, query),
    );
  }

  private async find(organizationId: string, id: string): Promise<StoredCase> {
    const found = await findCase(this.database.forOrganization(organizationId), organizationId, id);
    if (!found) throw notFound('Investigation');
    return found;
  }
}
