import { Body, Controller, Get, HttpCode, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProduces, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

import { CurrentPrincipal, needPermission, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors } from '../../../platform/http/index.js';
import { Post } from '../../../platform/idempotency/index.js';
import { ruleView } from '../domain/rule-view.js';
import { ApplyPlan } from '../use-cases/apply-plan.js';
import { asFiles, asOneFile, ExportRules } from '../use-cases/export-rules.js';
import { PlanRules } from '../use-cases/plan-rules.js';
import { RuleCosts } from '../use-cases/rule-costs.js';
import { ApplyPlanBody, ExportRulesQuery, PlanRulesBody } from './rule-files.body.js';
import { AppliedPlanDto, ExportedRulesDto, RulesPlanDto } from './rule-files.dto.js';

/** Rules as files: what a repository of rules reads and writes. */
@ApiTags('rules')
@Controller('rules')
export class RuleFilesController {
  constructor(
    private readonly costs: RuleCosts,
    private readonly exporting: ExportRules,
    private readonly planning: PlanRules,
    private readonly applying: ApplyPlan,
  ) {}

  /** Rules in their newest versions, with the shared names and matrices they need. */
  @Get('export')
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', ['RISK_MATRIX_NOT_FOUND', 404], 'NAME_IN_USE')
  @ApiExtraModels(ExportedRulesDto)
  @ApiProduces('text/plain', 'application/json')
  @ApiOkResponse({
    content: {
      'text/plain': { schema: { type: 'string' } },
      'application/json': { schema: { $ref: getSchemaPath(ExportedRulesDto) } },
    },
  })
  async export(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() { format = 'text', ruleIds, matrixId }: ExportRulesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | ExportedRulesDto> {
    const exported = await this.exporting.run(organizationId, {
      ...(ruleIds && { ruleIds }),
      ...(matrixId !== undefined && { matrixId }),
    });
    if (format === 'json') {
      const costs = await this.costs.ofPage(organizationId, exported.rules, new Date());
      const rules = exported.rules.map((rule, index) => ruleView(rule, costs[index]!));
      return { success: true, files: asFiles(exported), rules };
    }
    const text = asOneFile(exported);
    void reply.type('text/plain; charset=utf-8');
    return text;
  }

  /** What files would change. Nothing is stored but the plan, for a day. */
  @Post('plan')
  @HttpCode(200)
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: RulesPlanDto })
  async plan(
    @CurrentPrincipal() principal: Principal,
    @Body() { files, prune = false }: PlanRulesBody,
  ): Promise<RulesPlanDto> {
    return { success: true, ...(await this.planning.run(principal, { files, prune }, new Date())) };
  }

  /**
   * Does what a plan says, all of it or nothing. New rules are in progress and disabled, new versions of rules in force wait for
   * their publication, and new matrices are drafts. Names in `shared.rules` that rules in force use change at once, through the gates of
   * `PUT /rules/library`.
   */
  @Post('apply')
  @HttpCode(200)
  @RequirePermission('rules:edit')
  @ApiErrors(
    'VALIDATION_ERROR',
    'FORBIDDEN',
    'NOT_FOUND',
    'PLAN_STALE',
    'DUPLICATE_RULE_NAME',
    'INVALID_SOURCE',
    'NAME_IN_USE',
    'TESTS_FAILED',
    'EVIDENCE_MISSING',
    'EVIDENCE_STALE',
    'COST_EXCEEDED',
    'REASON_REQUIRED',
  )
  @ApiOkResponse({ type: AppliedPlanDto })
  async apply(
    @CurrentPrincipal() principal: Principal,
    @Body() { planId, reason = null }: ApplyPlanBody,
  ): Promise<AppliedPlanDto> {
    needPermission(principal, 'rules:create');
    const rules = await this.applying.run(principal, { planId, reason }, new Date());
    return {
      success: true,
      rules: rules.map(({ id: ruleId, version, status, text }) => ({ key: text.form.key, ruleId, version, status })),
    };
  }
}
