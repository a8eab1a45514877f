import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam, BodyExample, Query } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { approvalView } from '../domain/rule-approval.js';
import { RuleApprovals } from '../use-cases/rule-approvals.js';
import { ShowRule } from '../use-cases/show-rule.js';
import { ApprovalCommentBody, ListApprovalsQuery, RejectApprovalBody } from '../dto/rule.bodies.js';
import type { AppliedOrPending } from '../use-cases/change-library-names.js';
import {
  ApprovedDto,
  type PendingChangeDto,
  RuleApprovalAnswerDto,
  RuleApprovalListDto,
} from '../dto/rule-approvals.dto.js';

const decided = ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION'] as const;

/** The errors of a change to a risk matrix, to what a parent shares, or to the default matrices. */
const ofMatrices = [
  ['RISK_MATRIX_NOT_FOUND', 404],
  'RISK_MATRIX_IN_USE',
  'SHARE_IN_USE',
  'DUPLICATE_KEY',
  'DUPLICATE_NAME',
  'SHARED_RESOURCE_NOT_ENABLED',
  'PARAM_NOT_TUNABLE',
] as const;

/** Publications that wait for a second person. */
@ApiTags('rules')
@Controller('rules/approvals')
export class RuleApprovalsController {
  constructor(
    private readonly approvals: RuleApprovals,
    private readonly show: ShowRule,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List approval requests' })
  @RequirePermission('rules:publish')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: RuleApprovalListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListApprovalsQuery,
  ): Promise<RuleApprovalListDto> {
    const now = new Date();
    const { rows, pagination } = await this.approvals.list(organizationId, query);
    return { success: true, approvals: rows.map((each) => approvalView(each, now)), pagination };
  }

  /** Activates the requested change, if it still passes its gates and the rule has not changed since. */
  @Post(':id/approve')
  @ApiOperation({ summary: 'Approve a request and carry it out' })
  @BodyExample({ comment: 'The dry run looks right' })
  @HttpCode(200)
  @RequirePermission('rules:publish')
  @ApiErrors(
    ...decided,
    'SELF_APPROVAL',
    'VERSION_CONFLICT',
    'TESTS_FAILED',
    'EVIDENCE_MISSING',
    'EVIDENCE_STALE',
    'COST_EXCEEDED',
    'REASON_REQUIRED',
    'INVALID_SOURCE',
    'NAME_IN_USE',
    'PARAM_NOT_FOUND',
    'PARAM_OUT_OF_RANGE',
    'RULES_NOT_CHANGED',
    'TOO_MANY_ITEMS',
    'RULE_SET_NOT_FOUND',
    'RULE_SET_ALREADY_ACTIVE',
    'RULE_SET_INCOMPLETE',
    'DUPLICATE_RULE_KEY',
    'DUPLICATE_RULE_NAME',
    'DUPLICATE_EXTERNAL_ID',
    ...ofMatrices,
    'ALREADY_DECIDED',
  )
  @ApiOkResponse({ type: ApprovedDto })
  async approve(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Approval') id: string,
    @PostBody() { comment = null }: ApprovalCommentBody,
  ): Promise<ApprovedDto> {
    const now = new Date();
    const { approval, rule, activation, dryRunId } = await this.approvals.approve(principal, { id, comment }, now);
    return {
      success: true,
      approval: approvalView(approval, now),
      ...(rule && { rule: await this.show.view(principal, rule, now) }),
      ...(activation && { ruleSetVersion: activation.version, dryRunId }),
    };
  }

  @Post(':id/reject')
  @ApiOperation({ summary: 'Reject a publication' })
  @BodyExample({ comment: 'Catches too much' })
  @HttpCode(200)
  @RequirePermission('rules:publish')
  @ApiErrors(...decided)
  @ApiOkResponse({ type: RuleApprovalAnswerDto })
  async reject(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Approval') id: string,
    @PostBody() { comment }: RejectApprovalBody,
  ): Promise<RuleApprovalAnswerDto> {
    const now = new Date();
    return { success: true, approval: approvalView(await this.approvals.reject(principal, { id, comment }, now), now) };
  }

  /** Only for the principal that made the request. */
  @Post(':id/withdraw')
  @ApiOperation({ summary: 'Withdraw an approval request' })
  @BodyExample({ comment: 'Not now' })
  @HttpCode(200)
  @RequirePermission('rules:publish')
  @ApiErrors(...decided)
  @ApiOkResponse({ type: RuleApprovalAnswerDto })
  async withdraw(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Approval') id: string,
    @PostBody() { comment = null }: ApprovalCommentBody,
  ): Promise<RuleApprovalAnswerDto> {
    const now = new Date();
    const approval = await this.approvals.withdraw(principal, { id, comment }, now);
    return { success: true, approval: approvalView(approval, now) };
  }
}

/** Returns the changed object as it is shown; otherwise responds with 202 and the pending approval. */
export function shownOrPending<T, Shown>(
  reply: FastifyReply,
  result: AppliedOrPending<T>,
  now: Date,
  show: (done: T) => Shown,
): Shown | PendingChangeDto {
  if (!result.approval) return show(result.done);
  void reply.status(202);
  return { success: true, approval: approvalView(result.approval, now) };
}
