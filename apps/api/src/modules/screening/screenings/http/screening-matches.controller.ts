import { Readable } from 'node:stream';

import { Body, Controller, Get, HttpCode, Put, Res, StreamableFile } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

import { byPrincipal } from '../../../../platform/audit/index.js';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, exampleId, Query, UuidParam } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { resolveAssignee } from '../../../casework/alerts/index.js';
import {
  AssignedWorkDto,
  AssignWorkBody,
  TakenWorkDto,
  WaitingCountsDto,
} from '../../../casework/assignments/index.js';
import { approvalView, PendingChangeDto } from '../../../rules/rules/index.js';
import {
  DecidedMatchDto,
  MatchDecisionDto,
  StoredMatchDto,
  StoredMatchPageDto,
  StoredMatchResponseDto,
} from '../dto/match.dto.js';
import {
  DecideMatchBody,
  ExportDecisionsQuery,
  NextMatchBody,
  ScreeningMatchesQuery,
} from '../dto/screening.bodies.js';
import { AssignMatches } from '../use-cases/assign-matches.js';
import { DecideMatch } from '../use-cases/decide-match.js';
import { ReadMatches } from '../use-cases/read-matches.js';

/** The results of screenings, for review. */
@ApiTags('screening')
@Controller('screening-matches')
export class ScreeningMatchesController {
  constructor(
    private readonly reader: ReadMatches,
    private readonly decisions: DecideMatch,
    private readonly assigning: AssignMatches,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List screening matches' })
  @RequirePermission('alerts:read')
  @ApiErrors('OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: StoredMatchPageDto })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() { assignedTo, ...query }: ScreeningMatchesQuery,
  ): Promise<StoredMatchPageDto> {
    const filter = { ...query, assignee: resolveAssignee(principal, assignedTo) };
    const { rows, pagination } = await this.reader.matches(principal.organizationId, filter);
    return { success: true, matches: rows.map((match) => StoredMatchDto.from(match)), pagination };
  }

  /** Exports all decisions, oldest first, each with the versions of list, profile and engine on which it is based. */
  @Get('decisions/export')
  @ApiOperation({ summary: 'Export the decisions on screening matches' })
  @RequirePermission('audit:export')
  @ApiErrors('VALIDATION_ERROR')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async export(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ExportDecisionsQuery,
  ): Promise<StreamableFile> {
    return new StreamableFile(Readable.from(await this.reader.exportDecisions(byPrincipal(principal), query)), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="match-decisions.csv"',
    });
  }

  /** Counts the open matches. */
  @Get('counts')
  @ApiOperation({ summary: 'Count waiting screening matches by assignee' })
  @RequirePermission('alerts:read')
  @ApiOkResponse({ type: WaitingCountsDto })
  async counts(@CurrentPrincipal() { organizationId, actor }: Principal): Promise<WaitingCountsDto> {
    return { success: true, ...(await this.reader.waiting(organizationId, actor.id)) };
  }

  /** Takes the match with the highest score. Concurrent requests each get a different match. */
  @Post('next')
  @ApiOperation({ summary: 'Take the unassigned screening match with the highest score' })
  @BodyExample({ list: ['un_sc'] })
  @HttpCode(200)
  @RequirePermission('alerts:assign')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: TakenWorkDto })
  next(@CurrentPrincipal() principal: Principal, @PostBody() { list }: NextMatchBody): Promise<TakenWorkDto> {
    return this.assigning.takeNext(principal, list ?? null);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a screening match' })
  @RequirePermission('alerts:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: StoredMatchResponseDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Screening match') id: string,
  ): Promise<StoredMatchResponseDto> {
    const { match, decisions } = await this.reader.match(organizationId, id);
    return {
      success: true,
      match: StoredMatchDto.from(match),
      decisions: decisions.map((decision) => MatchDecisionDto.from(decision)),
    };
  }

  /** Applies only to an open match. */
  @Put(':id/assign')
  @ApiOperation({ summary: 'Assign or unassign a screening match' })
  @BodyExample({ assignedTo: exampleId })
  @RequirePermission('alerts:assign')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: AssignedWorkDto })
  assign(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Screening match') id: string,
    @Body() body: AssignWorkBody,
  ): Promise<AssignedWorkDto> {
    return this.assigning.assign(principal, id, body);
  }

  /**
   * The decision applies until the list changes the entry, the entity changes or the decision expires; the match is then open again, and
   * `changed` gives the reason. Of several concurrent decisions only one succeeds. If the profile requires a second person, the decision
   * waits among the approvals of rules.
   */
  @Post(':id/decide')
  @ApiOperation({ summary: 'Confirm or dismiss a screening match' })
  @BodyExample({ decision: 'dismissed', reason: 'Another year of birth, as the passport shows' })
  @HttpCode(200)
  @RequirePermission('alerts:resolve')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'ALREADY_DECIDED', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: DecidedMatchDto })
  @ApiAcceptedResponse({ type: PendingChangeDto, description: 'The decision waits for a second person' })
  async decide(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Screening match') id: string,
    @PostBody() { decision, reason, expiresAt, scope, replaces }: DecideMatchBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DecidedMatchDto | PendingChangeDto> {
    const sent = {
      decision,
      reason,
      expiresAt: expiresAt ?? null,
      scope: scope ?? 'entity',
      replaces: replaces?.toLowerCase() ?? null,
    };
    const now = new Date();
    const decided = await this.decisions.decide(principal, id, sent, now);
    if (decided.approval !== null) {
      void reply.status(202);
      return { success: true, approval: approvalView(decided.approval, now) };
    }
    return {
      success: true,
      match: StoredMatchDto.from(decided.match),
      decision: MatchDecisionDto.from(decided.decision),
    };
  }
}
