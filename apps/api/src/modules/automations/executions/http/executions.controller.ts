import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  BodyExample,
  exampleId,
  providedFields,
  Query,
  UuidParam,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { ContinueBody, RunAutomationBody, TestAutomationBody } from '../../definitions/index.js';
import {
  AutomationTestDto,
  CancelledDto,
  ContinuedDto,
  ExecutionPageDto,
  ListExecutionsQuery,
  RunDto,
} from '../dto/execution.dto.js';
import { ReadExecutions } from '../use-cases/read-executions.js';
import { TestAutomation } from '../use-cases/test-automation.js';
import { RunByHand } from '../use-cases/run-by-hand.js';

/** Executions of automations, and operations on them. */
@ApiTags('automations')
@Controller('automations')
export class ExecutionsController {
  constructor(
    private readonly reading: ReadExecutions,
    private readonly hands: RunByHand,
    private readonly testing: TestAutomation,
  ) {}

  /** Returns executions with their steps, newest first. */
  @Get(':id/executions')
  @ApiOperation({ summary: 'List executions of an automation' })
  @RequirePermission('automations:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: ExecutionPageDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Automation') id: string,
    @Query() query: ListExecutionsQuery,
  ): Promise<ExecutionPageDto> {
    const { rows, pagination } = await this.reading.list(organizationId, id, query);
    return ExecutionPageDto.of(rows, pagination);
  }

  /** Starts an automation with a manual trigger. Its actions have the permissions of the user who enabled it. */
  @Post(':id/run', { waitsOutside: true })
  @ApiOperation({ summary: 'Start an automation manually' })
  @BodyExample({ entityId: exampleId, data: { why: 'asked by phone' } })
  @HttpCode(200)
  @RequirePermission('automations:execute')
  @ApiErrors(
    ...(['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'RATE_LIMIT_EXCEEDED'] as const),
    ...([
      ['ENTITY_NOT_FOUND', 422],
      ['NOT_FOUND', 422],
    ] as const),
  )
  @ApiOkResponse({ type: RunDto })
  async start(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Automation') id: string,
    @PostBody() body: RunAutomationBody,
  ): Promise<RunDto> {
    return RunDto.from(await this.hands.start(principal, id, body));
  }

  /** Tests an automation with a sample, a stored record or the stored history of its trigger. Executes no actions. */
  @Post(':id/test', { waitsOutside: true })
  @ApiOperation({ summary: 'Preview what an automation would do' })
  @BodyExample({ entityId: exampleId })
  @HttpCode(200)
  @RequirePermission('automations:execute')
  @ApiErrors('VALIDATION_ERROR', 'INVALID_ENTITY_TYPE', 'FORBIDDEN', 'NOT_FOUND', 'ENTITY_NOT_FOUND')
  @ApiOkResponse({ type: AutomationTestDto })
  async test(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Automation') id: string,
    @PostBody() { data, entityId, transactionId, history }: TestAutomationBody,
  ): Promise<AutomationTestDto> {
    const asked = providedFields({ data, entityId, transactionId, history });
    return AutomationTestDto.from(await this.testing.test(principal, id, asked));
  }

  @Post(':id/continue', { waitsOutside: true })
  @ApiOperation({ summary: 'Continue the newest waiting execution of an automation' })
  @BodyExample({ payload: { approved: 'yes' } })
  @HttpCode(200)
  @RequirePermission('automations:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: ContinuedDto })
  async continueNewest(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Automation') id: string,
    @PostBody() { payload = {} }: ContinueBody,
  ): Promise<ContinuedDto> {
    return ContinuedDto.from(await this.hands.resumeNewest(principal, id, payload));
  }

  @Post('executions/:executionId/continue', { waitsOutside: true })
  @ApiOperation({ summary: 'Continue a waiting execution' })
  @BodyExample({ payload: { approved: 'yes' } })
  @HttpCode(200)
  @RequirePermission('automations:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: ContinuedDto })
  async continue(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('executionId', 'Execution') executionId: string,
    @PostBody() { payload = {} }: ContinueBody,
  ): Promise<ContinuedDto> {
    return ContinuedDto.from(await this.hands.resume(principal, executionId, payload));
  }

  /** Cancels an execution. Completed steps are not undone. */
  @Post('executions/:executionId/cancel')
  @ApiOperation({ summary: 'Cancel an execution' })
  @HttpCode(200)
  @RequirePermission('automations:execute')
  @ApiErrors('NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: CancelledDto })
  async cancel(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('executionId', 'Execution') executionId: string,
  ): Promise<CancelledDto> {
    await this.hands.cancel(principal, executionId);
    return { success: true, executionId };
  }
}
