import { Body, Controller, Delete, Get, Put, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, UuidParam, BodyExample } from '../../../platform/http/index.js';
import {
  GuardBody,
  guardFromRequest,
  guardStateView,
  guardView,
  GuardDto,
  GuardStateDto,
  PendingChangeDto,
  shownOrPending,
} from '../rules/index.js';
import type { FastifyReply } from 'fastify';
import { type GuardedRule, RuleGuards } from './rule-guards.js';
import { type GuardAction, guardActions } from '@tamis/library';

class GuardTripDto {
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty() metric!: string;
  @ApiProperty() observed!: number;
  @ApiProperty({ description: 'The limit in words' }) limit!: string;
  @ApiProperty({ description: 'The limit of the metric' }) bound!: number;
  @ApiProperty({ enum: [...guardActions], enumName: 'GuardAction' }) action!: GuardAction;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it ended or was reverted' })
  endedAt!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Who activated the rule again' })
  undoneBy!: string | null;
}

class GuardAnswerDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: GuardDto, nullable: true }) guard!: GuardDto | null;
  @ApiProperty({ type: GuardStateDto, nullable: true }) guardState!: GuardStateDto | null;
  @ApiProperty({ type: [GuardTripDto], description: 'Newest first' }) history!: readonly GuardTripDto[];
}

/** Limits that a rule must stay within while it decides. */
@ApiTags('rules')
@Controller('rules/:id/guard')
export class GuardsController {
  constructor(private readonly guards: RuleGuards) {}

  @Get()
  @ApiOperation({ summary: 'Read the guard of a rule' })
  @RequirePermission('rules:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: GuardAnswerDto })
  async get(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Rule') id: string): Promise<GuardAnswerDto> {
    return toGuardResponse(await this.guards.read(principal, id));
  }

  /** Replaces the previous guard, and counts from now on. */
  @Put()
  @ApiOperation({ summary: 'Guard a rule' })
  @BodyExample({ limits: [{ metric: 'alerts', operator: 'lte', value: 60, window: '24h' }], action: 'pause' })
  @RequirePermission('rules:publish')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'EVIDENCE_MISSING')
  @ApiOkResponse({ type: GuardAnswerDto })
  @ApiAcceptedResponse({
    type: PendingChangeDto,
    description: 'The new limits are looser: the change waits for a second person',
  })
  async put(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Body() body: GuardBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GuardAnswerDto | PendingChangeDto> {
    const now = new Date();
    const result = await this.guards.set(principal, id, guardFromRequest(body), now);
    return shownOrPending(reply, result, now, toGuardResponse);
  }

  /**
   * Removes the guard; a paused rule stays paused. If the policy requires guards, the guard of a deciding rule cannot be removed: it has to
   * be replaced, or the rule must stop deciding first.
   */
  @Delete()
  @ApiOperation({ summary: 'Remove the guard of a rule' })
  @RequirePermission('rules:publish')
  @ApiErrors('NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'EVIDENCE_MISSING')
  @ApiOkResponse({ type: GuardAnswerDto })
  @ApiAcceptedResponse({ type: PendingChangeDto, description: 'The change waits for a second person' })
  async remove(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GuardAnswerDto | PendingChangeDto> {
    const now = new Date();
    return shownOrPending(reply, await this.guards.set(principal, id, null, now), now, toGuardResponse);
  }
}

const toGuardResponse = ({ rule, history }: GuardedRule): GuardAnswerDto => ({
  success: true,
  guard: rule.guard && guardView(rule.guard),
  guardState: rule.guard && guardStateView(rule.guard, rule.status === 'active'),
  history: history.map(({ at, metric, observed, limit, bound, action, endedAt, undoneBy }) => {
    return {
      at: at.toISOString(),
      metric,
      observed,
      limit,
      bound,
      action,
      endedAt: endedAt?.toISOString() ?? null,
      undoneBy,
    };
  }),
});
